// The waits of a program's streams, and where each threshold comes from.
#pragma once

#include "core/sync/lists.h"
#include "core/sync/plan.h"

namespace tidemark::sync {

// A register, or register ring, of one stream: snapshot_groups.h.
using GroupId = Index<struct GroupTag>;

struct PlannedWait {
  enum class Source : std::uint8_t {
    count,     // C[e] less an affine distance
    snapshot,  // a register of `Snapshots`
  };

  NeedId need = {};
  std::uint32_t touch = 0;  // the need's
  EngineId producer = {};
  Source source = Source::snapshot;
  bool clears = false;  // with `snapshot`: it is rarely needed, so clear it after the wait
  // With `count`: the distance is this, and what the form in Analysis::affine adds for the
  // variables of the innermost loops; -1: nothing.
  std::int32_t affine = -1;
  std::int64_t distance = 0;
  GroupId group = {};  // with `snapshot`
};

// Of all streams: each site's are those of its engine's stream.
using PlannedWaits = Lists<SiteId, PlannedWait>;

// In order of need. Without groups: make_snapshot_groups fills them in.
PlannedWaits plan_waits(const Plan& plan);

}  // namespace tidemark::sync
