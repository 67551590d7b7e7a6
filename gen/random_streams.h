// Streams for one run of a program, drawn around the right ones: material for deciders
// that must agree on what is wrong with them.
//
// For the inputs given, every dependence is waited for, with thresholds read off the
// run. Where a statement runs more than once, its stream keeps them in a register ring,
// one entry for each execution, so loops, branches and counters of any kind are covered
// without a synchronizer. What varies, by the seed: semaphores raised by 1, by k, or by
// some instructions only; tokens taken by one consumer; barriers with and without reset;
// waits for completions that come later; waits after the last instance. Some of that is
// wrong by itself; `mutate_streams` (gen/mutate_streams.h) makes more of it so.
#pragma once

#include <cstdint>

#include "core/ir/streams.h"
#include "core/run/inputs.h"
#include "gen/random.h"

namespace tidemark {

// The program is finished and its run has no error. Quadratic in the run.
Streams random_streams(const Program& program, const Inputs& inputs, Random& random);

}  // namespace tidemark
