#include "core/sync/planned_waits.h"

namespace tidemark::sync {
namespace {

PlannedWait plan_wait(const Plan& plan, NeedId id, EngineId stream) {
  const Need& need = plan.operands.needs[id];
  const NeedFacts& facts = plan.analysis.needs[id];
  PlannedWait wait{id, need.producer};
  const bool sets_itself = need.producer == stream && !need.last_write;
  wait.clears = !sets_itself && (facts.hottest_needed < facts.hottest || plan.repeats[id]);
  // Where a barrier resets counts, a register may not keep a value from before it.
  if (!plan.barriers) wait.setters = facts.setters;
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

PlannedWaits::PlannedWaits(const Plan& plan)
    : of_site_(plan.operands.sites.size()),
      begin_(plan.program.engines.size()),
      size_(plan.program.engines.size()) {
  for (EngineId stream : plan.program.engines.ids()) {
    begin_[stream] = of_site_.items().size();
    for (SiteId id : plan.operands.sites_of_engine[stream]) {
      const Site& site = plan.operands.sites[id];
      for (std::uint32_t n = site.needs_begin; n < site.needs_end; ++n)
        if (plan.analysis.needs[NeedId(n)].needed)
          of_site_.add(id, plan_wait(plan, NeedId(n), stream));
    }
    size_[stream] = of_site_.items().size() - begin_[stream];
  }
}

}  // namespace tidemark::sync
