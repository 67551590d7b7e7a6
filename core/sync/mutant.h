// The synchronizer's faults: the ways in which compilers get synchronization wrong, each
// a named switch. They measure the deciders (docs/mutants.md): each must be caught.
//
// In the library `mutated` is constantly false and every place that asks vanishes. A
// second build of this folder, tidemark_sync_mutated, has TIDEMARK_SYNC_MUTANTS defined and
// plants the one that a Planted<Mutant> on this thread names (core/planted.h).
#pragma once

#include <cstdint>

#ifdef TIDEMARK_SYNC_MUTANTS
#include "core/planted.h"
#endif

namespace tidemark::sync {

enum class Mutant : std::uint8_t {
  // The analysis: rings and loops.
  no_turn_at_back_edge,    // a ring's frame stays where it was from one trip to the next
  turned_the_wrong_way,    // ... or turns against the loop
  step_taken_as_one,       // ... or as if the step were 1
  counter_does_not_turn,   // ... or stays where a counter that it names steps
  phase_kept_on_reentry,   // a loop entered again is taken to go on where it ended
  no_meet_over_rotations,  // a ring that turned by an unknown amount is taken not to have
  no_meet_at_exit,         // a wait in a loop that may run no trip is credited after it
  loop_entry_ignored,      // what only the first trip of a loop needs is not waited for
  one_pass_is_enough,      // dependences carried from one trip to the next are forgotten
  no_meet_at_branch,       // a wait in a branch that may not be taken is credited after it
  trips_rounded_down,      // the trips of a constant loop whose step does not divide it
  // The analysis: what is certain.
  issue_for_completion,     // an engine's own issued instances are taken to be complete
  one_too_early,            // a wait is taken to cover the completion after the one it names
  wrong_pair,               // a wait is pruned by what another pair of engines knows
  circular_redundancy,      // two waits are dropped, each because the other implies it
  inflight_limit_too_low,   // the limit is taken to order one instance more than it does
  unknown_slot_is_no_slot,  // a write to a slot that the run chooses makes nothing uncertain
  slot_of_first_operand,    // an instruction with several rings sets the first one's slot
  // The needs.
  forget_war,
  forget_waw,
  forget_own_results,    // of an engine with several in flight
  one_range_of_several,  // of ranges that overlap an operand, only the first is seen
  wait_for_readers,      // a reader waits for readers (waits too long)
  // Counts and registers.
  untaken_branch_counts,     // a count advances although the branch is not taken
  index_for_count,           // a loop's variable stands where the count over all entries belongs
  reset_in_inner_loop,       // counts start again at 0 where an inner loop starts
  trips_counted_once,        // a loop adds its trips, whatever the instances in each
  skipped_loop_uncounted,    // a loop that the stream leaves out is not counted
  while_uncounted,           // iterations of a `while` are not counted
  snapshot_before_count,     // a register is set to the count before the instance, not after it
  no_snapshot_at_branch,     // what was set before a branch is forgotten where one arm sets it
  no_snapshot_at_back_edge,  // a snapshot whose use is in the next trip is not taken
  shared_register_as_is,     // keys that share a register are taken to be equal
  // The streams.
  drop_second_wait,  // of an instance with several
  threshold_low,
  threshold_high,    // (waits too long, or for ever)
  swap_thresholds,   // of an instance's first two waits
  wrong_semaphore,   // its own in place of the producer's
  wait_for_latest,   // the producer's count, not the instance depended on (waits too long)
  signal_at_issue,   // a semaphore is raised when the instruction issues
  bound_read_early,  // a control read does not wait for its value
  narrow_semaphore,  // three bits
  // `barrier`.
  no_reset_at_barrier,
  no_barrier_between_trips,
};

#ifdef TIDEMARK_SYNC_MUTANTS
inline bool mutated(Mutant mutant) { return Planted<Mutant>::is(mutant); }
#else
constexpr bool mutated(Mutant) { return false; }
#endif

}  // namespace tidemark::sync
