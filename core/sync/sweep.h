// Sweeps: rings that a producer fills slot by slot in one constant loop.
//
// After such a loop the key of slot x is the count there less an affine function of x,
// so that one register serves all slots: resident tiles cost one snapshot, not one each.
#pragma once

#include <optional>

#include "core/sync/counting.h"
#include "core/sync/placement.h"

namespace tidemark::sync {

struct Sweep {
  ControlId loop;          // the outermost constant loop around all of the setters
  std::int64_t last = 0;   // behind(x) = last + slope * x: instances after the one that set x
  std::int64_t slope = 0;

  std::int64_t behind(std::int64_t slot) const { return last + slope * slot; }
};

// The sweep by which `producer` sets the keys of the ring, if that is how it does.
// `writes`: its writes; otherwise all of its accesses. Costs one walk of the loop, which
// is limited.
std::optional<Sweep> find_sweep(const Program& program, const Operands& operands,
                                const Placement& placement, RegionId ring, EngineId producer,
                                bool writes, const std::vector<SiteId>& setters);

}  // namespace tidemark::sync
