#include "core/sync/stream_plan.h"

#include <algorithm>
#include <optional>
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

}  // namespace

struct StreamPlan::Inside {
  EngineSet counts;
  bool follow = false;
};

StreamPlan::StreamPlan(const Plan& plan, EngineId stream)
    : stream_(stream),
      waits_(plan_waits(plan, stream)),
      snapshots_(plan, stream, waits_),
      cleared_after_(plan.program.controls.size()),
      kept_counters_(plan.program.counters.size()),
      counts_used_(plan.program.controls.size()),
      follow_(plan.program.controls.size()) {
  sort_waits(plan);
  keep_counters(plan);
  place_clears(plan);
  gather(plan, plan.program.body);
}

void StreamPlan::sort_waits(const Plan& plan) {
  for (SiteId site : plan.operands.sites.ids())
    std::ranges::sort(waits_[site], {},
                      [](const PlannedWait& wait) { return std::pair(wait.producer, wait.need); });
}

// A slot that the run chooses is computed by the stream, too.
void StreamPlan::keep_counters(const Plan& plan) {
  const auto keep_slot = [&](const Touch& touch) {
    if (touch.access && touch.access->slot) keep(plan.program, touch.access->slot->form);
  };
  for (const PlannedWait& wait : waits_.items())
    if (wait.source == PlannedWait::Source::snapshot)
      keep_slot(plan.operands.touches[plan.operands.needs[wait.need].touch]);
  for (SiteId site : plan.operands.sites.ids())
    for (const SnapshotPoint& point : snapshots_.after(site))
      if (snapshots_.groups()[point.group].slots > 1) keep_slot(plan.operands.touches[point.touch]);
}

void StreamPlan::keep(const Program& program, const Affine& form) {
  for (const AffineTerm& term : form.terms) {
    if (term.symbol.kind != Symbol::Kind::counter) continue;
    const CounterId counter(term.symbol.index);
    if (kept_counters_[counter]) continue;
    kept_counters_[counter] = true;
    for (const Assignment& assignment : program.assignments)
      if (assignment.counter == counter) keep(program, assignment.value);
  }
}

// A sweep's register can be cleared where its latest slot has been waited for in every
// run: at the end of the constant loops around such a wait.
void StreamPlan::place_clears(const Plan& plan) {
  for (PlannedWait& wait : waits_.items()) {
    if (wait.source != PlannedWait::Source::snapshot || !wait.clears) continue;
    const auto& swept = snapshots_.groups()[wait.group].swept;
    if (!swept) continue;
    wait.clears = false;
    const Need& need = plan.operands.needs[wait.need];
    const auto loops = constant_loops_around(plan, need.site);
    const Touch& touch = plan.operands.touches[need.touch];
    if (!takes_value(plan, *touch.access->slot, loops, swept->latest_slot())) continue;
    if (loops.empty())
      wait.clears = true;
    else
      cleared_after_[loops.back()].push_back(wait.group);
  }
  for (std::vector<GroupId>& groups : cleared_after_) {
    std::ranges::sort(groups);
    const auto repeated = std::ranges::unique(groups);
    groups.erase(repeated.begin(), repeated.end());
  }
}

// --- what is inside of each control statement

void StreamPlan::gather_site(const Plan& plan, SiteId site, Inside& inside) const {
  const EngineId engine = plan.operands.sites[site].engine;
  if (!snapshots_.after(site).empty()) {
    inside.counts.set(engine.value);
    inside.follow = true;
  }
  if (engine != stream_) return;
  inside.follow = true;
  for (const PlannedWait& wait : waits(site))
    if (wait.source == PlannedWait::Source::count) inside.counts.set(wait.producer.value);
}

StreamPlan::Inside StreamPlan::gather(const Plan& plan, const Block& block) {
  Inside inside;
  for (const Statement& statement : block) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement))
      gather_site(plan, plan.operands.site_of(*instruction), inside);
    else if (const auto* assignment = std::get_if<AssignmentId>(&statement))
      inside.follow |= kept_counters_[plan.program.assignments[*assignment].counter];
    else
      gather(plan, std::get<ControlId>(statement), inside);
  }
  return inside;
}

void StreamPlan::gather(const Plan& plan, ControlId control, Inside& outer) {
  Inside inside;
  for (SiteId read : plan.operands.reads_of(control)) gather_site(plan, read, inside);
  const auto add = [&](const Block& block) {
    const Inside more = gather(plan, block);
    inside.counts |= more.counts;
    inside.follow |= more.follow;
  };
  const auto& form = plan.program.controls[control].form;
  if (const auto* loop = std::get_if<For>(&form)) {
    add(loop->body);
  } else if (const auto* branch = std::get_if<If>(&form)) {
    add(branch->then_block);
    add(branch->else_block);
  } else {
    add(std::get<While>(form).body);
  }
  if (plan.drains) inside.follow |= plan.drains->any_at(control);
  counts_used_[control] = inside.counts;
  follow_[control] = inside.follow;
  for (const SnapshotPoint& point : snapshots_.after(control))
    inside.counts.set(snapshots_.groups()[point.group].producer.value);
  inside.follow |= !snapshots_.after(control).empty();
  outer.counts |= inside.counts;
  outer.follow |= inside.follow;
}

}  // namespace tidemark::sync
