// Sweeps: rings that a producer fills slot by slot in constant loops.
//
// After such a loop the key of each slot is the key of the slot that was set last, less an
// affine function of how many slots lie between, so that one register serves all slots:
// resident tiles cost one snapshot, not one each. Several loops may sweep the same ring;
// where their steps differ, a second register keeps the step.
//
// With y the slots between x and the latest, y = slots - 1 - x going up or x going down,
// after the sweep
//
//   behind(x) = last + step * (y / stride) + within * (y % stride)
//
// of the producer's instances follow the one that set slot x. Stride 4: four instructions
// of a trip set four slots. No term is negative: a register that is 0 asks for nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/sync/counting.h"
#include "core/sync/placement.h"

namespace tidemark::sync {

struct Sweep {
  ControlId loop;  // the outermost constant loop around its setters
  std::int64_t last = 0;
  std::int64_t step = 0;
};

struct SweptRing {
  enum class Direction : std::uint8_t { up, down };

  std::int64_t slots = 1;
  Direction direction = Direction::up;
  std::int64_t stride = 1;  // divides `slots`
  std::int64_t within = 0;
  std::vector<Sweep> sweeps;  // at least one

  std::int64_t latest_slot() const { return direction == Direction::up ? slots - 1 : 0; }
  bool has_one_step() const {
    for (const Sweep& sweep : sweeps)
      if (sweep.step != sweeps.front().step) return false;
    return true;
  }
  const Sweep* sweep_in(ControlId loop) const {
    for (const Sweep& sweep : sweeps)
      if (sweep.loop == loop) return &sweep;
    return nullptr;
  }
};

// The sweeps by which `producer` sets the keys of the ring, if `setters` are all in such
// loops. `writes`: its writes; otherwise all of its accesses. Costs one walk of each loop,
// which is limited.
std::optional<SweptRing> find_sweeps(const Program& program, const Operands& operands,
                                     const Placement& placement, RegionId ring, EngineId producer,
                                     bool writes, const std::vector<SiteId>& setters);

}  // namespace tidemark::sync
