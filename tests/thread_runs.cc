// Streams by real threads, on every program given.
//
//   thread_runs clean SYNCHRONIZER P.tm...   each must leave the memory of the sequential run
//   thread_runs broken P.tm...               streams without waits, and streams of `dynamic`
//                                            with one mistake: those that the clocks call
//                                            unsafe must be caught
//
// With the thread sanitizer one run is enough to catch them, as a data race, which ends the
// process; so each is run in a process of its own. Without, memory shows them by luck, and
// they have several runs.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <sstream>
#include <string>

#include "checker/clocks.h"
#include "checker/threads/run_threads.h"
#include "core/check.h"
#include "core/ir/match.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "gen/mutate_streams.h"
#include "tests/mark.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif

namespace tidemark {
namespace {

#ifdef __SANITIZE_THREAD__
constexpr int kRunsToCatch = 1;
constexpr double kMostMissed = 0;
#else
constexpr int kRunsToCatch = 100;
constexpr double kMostMissed = 20;  // percent; a short wait may be made up for by luck
#endif
constexpr int kCleanRuns = 2;
constexpr std::int64_t kTrips = 3;
constexpr std::uint64_t kInstances = 2000;
constexpr double kSeconds = 120;       // for a run that must end
constexpr double kBrokenSeconds = 20;  // for one that need not

struct Subject {
  Program program;
  Inputs inputs;
};

// Inputs whose run has no error and is not long; all params are 3 where that will do.
std::optional<Subject> load(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  Program program = parse_program(text.str(), path).value();
  const Cells cells(program);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Inputs inputs(program, seed, {0, 3});
    if (seed == 0)
      for (const ParamId param : program.params.ids()) inputs.set(param, kTrips);
    SequentialRun run(program, cells, inputs, {.instances = kInstances});
    std::uint64_t instances = 0;
    while (run.next() != nullptr) ++instances;
    if (!run.error() && instances > 0) return Subject{std::move(program), std::move(inputs)};
  }
  return std::nullopt;
}

std::optional<ThreadPlan> plan_of(const Subject& subject, const Streams& streams) {
  const auto lines = make_lines(subject.program, streams, subject.inputs);
  if (!lines) return std::nullopt;
  auto plan = make_thread_plan(subject.program, subject.inputs, *lines);
  if (!plan) return std::nullopt;
  return *std::move(plan);
}

bool runs_clean(const std::string& path, const Synchronizer& synchronizer) {
  const auto subject = load(path);
  const auto plan = subject ? plan_of(*subject, synchronizer.synchronize(subject->program).streams)
                            : std::nullopt;
  if (!plan) {
    fmt::print("{}: no run\n", path);
    return false;
  }
  for (std::uint64_t seed = 0; seed < kCleanRuns; ++seed)
    if (run_threads(*plan, {.seed = seed, .seconds = kSeconds}) != ThreadOutcome::same_memory) {
      fmt::print("{}: other memory, or stuck\n", path);
      return false;
    }
  return true;
}

int clean(const Synchronizer& synchronizer, std::span<char*> paths) {
  double differ = 0;
  for (const char* path : paths) differ += !runs_clean(path, synchronizer);
  Marks marks;
  marks.at_least("threads, programs run with " + std::string(synchronizer.name()),
                 static_cast<double>(paths.size()), 1);
  marks.at_most("threads, of which raced, left other memory or did not end", differ, 0);
  return marks.exit_code();
}

struct Tally {
  double unsafe = 0;
  double missed = 0;
};

constexpr int kOtherMemory = 3;

int run_until_caught(const ThreadPlan& plan) {
  for (std::uint64_t seed = 0; seed < kRunsToCatch; ++seed)
    switch (run_threads(plan, {.seed = seed, .seconds = kBrokenSeconds})) {
      case ThreadOutcome::same_memory:
        continue;
      case ThreadOutcome::other_memory:
        return kOtherMemory;
      case ThreadOutcome::stuck:
        return 0;
    }
  return 0;
}

// A race ends the child with the sanitizer's exit code, which is not 0 either.
bool is_caught(const ThreadPlan& plan) {
  std::fflush(nullptr);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(std::freopen("/dev/null", "w", stderr) != nullptr);
    _exit(run_until_caught(plan));
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status) != 0;
}

void try_broken(const Subject& subject, const Streams& streams, const std::string& what,
                Tally& tally) {
  if (!mismatches(subject.program, streams, 1).empty()) return;
  const auto clocks =
      decide_by_clocks(subject.program, Cells(subject.program), streams, subject.inputs);
  if (!clocks || clocks->verdict != Verdict::unsafe) return;
  const auto plan = plan_of(subject, streams);
  CHECK(plan.has_value());
  ++tally.unsafe;
  if (is_caught(*plan)) return;
  ++tally.missed;
  fmt::print("not caught: {}\n", what);
}

int broken(std::span<char*> paths) {
  constexpr std::uint64_t kMistakes = 3;  // of each program
  Tally none, mistakes;
  for (const char* path : paths) {
    const auto subject = load(path);
    if (!subject) continue;
    try_broken(*subject, find_synchronizer("none")->synchronize(subject->program).streams,
               fmt::format("{} with none", path), none);
    const Streams right = synchronize(subject->program).streams;
    for (std::uint64_t seed = 0; seed < kMistakes; ++seed) {
      Random random(seed);
      Streams wrong = right;
      const StreamMutation mutation =
          seed == 0 ? StreamMutation::drop_wait : StreamMutation::shift_threshold;
      if (mutate(wrong, mutation, random))
        try_broken(*subject, wrong, fmt::format("{} with mistake {}", path, seed), mistakes);
    }
  }
  Marks marks;
  marks.at_least("threads, unsafe programs with none", none.unsafe, 1);
  marks.at_most("threads, of which not caught, percent", 100 * none.missed / none.unsafe,
                kMostMissed);
  marks.at_least("threads, unsafe streams with one wait dropped or too low", mistakes.unsafe, 1);
  marks.at_most("threads, of which not caught, percent", 100 * mistakes.missed / mistakes.unsafe,
                kMostMissed);
  return marks.exit_code();
}

int run(std::span<char*> arguments) {
  const std::string mode = arguments.empty() ? "" : arguments[0];
  if (mode == "broken") return broken(arguments.subspan(1));
  const auto* synchronizer = arguments.size() > 2 ? find_synchronizer(arguments[1]) : nullptr;
  if (mode != "clean" || synchronizer == nullptr) return 2;
  return clean(*synchronizer, arguments.subspan(2));
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  return tidemark::run(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
}
