// For tests: a program with streams of it, as text, compiled for exploring.
#pragma once

#include <string>
#include <vector>

#include "checker/explore/reduction.h"
#include "checker/machine.h"
#include "core/text/parse.h"

namespace tidemark {

// The texts lack their first lines, `program p` and `streams p`. Params are given in order.
class TestRun {
 public:
  TestRun(const std::string& program, const std::string& streams,
          const std::vector<std::int64_t>& params = {})
      : program_(parse_program("program p\n" + program).value()),
        streams_(parse_streams("streams p\n" + streams, program_).value()),
        inputs_(inputs_of(params)),
        lines_(make_lines(program_, streams_, inputs_).value()),
        tracks_(program_, lines_) {
    mark_prompt_steps(tracks_);
  }
  TestRun(const TestRun&) = delete;
  TestRun& operator=(const TestRun&) = delete;

  const Program& program() const { return program_; }
  const Tracks& tracks() const { return tracks_; }
  const Inputs& inputs() const { return inputs_; }
  Machine machine() const { return {program_, lines_}; }

 private:
  Inputs inputs_of(const std::vector<std::int64_t>& params) const {
    Inputs inputs(program_);
    for (std::size_t i = 0; i < params.size(); ++i) inputs.set(ParamId(i), params[i]);
    return inputs;
  }

  Program program_;
  Streams streams_;
  Inputs inputs_;
  Lines lines_;
  Tracks tracks_;
};

// A pipeline of three engines over rings of two slots, and streams of it that are exact.
inline const char* const kRing =
    "engine a, b, c\nparam n\nbuffer x[2], y[2]\n"
    "for i in 0..n {\n"
    "  a load -> x[i % 2]\n  b work x[i % 2] -> y[i % 2]\n  c store y[i % 2] ->\n}\n";
inline const char* const kRingStreams =
    "semaphore a, b, c\n"
    "stream a {\n  reg k\n  for i {\n    wait b >= k - 1\n    issue load signal a\n"
    "    k = k + 1\n  }\n}\n"
    "stream b {\n  reg k\n  for i {\n    wait a >= k + 1\n    wait c >= k - 1\n"
    "    issue work signal b\n    k = k + 1\n  }\n}\n"
    "stream c {\n  reg k\n  for i {\n    wait b >= k + 1\n    issue store signal c\n"
    "    k = k + 1\n  }\n}\n";

}  // namespace tidemark
