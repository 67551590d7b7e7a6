// The deciders' faults: a check inverted, one kind of edge ignored. They measure the tests:
// with any one of them planted, the suite must fail (tests/decider_mutants_test.cc).
//
// In the library `mutated` is constantly false and every place that asks vanishes. A second
// build of this folder, tidemark_checker_mutated, has TIDEMARK_CHECKER_MUTANTS defined; the
// environment variable TIDEMARK_PLANT names the fault of the whole process.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tidemark {

enum class CheckerMutant : std::uint8_t {
  // The dependences, in the ideal clocks and in the needs that the explorer has.
  clocks_forget_raw,
  clocks_forget_war,
  clocks_forget_waw,
  needs_forget_raw,
  needs_forget_war,
  needs_forget_waw,
  // The clocks.
  early_is_fine,      // an instance that issues too early is not seen
  late_is_fine,       // one that is held back is not seen
  early_is_late,      // the check of which of the two it is, inverted
  stuck_is_fine,      // streams that do not end are not seen
  completion_alone,   // a wait brings the completion, not what was certain at its issue
  no_inflight_limit,  // of the streams
  ideal_serial,       // the ideal system has one instance in flight on every engine
  no_drain,           // a barrier is passed with instances in flight
  reset_ignored,
  raise_by_one,     // whatever the signal's amount
  take_leaves_all,  // tokens taken can be taken again
  // The domain: clocks asked about what they cannot decide.
  signal_is_completion,
  any_raiser,  // a semaphore raised by several engines
  equal_is_at_least,
  // The explorer.
  early_step_is_fine,
  held_back_is_fine,
  all_steps_quiet,  // its reduction leaves out too much
};

inline constexpr auto kCheckerMutants = std::to_array<std::string_view>({
    "clocks_forget_raw", "clocks_forget_war", "clocks_forget_waw",
    "needs_forget_raw",  "needs_forget_war",  "needs_forget_waw",
    "early_is_fine",     "late_is_fine",      "early_is_late",
    "stuck_is_fine",     "completion_alone",  "no_inflight_limit",
    "ideal_serial",      "no_drain",          "reset_ignored",
    "raise_by_one",      "take_leaves_all",   "signal_is_completion",
    "any_raiser",        "equal_is_at_least", "early_step_is_fine",
    "held_back_is_fine", "all_steps_quiet",
});

#ifdef TIDEMARK_CHECKER_MUTANTS
bool mutated(CheckerMutant mutant);
#else
constexpr bool mutated(CheckerMutant) { return false; }
#endif

}  // namespace tidemark
