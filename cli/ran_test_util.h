// For tests: the command as a user meets it. Arguments and standard input in; text, JSON and
// an exit code out.
#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/tidemark.h"

namespace tidemark {

// A program that most tests can do with.
inline constexpr const char* kPipeline =
    "program pipeline\n"
    "engine dma, pe\n"
    "param n\n"
    "buffer x[2], y\n"
    "for i in 0..n {\n"
    "  dma load -> x[i % 2]\n"
    "  pe add x[i % 2], y -> y\n"
    "}\n";

struct Ran {
  int exit = 0;
  std::string out;
  std::string err;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
  std::string last_line() const {
    const std::size_t end = out.size() - 1;
    return out.substr(out.rfind('\n', end - 1) + 1);
  }
};

inline Ran tidemark(const std::vector<std::string>& arguments,
                    const std::string& standard_in = "") {
  std::istringstream in(standard_in);
  std::ostringstream out;
  std::ostringstream err;
  const int exit = run_tidemark(arguments, in, out, err);
  return {exit, out.str(), err.str()};
}

inline std::string corpus(const std::string& path) {
  return std::string(TIDEMARK_SOURCE_DIR) + "/corpus/" + path;
}

}  // namespace tidemark
