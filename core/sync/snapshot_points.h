// Where streams take their snapshots: backward liveness over the structured program.
//
// A snapshot is taken after a setter if a use can follow before the key is set again; none
// where the same slot is set again, or the value is certain by then: by the analysis, or
// because the stream waits for that instance or a later one first. The register then keeps
// an older value, which is certain as well.
//
// Two walks over the program. Not linear: at each control statement sets of all registers
// are joined, a bit for each.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/sync/lists.h"
#include "core/sync/snapshot_groups.h"

namespace tidemark::sync {

// A loop's variable in one of its trips.
struct FixedVariable {
  ControlId loop;
  std::int64_t value = 0;

  friend bool operator==(const FixedVariable&, const FixedVariable&) = default;
};

// Keep the count in the group, for this touch of it. There are as many as touches.
struct KeptTouch {
  std::uint32_t touch = 0;  // into Operands::touches
  GroupId group;
};

// The same, wherever it is done.
struct SnapshotPoint {
  std::uint32_t touch = 0;  // unused for a sweep
  GroupId group;
  std::int64_t behind = 0;               // keep the count less this
  std::span<const FixedVariable> fixed;  // in the touch's slot; into SnapshotPoints::fixed
};

struct SnapshotPoints {
  SnapshotPoints(const Program& program, const Operands& operands)
      : after_site(operands.sites.size()), after_control(program.controls.size()) {}
  SnapshotPoints(SnapshotPoints&&) = default;
  SnapshotPoints& operator=(SnapshotPoints&&) = default;

  Lists<SiteId, KeptTouch> after_site;
  Table<ControlId, std::vector<SnapshotPoint>> after_control;
  // The groups that are read again after a barrier, where keys start again at 0.
  std::map<std::pair<ControlId, BarrierPlace>, std::vector<GroupId>> cleared;
  std::deque<std::vector<FixedVariable>> fixed;
};

// By stream. One walk for all: what a touch sets, few of them keep.
Table<EngineId, SnapshotPoints> place_snapshots(const Plan& plan, const PlannedWaits& waits,
                                                const SnapshotGroups& groups);

}  // namespace tidemark::sync
