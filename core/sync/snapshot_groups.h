// What the registers of the streams keep: the groups of keys that share a register or a
// register ring, formed before it is known where snapshots are taken.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ir/rare.h"
#include "core/sync/lists.h"
#include "core/sync/planned_waits.h"
#include "core/sync/sweep.h"

namespace tidemark::sync {

// The keys of one producer and kind for
//   a cell, in a register;
//   a ring, in a register ring, by slot;
//   a pool of cells that some operand chooses among, in a register ring, by region;
//   a ring that is filled by sweeps (sweep.h), in one register for all its slots, and one
//   more for the step where the sweeps' differ.
struct SnapshotGroup {
  EngineId stream;
  EngineId producer;
  bool writes = false;        // keeps last writes; otherwise last accesses
  RegionId first;             // the cell, the ring, or the pool's first region
  std::uint32_t regions = 1;  // more than one: a pool
  std::int64_t slots = 1;     // of the register ring; 1: one register
  Rare<SweptRing> swept;
  bool clears = false;    // cleared once waited for; then it shares no register
  SetterSet setters = 0;  // whose values are waited for
  // Where it shares another group's register: that one, and how far it lies behind it.
  std::optional<GroupId> shares;
  std::int64_t behind = 0;
};

struct SnapshotGroups {
  Table<GroupId, SnapshotGroup> groups;
  Lists<KeyId, GroupId> of_key;  // of all streams; of keys at slot 0; none that is swept
};

// Which sites touch each ring; the same for all streams.
Table<RegionId, std::vector<SiteId>> sites_by_region(const Operands& operands);

// Fills in the groups of the waits.
SnapshotGroups make_snapshot_groups(const Plan& plan, PlannedWaits& waits);

}  // namespace tidemark::sync
