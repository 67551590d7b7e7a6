// Where the barrier synchronizer puts its barriers: as a careful compiler does.
//
// An all-engine barrier with a reset of all semaphores stands at the entry, the iteration
// boundary and the exit of each loop whose trips are not constant, and around branches,
// so that between two barriers all code is straight and all thresholds are constants.
// None stands where everything has been drained already, nor inside a loop or branch that
// has no dependence across engines: there one follows it, since it loses the counts.
// A constant loop with no barrier inside is straight code.
//
// Drains are barriers that reset nothing, inside of given loops only: counts go on, so that
// the rest of the program can still wait by them, and whatever was issued before is certain.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <span>

#include "core/sync/operands.h"

namespace tidemark::sync {

enum class BarrierPlace : std::uint8_t {
  before,  // in front of the control statement and its reads
  // A loop with a loaded bound has its entry barrier at the head of each iteration, since
  // nothing may come between the read and the loop; others have one at the end of each.
  begin_of_iteration,
  end_of_iteration,
  end_of_then,
  end_of_else,
  after,
};

class BarrierPoints {
 public:
  explicit BarrierPoints(std::size_t controls) : points_(controls) {}

  bool at(ControlId control, BarrierPlace place) const {
    return points_[control].places[static_cast<std::size_t>(place)];
  }
  // Each iteration or arm begins and ends drained, with all counts at 0; some barrier
  // stands inside.
  bool separates(ControlId control) const { return points_[control].separates; }
  // Before it, after it or in it, not counting what its statements have.
  bool any_at(ControlId control) const {
    return std::ranges::any_of(points_[control].places, std::identity());
  }

  void put(ControlId control, BarrierPlace place, bool here = true) {
    points_[control].places[static_cast<std::size_t>(place)] = here;
  }
  void separate(ControlId control) { points_[control].separates = true; }

 private:
  struct Point {
    std::array<bool, 6> places{};
    bool separates = false;
  };
  Table<ControlId, Point> points_;
};

BarrierPoints place_barriers(const Program& program, const Operands& operands);

// `loops`: none inside another.
BarrierPoints place_drains(const Program& program, const Operands& operands,
                           std::span<const ControlId> loops);

}  // namespace tidemark::sync
