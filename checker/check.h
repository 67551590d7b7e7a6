// The checker: is every schedule of these streams right, and is none slower than the
// program demands? Decided by the clocks (checker/clocks.h); streams that are outside their
// domain by visiting every state (checker/explore/exhaustive.h). With a witness where it is
// not so.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "checker/clocks.h"
#include "checker/explore/limits.h"
#include "checker/verdict.h"
#include "checker/witness.h"

namespace tidemark {

struct CheckOptions {
  RunLimits limits;                  // of the run that is decided
  std::uint64_t shrink_tries = 300;  // runs that may be spent on a smaller witness
  // For streams that clocks do not decide; of one run.
  ExploreLimits explore{.states = 20'000'000, .seconds = 60, .bytes = std::uint64_t{2} << 30};
  std::uint64_t witness_states = kWitnessStates;  // in a search for the smallest of theirs
};

struct CheckReport {
  Verdict verdict = Verdict::unknown;
  std::string reason;                 // malformed, unknown: why, and where; else empty
  Inputs inputs;                      // what it was decided for
  std::uint64_t instances = 0;        // of that run
  std::uint64_t necessary_waits = 0;  // the least that any synchronizer could do with
  StreamCosts costs;
  std::optional<ExploreFigures> explored;  // where all states were visited, not clocks asked
  // Unsafe, overwaits, deadlocks. It has inputs of its own, as small as could be found.
  // Absent if the run is too long to be replayed: `reason` says so.
  std::optional<Witness> witness;
};

// Streams that do not match the program are malformed. An error where these inputs have no
// verdict: bad input if they were given.
std::expected<CheckReport, RunError> check(const Program& program, const Streams& streams,
                                           const Inputs& inputs, const CheckOptions& options = {});

// The verdict with its bound, on one line: "exact: all schedules of 1,234 instances for
// these inputs".
std::string summary(const CheckReport& report, const Program& program);

// Several runs. What `inputs` does not give is drawn from its seed, then from seed + 1, ...
struct RunsReport {
  CheckReport report;  // of the first run with the verdict that is named first
  std::array<std::uint64_t, kVerdicts> verdicts{};  // how many runs had each
  std::uint64_t runs = 0;                           // that have a verdict
  std::uint64_t redrawn = 0;                        // drawn inputs that have none
  std::uint64_t instances = 0;                      // of all runs
};

// An error where no drawn inputs have a verdict: the last one's. Only the run reported gets a
// witness.
std::expected<RunsReport, RunError> check_runs(const Program& program, const Streams& streams,
                                               const Inputs& inputs, std::uint64_t runs,
                                               const CheckOptions& options = {});

std::string summary(const RunsReport& report, const Program& program);

}  // namespace tidemark
