// Where the barrier synchronizer puts its barriers: as a careful compiler does.
//
// An all-engine barrier with a reset of all semaphores stands at the entry, the iteration
// boundary and the exit of each loop whose trips are not constant, and around branches,
// so that between two barriers all code is straight and all thresholds are constants.
// None stands where everything has been drained already, nor inside a loop or branch that
// has no dependence across engines: there one follows it, since it loses the counts.
// A constant loop with no barrier inside is straight code.
#pragma once

#include "core/sync/operands.h"

namespace tidemark::sync {

struct BarrierPoints {
  Table<ControlId, bool> before;  // in front of the statement and its reads
  // A loop with a loaded bound has its entry barrier at the head of each iteration, since
  // nothing may come between the read and the loop; others at the end of each.
  Table<ControlId, bool> begin_of_iteration, end_of_iteration;
  Table<ControlId, bool> end_of_then, end_of_else;
  Table<ControlId, bool> after;
  Table<ControlId, bool> inside;  // some barrier stands inside
  // Each iteration or arm begins and ends drained, with all counts at 0.
  Table<ControlId, bool> separated;

  explicit BarrierPoints(std::size_t controls)
      : before(controls),
        begin_of_iteration(controls),
        end_of_iteration(controls),
        end_of_then(controls),
        end_of_else(controls),
        after(controls),
        inside(controls),
        separated(controls) {}
};

BarrierPoints place_barriers(const Program& program, const Operands& operands);

}  // namespace tidemark::sync
