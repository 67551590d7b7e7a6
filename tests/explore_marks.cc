// What exploring must reach: sizes decided, states and schedules per second, and how soon
// the sampling modes hit a wrong last wait. Times are of this process' processor, so that
// other work on the machine does not count.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "checker/explore/exhaustive.h"
#include "checker/explore/sampling.h"
#include "core/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr double kGibibyte = 1073741824.0;

constexpr const char* kFlashAttention = R"(program flash_attention
engine pe, act, dve
engine dma inflight 4
param n_q, n_k
buffer q, s, p, o
buffer k[2], v[2]
for i in 0..n_q {
  dma  load                   -> q
  for j in 0..n_k {
    dma  load                 -> k[j % 2]
    dma  load                 -> v[j % 2]
    pe   matmul  q, k[j % 2]  -> s
    act  exp     s            -> p
    pe   matmul  p, v[j % 2]  -> o
  }
  dve  scale  o -> o
  dma  store  o ->
}
)";

constexpr const char* kRing = R"(program ring
engine a, b, c
param n
buffer x[8], y[8]
for i in 0..n {
  a load -> x[i % 8]
  b work x[i % 8] -> y[i % 8]
  c store y[i % 8] ->
}
)";

// Twenty instances, of which most may go in any order.
constexpr const char* kTwenty = R"(program twenty
engine a, b, c, d
buffer x[2], y[2]
for i in 0..5 {
  a load  -> x[i % 2]
  b load  -> y[i % 2]
  c use x[i % 2] ->
  d use y[i % 2] ->
}
)";

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

class Subject {
 public:
  Subject(const char* text, std::int64_t trips)
      : program_(parse_program(text).value()),
        streams_(synchronize(program_).streams),
        inputs_(inputs_of(program_, trips)),
        lines_(make_lines(program_, streams_, inputs_).value()),
        tracks_(program_, lines_) {
    mark_prompt_steps(tracks_);
  }
  const Tracks& tracks() const { return tracks_; }

 private:
  static Inputs inputs_of(const Program& program, std::int64_t trips) {
    Inputs inputs(program);
    for (const ParamId param : program.params.ids()) inputs.set(param, trips);
    return inputs;
  }

  Program program_;
  Streams streams_;
  Inputs inputs_;
  Lines lines_;
  Tracks tracks_;
};

struct Explored {
  ExploreResult result;
  double seconds = 0;
};

Explored run(const Subject& subject, Reduction reduction) {
  const double begin = processor_seconds();
  ExploreResult result =
      explore(subject.tracks(), {.limits = {}, .reduction = reduction, .progress = {}});
  return {std::move(result), processor_seconds() - begin};
}

void mark_size(Marks& marks, const std::string& name, const char* text, std::int64_t trips) {
  const Subject subject(text, trips);
  for (const Reduction reduction : {Reduction::none, Reduction::prompt_steps}) {
    const auto [result, seconds] = run(subject, reduction);
    const std::string what =
        name + (reduction == Reduction::none ? ", all states" : ", with reduction");
    fmt::print("{}: {} states, {} steps, {} paths\n", what, result.figures.states,
               result.figures.transitions, result.figures.schedules.text());
    marks.at_least(what + ": exact", result.verdict == Verdict::exact ? 1 : 0, 1);
    marks.at_most(what + ": seconds", seconds, 30);
    marks.at_most(what + ": GiB of states", static_cast<double>(result.figures.bytes) / kGibibyte,
                  4);
  }
}

void mark_rate(Marks& marks) {
  const auto [result, seconds] = run(Subject(kRing, 22'000), Reduction::none);
  const auto states = static_cast<double>(result.figures.states);
  marks.at_least("states of one run, millions", states / 1e6, 10);
  marks.at_least("million states/s", states / seconds / 1e6, 2);
}

void mark_sampling(Marks& marks) {
  constexpr std::uint64_t kSchedules = 200'000;
  const Subject subject(kTwenty, 0);
  const std::vector<std::pair<Sampling, const char*>> modes = {
      {Sampling::random, "random"},
      {Sampling::urw, "urw"},
      {Sampling::pct, "pct"},
      {Sampling::adversarial, "adversarial"}};
  for (const auto& [sampling, name] : modes) {
    const double begin = processor_seconds();
    const SampleResult result =
        sample(subject.tracks(), {.sampling = sampling, .schedules = kSchedules});
    CHECK(!result.found && result.schedules == kSchedules);
    marks.at_least(fmt::format("{} schedules of 20 instances/s", name),
                   static_cast<double>(kSchedules) / (processor_seconds() - begin), 500'000);
  }
}

int report() {
  Marks marks;
  mark_size(marks, "flash attention, 64 x 64 trips", kFlashAttention, 64);
  mark_size(marks, "ring of 1,500 items, depth 8", kRing, 1500);
  mark_rate(marks);
  mark_sampling(marks);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main() { return tidemark::report(); }
