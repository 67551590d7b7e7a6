#include "core/sync/stream_plan.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace tidemark::sync {
namespace {

// The constant loops around a site, innermost first, up to the first that is none.
std::vector<ControlId> constant_loops_around(const Plan& plan, SiteId site) {
  std::vector<ControlId> loops;
  for (auto around = plan.placement.of_site[site]; around && constant_loop(plan.program, *around);
       around = plan.placement.of_control[*around])
    loops.push_back(*around);
  return loops;
}

// Whether the index takes this value in some trip of the loops, which are constant.
bool takes_value(const Plan& plan, const Residue& index, const std::vector<ControlId>& loops,
                 std::int64_t wanted) {
  constexpr std::int64_t kMostTrips = 65'536;
  std::int64_t combinations = 1;
  for (ControlId loop : loops) {
    const std::int64_t trips = constant_loop(plan.program, loop)->trips;
    if (trips > kMostTrips || combinations * trips > kMostTrips) return false;
    combinations *= trips;
  }
  for (const AffineTerm& term : index.form.terms)
    if (term.symbol.kind != Symbol::Kind::variable ||
        std::ranges::find(loops, ControlId(term.symbol.index)) == loops.end())
      return false;
  for (std::int64_t c = 0; c < combinations; ++c) {
    const auto value_of = [&](Symbol symbol) {
      std::int64_t rest = c;
      for (ControlId id : loops) {
        const ConstantLoop loop = *constant_loop(plan.program, id);
        if (id.value == symbol.index) return loop.lower + rest % loop.trips * loop.step;
        rest /= loop.trips;
      }
      return std::int64_t{0};
    };
    if (evaluate(index, value_of) == wanted) return true;
  }
  return false;
}

// Collects the program counters that slots depend on, through others too.
class CounterKeeper {
 public:
  CounterKeeper(const Plan& plan, Table<CounterId, bool>& kept)
      : plan_(plan), kept_(kept), left_(kept.size()) {}

  bool has_all() const { return left_ == 0; }

  void keep(const Touch& touch) {
    if (!touch.names_counter) return;
    keep(touch.access->slot->form);
    while (!pending_.empty()) {
      const CounterId counter = pending_.back();
      pending_.pop_back();
      for (AssignmentId assignment : plan_.assignments_of_counter[counter])
        keep(plan_.program.assignments[assignment].value);
    }
  }

 private:
  void keep(const Affine& form) {
    for (const AffineTerm& term : form.terms) {
      const CounterId counter(term.symbol.index);
      if (term.symbol.kind != Symbol::Kind::counter || kept_[counter]) continue;
      kept_[counter] = true;
      --left_;
      pending_.push_back(counter);
    }
  }

  const Plan& plan_;
  Table<CounterId, bool>& kept_;
  std::size_t left_;                // not kept
  std::vector<CounterId> pending_;  // kept, but not what they depend on
};

}  // namespace

StreamPlan::StreamPlan(const Plan& plan, EngineId stream, PlannedWaits& waits,
                       const Snapshots& snapshots)
    : stream_(stream),
      waits_(waits),
      snapshots_(snapshots),
      cleared_after_(plan.program.controls.size()),
      kept_counters_(plan.program.counters.size()),
      counts_used_(plan.program.controls.size()),
      follow_(plan.program.controls.size()) {
  keep_counters(plan);
  place_clears(plan, waits);
}

// A slot that the run chooses is computed by the stream, too.
void StreamPlan::keep_counters(const Plan& plan) {
  CounterKeeper keeper(plan, kept_counters_);
  for (SiteId site : plan.operands.sites_of_engine[stream_])
    for (const PlannedWait& wait : waits_[site]) {
      if (keeper.has_all()) return;
      if (wait.source == PlannedWait::Source::snapshot)
        keeper.keep(plan.operands.touches[wait.touch]);
    }
  for (SiteId site : plan.operands.sites.ids())
    for (const SnapshotPoint& point : snapshots_.after(site)) {
      if (keeper.has_all()) return;
      if (snapshots_.groups()[point.group].slots > 1)
        keeper.keep(plan.operands.touches[point.touch]);
    }
}

