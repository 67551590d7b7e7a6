// Unbounded proof against the clocks, on random programs: our own streams, and mutants. What no
// sampled run refutes and no proof shows is searched up to a few trips, as `prove` does; what is
// proved is held against more runs. Usage: proof_agreement PROGRAMS [FIRST SEED]. Prints what was
// left unknown and why, then the figures beside their marks.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>

#include "checker/check.h"
#include "cli/replayed.h"
#include "core/sync/synchronizer.h"
#include "core/text/print.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "oracle/bounded.h"
#include "oracle/unbounded.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kRuns = 60;
constexpr std::uint64_t kRunsOfProved = 20;  // more inputs, of other sizes
constexpr std::uint64_t kRunsOfUnproved = 500;
constexpr std::int64_t kMostTrips = 3;
constexpr std::uint32_t kSearchSteps = 20'000'000;  // of the solver, for each search
constexpr double kMostUnknown = 0.01;
constexpr double kEquivalentsProved = 0.95;

struct Tally {
  std::uint64_t proved = 0;
  std::uint64_t refuted = 0;
  std::uint64_t unknown = 0;         // neither
  std::uint64_t contradictions = 0;  // both
  std::uint64_t runs = 0;            // inputs that were tried
  std::map<std::string, std::uint64_t> reasons;
};

// By the checker, with a witness that replays where there is a schedule to replay.
bool is_finding(const CheckReport& report) {
  if (report.verdict >= Verdict::unknown) return false;
  return report.verdict == Verdict::malformed || report.witness.has_value();
}

// By the bounded search, with a witness that replays.
bool is_refuted_by_search(const Program& program, const Streams& streams) {
  for (std::int64_t trips = 1; trips <= kMostTrips; ++trips) {
    BoundedOptions options;
    options.unroll.trips = trips;
    options.solver.all_steps = kSearchSteps;
    const BoundedResult result = prove_bounded(program, streams, options);
    if (!result.counterexample) continue;
    return result.counterexample->kind == Counterexample::Kind::malformed
               ? is_malformed(program, streams, *result.counterexample)
               : replayed(program, streams, *result.counterexample).has_value();
  }
  return false;
}

// Runs of inputs as they come and of larger ones; how many of them there were.
std::uint64_t more_runs(const Program& program, const Streams& streams, std::uint64_t seed,
                        std::uint64_t count, bool& is_refuted) {
  std::uint64_t runs = 0;
  for (const DrawRange range : {DrawRange{}, DrawRange{0, 9}, DrawRange{-9, 9}}) {
    const auto checked = check_runs(program, streams, Inputs(program, seed, range), count);
    if (!checked) continue;
    runs += checked->runs;
    is_refuted |= is_finding(checked->report);
  }
  return runs;
}

void decide(const Program& program, const Streams& streams, std::uint64_t seed, Tally& tally) {
  const UnboundedResult result = prove_unbounded(program, streams);  // its steps are limited
  const auto checked = check_runs(program, streams, Inputs(program, seed), kRuns);
  bool is_refuted = checked && is_finding(checked->report);
  if (checked) tally.runs += checked->runs;
  if (!is_refuted)
    tally.runs += more_runs(program, streams, seed,
                            result.is_proved ? kRunsOfProved : kRunsOfUnproved, is_refuted);
  if (!result.is_proved && !is_refuted) is_refuted = is_refuted_by_search(program, streams);
  tally.proved += result.is_proved;
  tally.refuted += is_refuted;
  if (result.is_proved && is_refuted) {
    ++tally.contradictions;
    fmt::print("proved, but refuted (seed {}):\n{}{}\n", seed, print(program),
               print(streams, program));
  }
  if (result.is_proved || is_refuted) return;
  ++tally.unknown;
  ++tally.reasons[result.reason.substr(0, result.reason.find(':'))];
  fmt::print("unknown (seed {}): {}\n", seed, result.reason);
  std::fflush(stdout);
}

void print_tally(const char* what, const Tally& tally) {
  fmt::print("{}: {} proved, {} refuted, {} unknown\n", what, tally.proved, tally.refuted,
             tally.unknown);
  for (const auto& [reason, count] : tally.reasons) fmt::print("  {:>6}  {}\n", count, reason);
}

int run(std::uint64_t programs, std::uint64_t first) {
  Tally own, mutants;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const Program program = random_program(seed);
    Streams streams = synchronize(program).streams;
    decide(program, streams, seed, own);
    Random random(seed);
    if (mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random))
      decide(program, streams, seed, mutants);
  }
  print_tally("dynamic", own);
  print_tally("mutants", mutants);
  Marks marks;
  marks.at_most("proofs that a run contradicts",
                static_cast<double>(own.contradictions + mutants.contradictions), 0);
  marks.at_most("programs left unknown",
                static_cast<double>(own.unknown) / static_cast<double>(programs), kMostUnknown);
  // No run and no schedule within the bound tells the others from the right ones.
  const auto equivalent = static_cast<double>(mutants.proved + mutants.unknown);
  marks.at_least("mutants that nothing refutes, proved",
                 static_cast<double>(mutants.proved) / equivalent, kEquivalentsProved);
  if (programs >= 2'000)
    marks.at_least("random inputs tried", static_cast<double>(own.runs + mutants.runs), 100'000);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int count, char** words) {
  return tidemark::run(count > 1 ? std::strtoull(words[1], nullptr, 10) : 1'000,
                       count > 2 ? std::strtoull(words[2], nullptr, 10) : 0);
}
