// The expressions of one stream: thresholds, the registers behind them, and the program's
// own forms in terms of what the stream keeps.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/sync/counts.h"
#include "core/sync/mutant.h"
#include "core/sync/registers.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

// One register, or one element of a register ring.
struct RegisterSlot {
  RegisterId reg;
  std::optional<Expression> index;
  std::int64_t behind = 0;  // what is kept there is later by so many instances

  Expression value() && {
    return index ? Expression::element(reg, *std::move(index)) : Expression::of(reg);
  }
};

class Thresholds {
 public:
  // `preamble`: where register operations go that must come before everything else.
  Thresholds(const Plan& plan, const StreamPlan& stream, Counts& counts, Registers& registers,
             StreamBlock& preamble)
      : plan_(plan), stream_(stream), counts_(counts), registers_(registers), preamble_(preamble) {}

  // Calls visit(Expression) with what a wait must wait for; several where its slot is several
  // cells.
  template <class Visit>
  void for_each(const PlannedWait& wait, Visit&& visit) {
    if (wait.source == PlannedWait::Source::count) return visit(of_count(wait));
    if (group(wait.group).swept) return visit(of_sweep(wait.group, touch_of(wait)));
    for_each_slot(wait, [&](RegisterSlot slot) { visit(of_slot(std::move(slot))); });
  }

  // Calls visit(RegisterSlot) with where a snapshot is kept, for the cells that the touch touches.
  template <class Visit>
  void for_each_slot(const PlannedWait& wait, Visit&& visit) {
    for_each_slot(wait.group, touch_of(wait), {}, visit);
  }
  template <class Visit>
  void for_each_slot(const SnapshotPoint& point, Visit&& visit) {
    for_each_slot(point.group, plan_.operands.touches[point.touch], point.fixed, visit);
  }
  // The same for a whole group: its register, or ring.
  RegisterId register_of(GroupId id) { return registers_.snapshot(stream_.snapshots(), id); }
  // Keeps what a sweep has set, at the end of its loop.
  void emit_sweep(GroupId id, ControlId loop, StreamBlock& out);

  Expression expression(const Affine& form);

 private:
  SiteId site_of(const PlannedWait& wait) const { return plan_.operands.needs[wait.need].site; }
  const Touch& touch_of(const PlannedWait& wait) const {
    return plan_.operands.touches[wait.touch];
  }
  const SnapshotGroup& group(GroupId id) const { return stream_.snapshots().groups()[id]; }

  Expression of_count(const PlannedWait& wait);
  // What the distance takes from the count, by the loops' variables.
  std::vector<LoopTerm> slopes_of(const PlannedWait& wait) const;
  Expression of_sweep(GroupId id, const Touch& touch);
  static Expression of_slot(RegisterSlot&& slot);

  template <class Visit>
  void for_each_slot(GroupId id, const Touch& touch, std::span<const FixedVariable> fixed,
                     Visit&& visit) {
    const SnapshotGroup& here = group(id);
    if (here.slots == 1) return visit(RegisterSlot{register_of(id), std::nullopt, behind(here)});
    if (here.regions == 1)
      return visit(RegisterSlot{register_of(id), slot_of(touch, fixed), behind(here)});
    for (RegisterSlot& slot : pool_slots(id, touch, fixed)) visit(std::move(slot));
  }
  static std::int64_t behind(const SnapshotGroup& group) {
    return mutated(Mutant::shared_register_as_is) ? 0 : group.behind;
  }
  std::vector<RegisterSlot> pool_slots(GroupId id, const Touch& touch,
                                       std::span<const FixedVariable> fixed);
  Expression looked_up(const std::vector<std::int64_t>& table, std::size_t piece, std::int64_t base,
                       const Touch& touch, const Expression& slot);
  void fill(RegisterId lookup, const std::vector<std::int64_t>& table);
  Expression expression(const Residue& slot);
  Expression value_of(Symbol symbol);
  Expression slot_of(const Touch& touch, std::span<const FixedVariable> fixed);

  const Plan& plan_;
  const StreamPlan& stream_;
  Counts& counts_;
  Registers& registers_;
  StreamBlock& preamble_;
};

}  // namespace tidemark::sync
