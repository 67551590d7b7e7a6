// What one stream needs: its waits, where each threshold comes from, and the registers
// and control that this takes.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/sync/planned_waits.h"
#include "core/sync/snapshots.h"

namespace tidemark::sync {

class StreamPlan {
 public:
  // Says of the waits which clear their registers once waited for.
  StreamPlan(const Plan& plan, EngineId stream, PlannedWaits& waits, const Snapshots& snapshots);

  EngineId stream() const { return stream_; }
  const Snapshots& snapshots() const { return snapshots_; }

  // In order of producer.
  std::span<const PlannedWait> waits(SiteId site) const { return waits_[site]; }

  // Sweep registers to clear once the control statement is done with.
  const std::vector<GroupId>& cleared_after(ControlId control) const {
    return cleared_after_[control];
  }

  // Counts that are used inside: by waits, or by snapshots.
  const EngineSet& counts_used(ControlId control) const { return counts_used_[control]; }
  // Must the stream follow the control statement, whatever the counts?
  bool must_follow(ControlId control) const { return follow_[control]; }
  // Program counters that slots of register rings depend on: the stream keeps a copy.
  bool keeps(CounterId counter) const { return kept_counters_[counter]; }

 private:
  void keep_counters(const Plan& plan);
  void place_clears(const Plan& plan, PlannedWaits& waits);
  void place_clear(const Plan& plan, SiteId site, PlannedWait& wait);
  friend class StreamPlans;  // which gathers what is inside of control statements
  void gather_site(const Plan& plan, SiteId site, ControlId around);
  void gather_controls(const Plan& plan);

  EngineId stream_;
  const PlannedWaits& waits_;
  Snapshots snapshots_;
  Table<ControlId, std::vector<GroupId>> cleared_after_;
  Table<CounterId, bool> kept_counters_;
  Table<ControlId, EngineSet> counts_used_;
  Table<ControlId, bool> follow_;
};

// Of all streams of a program.
class StreamPlans {
 public:
  explicit StreamPlans(const Plan& plan);
  StreamPlans(const StreamPlans&) = delete;
  StreamPlans& operator=(const StreamPlans&) = delete;

  const StreamPlan& of(EngineId participant) const { return streams_.at(participant); }

 private:
  void gather(const Plan& plan);

  PlannedWaits waits_;
  AllSnapshots snapshots_;
  std::map<EngineId, StreamPlan> streams_;
};

}  // namespace tidemark::sync
