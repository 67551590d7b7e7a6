// What exploring must reach: sizes decided, states and schedules per second, how soon the
// sampling modes hit a wrong last wait, and how good the time left is. Times are of this process'
// processor, so that other work on the machine does not count.
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
#include "tests/ring.h"

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
  // With the streams of `dynamic`, or with those given.
  Subject(const char* text, std::int64_t trips, const char* streams = nullptr)
      : program_(parse_program(text).value()),
        streams_(streams ? parse_streams(streams, program_).value()
                         : synchronize(program_).streams),
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
  ExploreResult result = explore(subject.tracks(), {.reduction = reduction});
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
  constexpr std::uint64_t kSchedules = 1'000'000;
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

// 24 items; the consumer's last wait is one too low. Clocks off: the bad state itself.
constexpr const char* kLastWait = R"(program last_wait
engine a, b
param n
buffer x[4]
for i in 0..n {
  a load -> x[i % 4]
  b use x[i % 4] ->
}
)";
constexpr const char* kLastWaitStreams = R"(streams last_wait
semaphore a, b
stream a {
  reg k
  for i {
    wait b >= k - 3
    issue load signal a
    k = k + 1
  }
}
stream b {
  reg k, t[24]
  t[23] = 1
  for i {
    wait a >= k + 1 - t[i % 24]
    issue use signal b
    k = k + 1
  }
}
)";

double median_schedules(const Subject& subject, Sampling sampling) {
  std::vector<std::uint64_t> needed;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const SampleResult result =
        sample(subject.tracks(),
               {.sampling = sampling, .schedules = 10'000, .seed = seed, .clocks = KeepClocks::no});
    needed.push_back(result.found ? result.schedules : 10'000);
  }
  std::ranges::nth_element(needed, needed.begin() + 50);
  return static_cast<double>(needed[50]);
}

void mark_last_wait(Marks& marks) {
  const Subject subject(kLastWait, 24, kLastWaitStreams);
  marks.at_most("schedules to a wrong last wait of 24, adversarial, median of 100",
                median_schedules(subject, Sampling::adversarial), 10);
  marks.at_most("schedules to a wrong last wait of 24, pct, median of 100",
                median_schedules(subject, Sampling::pct), 100);
}

// Of every estimate after a fifth of the run and before nine tenths, the one furthest off.
void mark_time_left(Marks& marks) {
  const Subject subject(kRing, 60'000);
  std::vector<ExploreProgress> reports;
  const ExploreResult result =
      explore(subject.tracks(),
              {.reduction = Reduction::none,
               .progress = [&](const ExploreProgress& progress) { reports.push_back(progress); },
               .progress_seconds = 0.05});
  const double all = result.figures.seconds;
  double worst = 1;
  for (const ExploreProgress& progress : reports) {
    if (progress.seconds < all / 5 || progress.seconds > all * 9 / 10) continue;
    const double ratio = progress.seconds_left / (all - progress.seconds);
    worst = std::max({worst, ratio, 1 / ratio});
  }
  CHECK(reports.size() > 10);
  marks.at_most("time left, furthest off after a fifth of the run, factor", worst, 2);
}

int report() {
  Marks marks;
  mark_size(marks, "flash attention, 64 x 64 trips", kFlashAttention, 64);
  mark_size(marks, "ring of 1,500 items, depth 8", kRing, 1500);
  mark_rate(marks);
  mark_sampling(marks);
  mark_last_wait(marks);
  mark_time_left(marks);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main() { return tidemark::report(); }
