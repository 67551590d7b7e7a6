// What one stream needs: its waits, where each threshold comes from, and the registers
// and control that this takes.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/sync/analysis.h"
#include "core/sync/counting.h"
#include "core/sync/placement.h"
#include "core/sync/snapshots.h"

namespace tidemark::sync {

// Everything about a program that its streams share.
struct Plan {
  const Program& program;
  const Operands& operands;
  const Structure& structure;
  const Counting& counting;
  const Placement& placement;
  const Table<RegionId, std::vector<SiteId>>& sites_of_region;
  const Analysis& analysis;
  const BarrierPoints* barriers;  // may be null
  const BarrierPoints* drains;    // may be null
};

struct PlannedWait {
  NeedId need;
  enum class Source : std::uint8_t {
    count,     // C[e] less an affine distance
    snapshot,  // a register of `Snapshots`
  };
  Source source = Source::count;
  AffineDistance::Form distance;  // with `count`; slopes of the innermost loops' variables
  bool clears = false;            // with `snapshot`: clear it after the wait
};

class StreamPlan {
 public:
  StreamPlan(const Plan& plan, EngineId stream);

  EngineId stream() const { return stream_; }
  const Snapshots& snapshots() const { return snapshots_; }

  // In order of producer.
  const std::vector<PlannedWait>& waits(SiteId site) const;

  // Sweep registers to clear once the control statement is done with.
  const std::vector<GroupId>& cleared_after(ControlId control) const;

  // Counts that are used inside: by waits, or by snapshots.
  const EngineSet& counts_used(ControlId control) const { return counts_used_[control]; }
  // Must the stream follow the control statement, whatever the counts?
  bool must_follow(ControlId control) const { return follow_[control]; }
  // Program counters that slots of register rings depend on: the stream keeps a copy.
  bool keeps(CounterId counter) const { return kept_counters_[counter]; }

 private:
  void choose_sources(const Plan& plan);
  SnapshotDemand demand(const Plan& plan) const;
  void keep_counters(const Plan& plan);
  void keep(const Program& program, const Affine& form);
  void place_clears(const Plan& plan);
  struct Inside;
  Inside gather(const Plan& plan, const Block& block);
  void gather(const Plan& plan, ControlId control, Inside& outer);
  void gather_site(const Plan& plan, SiteId site, Inside& inside) const;

  EngineId stream_;
  std::unordered_map<std::uint32_t, std::vector<PlannedWait>> waits_;  // by site
  Snapshots snapshots_;
  std::unordered_map<std::uint32_t, std::vector<GroupId>> cleared_after_;  // by control
  Table<CounterId, bool> kept_counters_;
  Table<ControlId, EngineSet> counts_used_;
  Table<ControlId, bool> follow_;
};

}  // namespace tidemark::sync
