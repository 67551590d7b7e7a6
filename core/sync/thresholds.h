// The expressions of one stream: thresholds, the registers behind them, and the program's
// own forms in terms of what the stream keeps.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/sync/counts.h"
#include "core/sync/registers.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

// One register, or one element of a register ring.
struct RegisterSlot {
  RegisterId reg;
  std::optional<Expression> index;
  std::int64_t behind = 0;  // what is kept there is later by so many instances

  Expression value() const {
    return index ? Expression::element(reg, *index) : Expression::of(reg);
  }
};

class Thresholds {
 public:
  // `preamble`: where register operations go that must come before everything else.
  Thresholds(const Plan& plan, const StreamPlan& stream, Counts& counts, Registers& registers,
             StreamBlock& preamble)
      : plan_(plan), stream_(stream), counts_(counts), registers_(registers), preamble_(preamble) {}

  // What a wait must wait for; several where its slot is several cells.
  std::vector<Expression> of(const PlannedWait& wait);

  // Where a snapshot is kept, for the cells that the touch touches.
  std::vector<RegisterSlot> slots_of(const PlannedWait& wait);
  std::vector<RegisterSlot> slots_of(const SnapshotPoint& point);
  // The same for a whole group: its register, or ring.
  RegisterId register_of(GroupId id);
  // Keeps what a sweep has set, at the end of its loop.
  void emit_sweep(GroupId id, ControlId loop, StreamBlock& out);

  Expression expression(const Affine& form);

 private:
  SiteId site_of(const PlannedWait& wait) const { return plan_.operands.needs[wait.need].site; }
  const Touch& touch_of(const PlannedWait& wait) const {
    return plan_.operands.touches[plan_.operands.needs[wait.need].touch];
  }
  const SnapshotGroup& group(GroupId id) const { return stream_.snapshots().groups()[id]; }

  Expression of_count(const PlannedWait& wait);
  Expression of_sweep(GroupId id, const Touch& touch);
  std::vector<RegisterSlot> slots_of(GroupId id, const Touch& touch,
                                     std::span<const FixedVariable> fixed);
  std::vector<RegisterSlot> pool_slots(RegisterId reg, std::int64_t base, const Touch& touch,
                                       const Expression& slot);
  Expression looked_up(const std::vector<std::int64_t>& table, std::size_t piece, std::int64_t base,
                       const Touch& touch, const Expression& slot);
  void fill(RegisterId lookup, const std::vector<std::int64_t>& table);
  Expression value_of(Symbol symbol);
  Expression slot_of(const Touch& touch, std::span<const FixedVariable> fixed);

  const Plan& plan_;
  const StreamPlan& stream_;
  Counts& counts_;
  Registers& registers_;
  StreamBlock& preamble_;
};

}  // namespace tidemark::sync
