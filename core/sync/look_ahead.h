// What is known of a block of a stream before it is written: which counts are used after each of
// its control statements, and about how many statements it becomes.
#pragma once

#include <ranges>
#include <vector>

#include "core/sync/stream_plan.h"

namespace tidemark::sync {

class LookAhead {
 public:
  LookAhead(const Plan& plan, const StreamPlan& stream) : plan_(plan), stream_(stream) {}

  // `used`: the counts that are used after the block. Returns about how many statements it
  // becomes, without those in blocks of their own.
  std::size_t look_at(Outline::Block block, EngineSet used) {
    std::size_t count = 0;
    for (const Statement& statement : block | std::views::reverse)
      count += look_at(statement, used);
    return count;
  }

  // The counts that are used after the next control statement, as a block is gone through.
  EngineSet take_next() {
    const EngineSet used = used_after_.back();
    used_after_.pop_back();
    return used;
  }

 private:
  // Adds the counts that the statement uses to those used after it.
  std::size_t look_at(const Statement& statement, EngineSet& used) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement))
      return look_at(plan_.operands.site_of(*instruction), used);
    const auto* control = std::get_if<ControlId>(&statement);
    return control ? look_at(*control, used) : 1;
  }

  std::size_t look_at(ControlId control, EngineSet& used) {
    if (plan_.has_barrier(control, BarrierPlace::after)) used.reset();
    const auto points = stream_.snapshots().after(control);
    for (const SnapshotPoint& point : points)
      used.set(stream_.snapshots().groups()[point.group].producer.value);
    used_after_.push_back(used);
    used |= stream_.counts_used(control);
    if (plan_.has_barrier(control, BarrierPlace::before)) used.reset();
    return 1 + points.size();
  }

  std::size_t look_at(SiteId site, EngineSet& used) const {
    const EngineId engine = plan_.operands.sites[site].engine;
    const auto points = stream_.snapshots().after(site);
    for (const SnapshotPoint& point : points) {
      used.set(engine.value);
      ask_for_slot(point.group, point.touch);
    }
    if (engine != stream_.stream()) return points.size();
    std::size_t count = points.size() + 1;
    for (const PlannedWait& wait : stream_.waits(site)) {
      count += wait.clears ? 2 : 1;
      if (wait.source == PlannedWait::Source::count)
        used.set(wait.producer.value);
      else
        ask_for_slot(wait.group, wait.touch);
    }
    return count;
  }

  // The operands that slots are written from are scattered in memory: asked for here, they have
  // come by the time the block is written.
  void ask_for_slot(GroupId group, std::uint32_t touch) const {
    if (stream_.snapshots().groups()[group].slots > 1)
      __builtin_prefetch(plan_.operands.touches[touch].access);
  }

  const Plan& plan_;
  const StreamPlan& stream_;
  std::vector<EngineSet> used_after_;  // the control statements still to come, the next one last
};

}  // namespace tidemark::sync