// A sweep's register can be cleared where its latest slot has been waited for in every
// run: at the end of the constant loops around such a wait.
void StreamPlan::place_clears(const Plan& plan, PlannedWaits& waits) {
  const auto is_cleared_sweep = [&](const SnapshotGroup& group) {
    return group.stream == stream_ && group.swept && group.clears;
  };
  if (std::ranges::none_of(snapshots_.groups(), is_cleared_sweep)) return;
  for (SiteId site : plan.operands.sites_of_engine[stream_])
    for (PlannedWait& wait : waits[site])
      if (wait.source == PlannedWait::Source::snapshot && wait.clears)
        place_clear(plan, site, wait);
  for (std::vector<GroupId>& groups : cleared_after_) {
    std::ranges::sort(groups);
    const auto repeated = std::ranges::unique(groups);
    groups.erase(repeated.begin(), repeated.end());
  }
}

void StreamPlan::place_clear(const Plan& plan, SiteId site, PlannedWait& wait) {
  const auto& swept = snapshots_.groups()[wait.group].swept;
  if (!swept) return;
  wait.clears = false;
  const auto loops = constant_loops_around(plan, site);
  const Touch& touch = plan.operands.touches[wait.touch];
  if (!takes_value(plan, *touch.access->slot, loops, swept->latest_slot())) return;
  if (loops.empty())
    wait.clears = true;
  else
    cleared_after_[loops.back()].push_back(wait.group);
}

// --- what is inside of each control statement

void StreamPlan::gather_site(const Plan& plan, SiteId site, ControlId around) {
  const EngineId engine = plan.operands.sites[site].engine;
  if (!snapshots_.after(site).empty()) {
    counts_used_[around].set(engine.value);
    follow_[around] = true;
  }
  if (engine != stream_) return;
  follow_[around] = true;
  for (const PlannedWait& wait : waits(site))
    if (wait.source == PlannedWait::Source::count) counts_used_[around].set(wait.producer.value);
}

// A control statement comes after those around it: each, complete, goes into the one around.
void StreamPlan::gather_controls(const Plan& plan) {
  const Placement& placement = plan.placement;
  for (AssignmentId assignment : plan.program.assignments.ids())
    if (const auto around = placement.of_assignment[assignment])
      if (keeps(plan.program.assignments[assignment].counter)) follow_[*around] = true;
  for (ControlId control : plan.program.controls.ids() | std::views::reverse) {
    if (plan.drains && plan.drains->any_at(control)) follow_[control] = true;
    const auto around = placement.of_control[control];
    if (!around) continue;
    counts_used_[*around] |= counts_used_[control];
    for (const SnapshotPoint& point : snapshots_.after(control))
      counts_used_[*around].set(snapshots_.groups()[point.group].producer.value);
    if (follow_[control] || !snapshots_.after(control).empty()) follow_[*around] = true;
  }
}

// --- all streams

StreamPlans::StreamPlans(const Plan& plan)
    : waits_(plan_waits(plan)), snapshots_(plan_snapshots(plan, waits_)) {
  for (SiteId site : plan.operands.sites.ids())
    std::ranges::sort(waits_[site], {},
                      [](const PlannedWait& wait) { return std::pair(wait.producer, wait.need); });
  for (EngineId stream : plan.operands.participants)
    streams_.try_emplace(stream, plan, stream, waits_,
                         Snapshots(snapshots_.groups, snapshots_.points[stream]));
  gather(plan);
}

// Site by site for all streams: their waits lie in that order.
void StreamPlans::gather(const Plan& plan) {
  const auto gather_site = [&](SiteId site, ControlId around) {
    for (auto& [engine, stream] : streams_) stream.gather_site(plan, site, around);
  };
  for (InstructionId instruction : plan.program.instructions.ids()) {
    const SiteId site = plan.operands.site_of(instruction);
    if (const auto around = plan.placement.of_site[site]) gather_site(site, *around);
  }
  for (ControlId control : plan.program.controls.ids())
    for (SiteId read : plan.operands.reads_of(control)) gather_site(read, control);
  for (auto& [engine, stream] : streams_) stream.gather_controls(plan);
}

}  // namespace tidemark::sync
