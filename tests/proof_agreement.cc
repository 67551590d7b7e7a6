// Unbounded proof against the clocks, on random programs: our own streams, and one mutant of
// each. Usage: proof_agreement PROGRAMS. Prints what was left unknown and why, then the
// figures beside their marks.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>

#include "checker/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/print.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "oracle/unbounded.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kRuns = 60;
constexpr double kMostUnknown = 0.01;

struct Tally {
  std::uint64_t proved = 0;
  std::uint64_t refuted = 0;
  std::uint64_t unknown = 0;         // neither
  std::uint64_t contradictions = 0;  // both
  std::map<std::string, std::uint64_t> reasons;
};

void decide(const Program& program, const Streams& streams, std::uint64_t seed, Tally& tally) {
  const UnboundedResult result = prove_unbounded(program, streams);
  const auto checked = check_runs(program, streams, Inputs(program, seed), kRuns);
  const bool is_refuted = checked && checked->report.verdict < Verdict::unknown;
  tally.proved += result.is_proved;
  tally.refuted += is_refuted;
  if (result.is_proved && is_refuted) {
    ++tally.contradictions;
    fmt::print("proved, but {} (seed {}):\n{}{}\n", name(checked->report.verdict), seed,
               print(program), print(streams, program));
  }
  if (result.is_proved || is_refuted) return;
  ++tally.unknown;
  ++tally.reasons[result.reason.substr(0, result.reason.find(':'))];
}

void print_tally(const char* what, const Tally& tally) {
  fmt::print("{}: {} proved, {} refuted, {} unknown\n", what, tally.proved, tally.refuted,
             tally.unknown);
  for (const auto& [reason, count] : tally.reasons) fmt::print("  {:>6}  {}\n", count, reason);
}

int run(std::uint64_t programs) {
  Tally own, mutants;
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
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
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int count, char** words) {
  return tidemark::run(count > 1 ? std::strtoull(words[1], nullptr, 10) : 1'000);
}
