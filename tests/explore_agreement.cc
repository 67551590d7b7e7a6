// Clocks and exhaustive exploration, with and without its reduction, must give the same
// verdict: on random small programs with the streams of every synchronizer, and with
// streams drawn around the right ones with mistakes in them. `explore_agreement N` takes N
// programs; where the clocks do not decide, the two explorations must agree.
#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "checker/clocks.h"
#include "checker/explore/exhaustive.h"
#include "core/ir/match.h"
#include "core/sync/synchronizer.h"
#include "core/text/print.h"
#include "gen/disturb_streams.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"
#include "tests/mark.h"
#include "tests/verdict_shares.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostInstances = 14;
constexpr std::uint64_t kMostStates = 30'000;  // without reduction

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t by_clocks = 0;  // streams that clocks and exhaustive both decided
  std::uint64_t explored = 0;   // streams decided with and without reduction
  std::uint64_t differences = 0;
  std::uint64_t states = 0, reduced_states = 0;
  VerdictCounts verdicts;
};

struct Subject {
  const Program& program;
  const Cells& cells;
  const Inputs& inputs;
};

void compare(const Subject& subject, const Streams& streams, Tally& tally) {
  if (!mismatches(subject.program, streams, 1).empty()) return;
  const auto lines = make_lines(subject.program, streams, subject.inputs);
  if (!lines) return;  // malformed: that is for other tests
  Tracks tracks(subject.program, *lines);
  mark_prompt_steps(tracks);
  const ExploreLimits limits{.states = kMostStates};
  const ExploreResult all =
      explore(tracks, {.limits = limits, .reduction = Reduction::none, .progress = {}});
  if (!all.reason.empty()) return;
  const ExploreResult reduced = explore(tracks, {.limits = limits, .progress = {}});
  const auto clocks = decide_by_clocks(subject.program, subject.cells, streams, subject.inputs);
  const bool decided = clocks && !clocks->is_outside;
  ++tally.explored;
  tally.by_clocks += decided;
  tally.states += all.figures.states;
  tally.reduced_states += reduced.figures.states;
  ++tally.verdicts[all.verdict];
  if (reduced.verdict == all.verdict && (!decided || clocks->verdict == all.verdict)) return;
  ++tally.differences;
  fmt::print("{} without reduction, {} with, {} by clocks: {}\n{}\n{}\n", name(all.verdict),
             name(reduced.verdict), decided ? name(clocks->verdict) : "none",
             subject.inputs.flags(subject.program), print(subject.program),
             print(streams, subject.program));
}

void compare_all(std::uint64_t seed, Tally& tally) {
  Random random(seed);
  const Program program = random_program(
      seed, {.engines = random.between(2, 4), .statements = random.between(3, 8), .nesting = 2});
  const Inputs inputs(program, seed, {0, 3});
  const auto run = list_run(program, inputs, kMostInstances + 1);
  if (run.size() < 3 || run.size() > kMostInstances) return;
  ++tally.programs;
  const Cells cells(program);
  const Subject subject{program, cells, inputs};
  for (const std::string_view name : synchronizer_names())
    compare(subject, find_synchronizer(name)->synchronize(program).streams, tally);
  Streams streams = random_streams(program, inputs, random);
  for (std::uint64_t i = random.below(3); i > 0; --i)
    mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
  compare(subject, streams, tally);
  for (std::uint64_t i = random.between(1, 2); i > 0; --i) disturb(streams, random);
  compare(subject, streams, tally);
}

int run(std::uint64_t programs) {
  Tally tally;
  for (std::uint64_t seed = 0; tally.programs < programs; ++seed) compare_all(seed, tally);
  fmt::print("{} programs, {} streams explored with and without reduction\n", tally.programs,
             tally.explored);
  fmt::print("  {} of them decided by clocks too; {} states, {} with reduction\n", tally.by_clocks,
             tally.states, tally.reduced_states);
  print_counts(tally.verdicts);
  Marks marks;
  marks.at_most("differences of clocks, exhaustive and its reduction",
                static_cast<double>(tally.differences), 0);
  mark_shares(tally.verdicts, tally.explored, marks);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  return tidemark::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000);
}
