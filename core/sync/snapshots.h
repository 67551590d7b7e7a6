// The registers in which one stream keeps keys that no immediate on a count gives.
//
// A *snapshot group* is what one register or register ring holds: the keys of one
// producer and kind for
//   a cell, in a register;
//   a ring, in a register ring, by slot;
//   a pool of cells that some operand chooses among, in a register ring, by region;
//   a ring that is filled by a sweep (sweep.h), in one register for all its slots.
// Backward liveness says after which sites the stream must take a snapshot: only at the
// last setter before a use, and only where a use can follow. Cells whose snapshots are
// always taken together share one register; it holds the latest of them, so that before
// the first snapshot, at 0, every threshold is at or below 0. Where the stream waits for
// that instance, or a later one, before it can use the snapshot, none is taken: the
// register then keeps an older value, which is certain as well.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/sync/barrier_points.h"
#include "core/sync/operands.h"
#include "core/sync/placement.h"
#include "core/sync/sweep.h"

namespace tidemark::sync {

using GroupId = Index<struct GroupTag>;

struct SnapshotGroup {
  EngineId producer;
  bool writes = false;        // keeps last writes; otherwise last accesses
  RegionId first;             // the cell, the ring, or the pool's first region
  std::uint32_t regions = 1;  // more than one: a pool
  std::int64_t slots = 1;     // of the register ring; 1: one register
  std::optional<Sweep> sweep;
  bool clears = false;        // cleared once waited for; then it shares no register
  // Where it shares another group's register: that one, and how far it lies behind it.
  std::optional<GroupId> shares;
  std::int64_t behind = 0;
};

// After a site (or a sweep's loop): keep the count in the group, for this touch of it.
struct SnapshotPoint {
  std::uint32_t touch = 0;  // into Operands::touches; unused for a sweep
  GroupId group;
};

// A threshold that is kept in a register.
struct SnapshotUse {
  NeedId need;
  bool clears = false;  // it is rarely needed, so its register is cleared after the wait
};

// A wait for an instance a constant number back, in the stream's own straight-line code.
struct CountedWait {
  SiteId site;
  EngineId producer;
  std::int64_t distance = 0;
};

// What a stream wants of its registers.
struct SnapshotDemand {
  EngineId stream;
  std::vector<SnapshotUse> uses;     // in order of need
  std::vector<CountedWait> counted;  // other waits, which may make a snapshot pointless
};

// Which sites touch each region; the same for all streams.
Table<RegionId, std::vector<SiteId>> sites_by_region(const Operands& operands);

class Snapshots {
 public:
  Snapshots() = default;
  Snapshots(const Program& program, const Operands& operands, const Placement& placement,
            const Table<RegionId, std::vector<SiteId>>& sites_of_region,
            const BarrierPoints* barriers, const SnapshotDemand& demand);

  const Table<GroupId, SnapshotGroup>& groups() const { return groups_; }
  GroupId group_of(NeedId need) const { return group_of_need_.at(need.value); }

  const std::vector<SnapshotPoint>& after(SiteId site) const;
  const std::vector<SnapshotPoint>& after(ControlId sweep) const;
  // The groups that are read again after a barrier.
  const std::vector<GroupId>& cleared_at(ControlId control, BarrierPlace place) const;

 private:
  class Builder;

  Table<GroupId, SnapshotGroup> groups_;
  std::unordered_map<std::uint32_t, GroupId> group_of_need_;
  std::unordered_map<std::uint32_t, std::vector<SnapshotPoint>> after_site_, after_control_;
  std::map<std::pair<ControlId, BarrierPlace>, std::vector<GroupId>> cleared_;
};

}  // namespace tidemark::sync
