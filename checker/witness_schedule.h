// Schedules that run a given part of a run and nothing else.
#pragma once

#include <vector>

#include "checker/clock_history.h"
#include "checker/machine.h"

namespace tidemark {

// How far each engine goes: instances to issue and to complete.
struct Extent {
  std::vector<Ordinal> issued;
  std::vector<Ordinal> completed;
};

// A schedule that goes as far as the streams can within the extent. Any other that does so
// ends in the same state where semaphores are in the clocks' domain. Of a few such
// schedules, one with the fewest changes of engine.
Schedule schedule_within(const Machine& machine, const Extent& extent);

// The state after the schedule; nullopt if some step of it is not enabled.
std::optional<MachineState> state_after(const Machine& machine, const Schedule& schedule);

// How often the engine changes from one step to the next.
std::size_t switches(const Schedule& schedule);

}  // namespace tidemark
