// Progress of `tidemark explore` on a terminal: one line on standard error that is written
// over and over, with the rate and the time left.
#pragma once

#include "checker/explore/exhaustive.h"
#include "checker/explore/sampling.h"

namespace tidemark {

// Null where standard error is no terminal.
std::function<void(const ExploreProgress&)> show_states();
std::function<void(const SampleProgress&)> show_schedules();

void show_runs(std::uint64_t done, std::uint64_t of, double seconds);

// Leaves the line behind, where there is one.
void end_progress();

}  // namespace tidemark
