// Snapshots that each trip of a constant loop would take and only the last one's counts:
// they are taken once, after the loop.
//
// A snapshot moves out of a constant loop if
//
//   - it is taken in every trip, for the same slot each time;
//   - a constant number of its producer's instances follows it in the last trip;
//   - no wait inside the loop reads its register, and all of the register's snapshots
//     inside the loop move with it, so that they stay in order.
//
// A loop whose trips set other slots each, but which stands in one whose trips do not, is
// left as well, by a snapshot for each of its trips, if they are few. Snapshots move as far
// out as that holds. Linear in the program.
#pragma once

#include "core/sync/snapshot_points.h"

namespace tidemark::sync {

// `points` by stream.
void hoist_snapshots(const Plan& plan, const PlannedWaits& waits,
                     const Table<GroupId, SnapshotGroup>& groups,
                     Table<EngineId, SnapshotPoints>& points);

}  // namespace tidemark::sync
