#include "fuzz/mutants/sync_mutants.h"

#include <algorithm>
#include <array>

#include "core/planted.h"
#include "core/sync/synchronizer.h"

namespace tidemark::mutants {
namespace {

using sync::Mutant;

constexpr auto kMutants = std::to_array<SyncMutant>({
    {Mutant::no_turn_at_back_edge, "no_turn_at_back_edge"},
    {Mutant::turned_the_wrong_way, "turned_the_wrong_way"},
    {Mutant::step_taken_as_one, "step_taken_as_one"},
    {Mutant::counter_does_not_turn, "counter_does_not_turn"},
    {Mutant::phase_kept_on_reentry, "phase_kept_on_reentry"},
    {Mutant::no_meet_over_rotations, "no_meet_over_rotations"},
    {Mutant::no_meet_at_exit, "no_meet_at_exit"},
    {Mutant::loop_entry_ignored, "loop_entry_ignored"},
    {Mutant::one_pass_is_enough, "one_pass_is_enough"},
    {Mutant::no_meet_at_branch, "no_meet_at_branch"},
    {Mutant::trips_rounded_down, "trips_rounded_down"},
    {Mutant::issue_for_completion, "issue_for_completion"},
    {Mutant::one_too_early, "one_too_early"},
    {Mutant::wrong_pair, "wrong_pair"},
    {Mutant::circular_redundancy, "circular_redundancy"},
    {Mutant::inflight_limit_too_low, "inflight_limit_too_low"},
    {Mutant::unknown_slot_is_no_slot, "unknown_slot_is_no_slot"},
    {Mutant::slot_of_first_operand, "slot_of_first_operand"},
    {Mutant::forget_war, "forget_war"},
    {Mutant::forget_waw, "forget_waw"},
    {Mutant::forget_own_results, "forget_own_results"},
    {Mutant::one_range_of_several, "one_range_of_several"},
    {Mutant::wait_for_readers, "wait_for_readers"},
    {Mutant::untaken_branch_counts, "untaken_branch_counts"},
    {Mutant::index_for_count, "index_for_count"},
    {Mutant::reset_in_inner_loop, "reset_in_inner_loop"},
    {Mutant::trips_counted_once, "trips_counted_once"},
    {Mutant::skipped_loop_uncounted, "skipped_loop_uncounted"},
    {Mutant::while_uncounted, "while_uncounted"},
    {Mutant::snapshot_before_count, "snapshot_before_count"},
    {Mutant::no_snapshot_at_branch, "no_snapshot_at_branch"},
    {Mutant::no_snapshot_at_back_edge, "no_snapshot_at_back_edge"},
    {Mutant::shared_register_as_is, "shared_register_as_is"},
    {Mutant::drop_second_wait, "drop_second_wait"},
    {Mutant::threshold_low, "threshold_low"},
    {Mutant::threshold_high, "threshold_high"},
    {Mutant::swap_thresholds, "swap_thresholds"},
    {Mutant::wrong_semaphore, "wrong_semaphore"},
    {Mutant::wait_for_latest, "wait_for_latest"},
    {Mutant::signal_at_issue, "signal_at_issue"},
    {Mutant::bound_read_early, "bound_read_early"},
    {Mutant::narrow_semaphore, "narrow_semaphore"},
    {Mutant::no_reset_at_barrier, "no_reset_at_barrier", "barrier", Verdict::overwaits},
    {Mutant::no_barrier_between_trips, "no_barrier_between_trips", "barrier", Verdict::overwaits},
});

// In order of the enumeration, none left out.
static_assert([] {
  for (std::size_t i = 0; i < kMutants.size(); ++i)
    if (static_cast<std::size_t>(kMutants[i].mutant) != i) return false;
  return kMutants.back().mutant == Mutant::no_barrier_between_trips;
}());

}  // namespace

std::span<const SyncMutant> sync_mutants() { return kMutants; }

const SyncMutant* find_sync_mutant(std::string_view name) {
  const auto found = std::ranges::find(kMutants, name, &SyncMutant::name);
  return found == kMutants.end() ? nullptr : &*found;
}

Streams broken_streams(const SyncMutant& mutant, const Program& program) {
  const Planted planted(mutant.mutant);
  return right_streams(mutant, program);
}

Streams right_streams(const SyncMutant& mutant, const Program& program) {
  return find_synchronizer(mutant.synchronizer)->synchronize(program).streams;
}

}  // namespace tidemark::mutants
