// The registers in which one stream keeps keys that no immediate on a count gives: what
// they hold (snapshot_groups.h), when they are set (snapshot_points.h, hoisting.h), and which
// of them are one (register_sharing.h).
#pragma once

#include <ranges>
#include <vector>

#include "core/sync/snapshot_points.h"

namespace tidemark::sync {

// Those of one stream.
class Snapshots {
 public:
  Snapshots(const Table<GroupId, SnapshotGroup>& groups, const SnapshotPoints& points)
      : groups_(groups), points_(points) {}

  // Of all streams.
  const Table<GroupId, SnapshotGroup>& groups() const { return groups_; }

  auto after(SiteId site) const {
    return points_.after_site[site] | std::views::transform([](const KeptTouch& kept) {
             return SnapshotPoint{kept.touch, kept.group, 0, {}};
           });
  }
  const std::vector<SnapshotPoint>& after(ControlId control) const {
    return points_.after_control[control];
  }
  // The groups to clear at a barrier.
  const std::vector<GroupId>& cleared_at(ControlId control, BarrierPlace place) const;

 private:
  const Table<GroupId, SnapshotGroup>& groups_;
  const SnapshotPoints& points_;
};

struct AllSnapshots {
  Table<GroupId, SnapshotGroup> groups;
  Table<EngineId, SnapshotPoints> points;  // by stream
};

// Fills in the groups of the waits.
AllSnapshots plan_snapshots(const Plan& plan, PlannedWaits& waits);

}  // namespace tidemark::sync
