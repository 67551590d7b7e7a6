// Groups whose snapshots are always taken together, a constant number of instances apart,
// share one register or register ring. It holds the latest of them, so that before the
// first snapshot, at 0, every threshold is at or below 0.
#pragma once

#include "core/sync/snapshot_points.h"

namespace tidemark::sync {

// Sets `shares` and `behind` of the groups, and drops the points that this makes needless.
void share_registers(const Plan& plan, const PlannedWaits& waits,
                     Table<GroupId, SnapshotGroup>& groups,
                     Table<EngineId, SnapshotPoints>& points);

}  // namespace tidemark::sync
