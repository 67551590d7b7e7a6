// Clocks, exhaustive exploration and the bounded search must agree on the same inputs, each
// within its domain: on random small programs with our streams, with streams drawn around the
// right ones, and with mistakes in both. The search is asked about all inputs too: what it
// refutes must replay, and what it proves no clock may contradict. `bounded_agreement N` takes
// N programs, and ends at the first difference: with a fault planted in the checker
// (checker/mutant.h) it must find one.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>

#include "checker/clocks.h"
#include "checker/explore/exhaustive.h"
#include "cli/replayed.h"
#include "core/ir/match.h"
#include "core/sync/synchronizer.h"
#include "core/text/print.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"
#include "oracle/bounded.h"
#include "tests/mark.h"
#include "tests/verdict_shares.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostInstances = 14;
constexpr std::uint64_t kMostStates = 30'000;
constexpr std::int64_t kTrips = 2;      // of the search over all inputs
constexpr std::uint64_t kSamples = 20;  // runs held against what it proves

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t compared = 0;    // streams that the search and another decided
  std::uint64_t by_clocks = 0;   // of those: by clocks too
  std::uint64_t outside = 0;     // streams that the search does not decide
  std::uint64_t all_inputs = 0;  // streams searched for all inputs
  std::uint64_t differences = 0;
  VerdictCounts verdicts;
  std::map<std::string, std::uint64_t> reasons;
};

struct Subject {
  const Program& program;
  const Cells& cells;
  const Inputs& inputs;
};

std::optional<Verdict> verdict_of(const BoundedResult& result) {
  if (result.is_proved) return Verdict::exact;
  if (!result.counterexample) return std::nullopt;
  return verdict_of(result.counterexample->kind);
}

void report(const Subject& subject, const Streams& streams, const std::string& what, Tally& tally) {
  ++tally.differences;
  fmt::print("{}: {}\n{}\n{}\n", what, subject.inputs.flags(subject.program),
             print(subject.program), print(streams, subject.program));
}

// One run, every schedule.
void compare(const Subject& subject, const Streams& streams, Tally& tally) {
  if (!mismatches(subject.program, streams, 1).empty()) return;
  const auto lines = make_lines(subject.program, streams, subject.inputs);
  if (!lines) return;  // malformed: that is for other tests
  BoundedOptions options;
  options.unroll.given = &subject.inputs;
  const BoundedResult searched = prove_bounded(subject.program, streams, options);
  const auto verdict = verdict_of(searched);
  if (!verdict) {
    ++tally.outside;
    ++tally.reasons[searched.reason.substr(searched.reason.rfind('\'') + 1)];
    return;
  }
  Tracks tracks(subject.program, *lines);
  mark_prompt_steps(tracks);
  const ExploreResult explored =
      explore(tracks, {.limits = {.states = kMostStates}, .progress = {}});
  const auto clocks = decide_by_clocks(subject.program, subject.cells, streams, subject.inputs);
  const bool is_explored = explored.reason.empty() || explored.verdict < Verdict::unknown;
  const bool is_by_clocks = clocks && !clocks->is_outside;
  if (!is_explored && !is_by_clocks) return;
  ++tally.compared;
  tally.by_clocks += is_by_clocks;
  ++tally.verdicts[*verdict];
  if (is_explored && explored.verdict != *verdict)
    report(subject, streams,
           fmt::format("{} by exploration, {} by search", name(explored.verdict), name(*verdict)),
           tally);
  else if (is_by_clocks && clocks->verdict != *verdict)
    report(subject, streams,
           fmt::format("{} by clocks, {} by search", name(clocks->verdict), name(*verdict)), tally);
  else if (searched.counterexample && !replayed(subject.program, streams, *searched.counterexample))
    report(subject, streams, "a counterexample does not replay", tally);
}

// Does no loop of this run have more trips than the bound?
bool is_within_bound(const Program& program, const Streams& streams, const Inputs& inputs) {
  BoundedOptions options;
  options.unroll.given = &inputs;
  const BoundedResult run = prove_bounded(program, streams, options);
  return (run.is_proved || run.counterexample) && run.most_trips <= kTrips;
}

void search_all_inputs(const Subject& subject, const Streams& streams, Tally& tally) {
  if (!mismatches(subject.program, streams, 1).empty()) return;
  BoundedOptions options;
  options.unroll.trips = kTrips;
  const BoundedResult result = prove_bounded(subject.program, streams, options);
  if (!verdict_of(result)) return;
  ++tally.all_inputs;
  if (const auto& found = result.counterexample) {
    const bool is_real = found->kind == Counterexample::Kind::malformed
                             ? is_malformed(subject.program, streams, *found)
                             : replayed(subject.program, streams, *found).has_value();
    if (!is_real)
      report(subject, streams, "a counterexample for all inputs does not replay", tally);
    return;
  }
  for (std::uint64_t seed = 0; seed < kSamples; ++seed) {
    const Inputs inputs(subject.program, seed, {0, kTrips});
    const auto clocks = decide_by_clocks(subject.program, subject.cells, streams, inputs);
    if (!clocks || clocks->is_outside || clocks->verdict >= Verdict::unknown) continue;
    if (is_within_bound(subject.program, streams, inputs))
      report({subject.program, subject.cells, inputs}, streams,
             fmt::format("proved up to {} trips, but {}", kTrips, name(clocks->verdict)), tally);
  }
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
  const auto mutate_some = [&](Streams& streams, std::uint64_t most) {
    for (std::uint64_t i = random.below(most + 1); i > 0; --i)
      mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
  };
  for (const std::string_view name : synchronizer_names())
    compare(subject, find_synchronizer(name)->synchronize(program).streams, tally);
  Streams own = synchronize(program).streams;
  mutate_some(own, 2);
  compare(subject, own, tally);
  search_all_inputs(subject, own, tally);
  Streams drawn = random_streams(program, inputs, random);
  mutate_some(drawn, 2);
  compare(subject, drawn, tally);
}

int run(std::uint64_t programs) {
  Tally tally;
  for (std::uint64_t seed = 0; tally.programs < programs && tally.differences == 0; ++seed)
    compare_all(seed, tally);
  fmt::print("{} programs; {} streams decided by search and another, {} by clocks too\n",
             tally.programs, tally.compared, tally.by_clocks);
  fmt::print("  {} outside the search's domain; {} searched for all inputs\n", tally.outside,
             tally.all_inputs);
  print_counts(tally.verdicts);
  for (const auto& [reason, count] : tally.reasons) fmt::print("  {:>6} {}\n", count, reason);
  Marks marks;
  marks.at_most("differences of clocks, exhaustive and bounded search",
                static_cast<double>(tally.differences), 0);
  mark_shares(tally.verdicts, tally.compared, marks);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  return tidemark::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000);
}
