// The least that any synchronization could reach on a target: the ideal system of
// docs/model.md with times on it.
//
// Each instance starts the moment its engine is free, a place in flight is, what it needs
// has completed (and the signal of that has come, from another engine), and so has the
// control read before it. Synchronization takes no instruction, no register and no slot;
// nor does control. A simulated figure.
//
// With a throttled engine it is no strict bound: a later start can avoid a slow phase.
#pragma once

#include <expected>

#include "checker/timed/timing.h"
#include "core/ir/cells.h"
#include "core/run/inputs.h"
#include "core/run/run_error.h"

namespace tidemark {

struct LatencyBound {
  Picoseconds latency = 0;
  std::uint64_t instances = 0;
};

std::expected<LatencyBound, RunError> bound_of(const Program& program, const Inputs& inputs,
                                               const Target& target, const RunLimits& limits = {});

}  // namespace tidemark
