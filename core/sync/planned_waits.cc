#include "core/sync/planned_waits.h"

namespace tidemark::sync {
namespace {

PlannedWait plan_wait(const Plan& plan, NeedId id, EngineId stream, const NeedFacts& facts) {
  const Need& need = plan.operands.needs[id];
  PlannedWait wait{id, need.touch, need.producer};
  const bool sets_itself = need.producer == stream && !need.last_write;
  wait.clears = !sets_itself && (facts.hottest_needed < facts.hottest || plan.repeats[id]);
  if (wait.clears) return wait;
  if (!facts.distance.is_none()) {
    wait.source = PlannedWait::Source::count;
    wait.distance = facts.distance.least;
  } else if (facts.affine >= 0) {
    if (const auto form = plan.analysis.affine[static_cast<std::size_t>(facts.affine)].form()) {
      wait.source = PlannedWait::Source::count;
      wait.distance = form->constant;
      if (form->slopes != AffineDistance::Values{}) wait.affine = facts.affine;
    }
  }
  return wait;
}

}  // namespace

PlannedWaits plan_waits(const Plan& plan) {
  PlannedWaits waits(plan.operands.sites.size());
  waits.reserve(plan.operands.needs.size());
  for (SiteId id : plan.operands.sites.ids()) {
    const Site& site = plan.operands.sites[id];
    for (std::uint32_t n = site.needs_begin; n < site.needs_end; ++n) {
      const NeedFacts& facts = plan.analysis.needs[NeedId(n)];
      if (facts.needed) waits.add(id, plan_wait(plan, NeedId(n), site.engine, facts));
    }
  }
  return waits;
}

}  // namespace tidemark::sync
