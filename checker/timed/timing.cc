#include "checker/timed/timing.h"

#include <algorithm>
#include <cmath>

namespace tidemark {
namespace {

// No step takes longer than a quarter of an hour: sums of thousands of them are still numbers.
constexpr double kLongestStep = 1e15;

Picoseconds rounded(double picoseconds) {
  return std::llround(std::min(picoseconds, kLongestStep));
}
Picoseconds from_ns(double ns) { return rounded(ns * kPicosecondsPerNs); }

EngineTiming timing_of(const Engine& engine, const Target& target) {
  const double gigahertz = gigahertz_of(target, engine.name);
  const auto cycles = [&](double count) { return from_ns(count / gigahertz); };
  EngineTiming timing;
  timing.register_operation = cycles(target.sequencer.register_cycles);
  timing.control_step = cycles(target.sequencer.branch_cycles);
  timing.separate_wait = cycles(target.waits.separate_cycles);
  timing.read = cycles(target.sequencer.read_cycles);
  timing.is_throttled = target.throttle.idle_ns > 0 && target.throttle.engine == engine.name;
  timing.inflight = engine.inflight;
  timing.stripes = engine.stripes;
  return timing;
}

}  // namespace

Timing::Timing(const Program& program, const Target& target)
    : signal(from_ns(target.semaphores.latency_ns)),
      barrier(from_ns(target.barrier_ns)),
      throttle_idle(from_ns(target.throttle.idle_ns)),
      throttle_slow(from_ns(target.throttle.slow_ns)),
      throttle_factor(target.throttle.factor) {
  for (const Instruction& instruction : program.instructions) {
    const Occupancy occupancy = occupancy_of(target, program, instruction);
    instructions.push({from_ns(occupancy.cost_ns), from_ns(occupancy.latency_ns)});
  }
  for (const Engine& engine : program.engines) engines.push(timing_of(engine, target));
}

Picoseconds EngineClock::occupy(const Timing& timing, const EngineTiming& engine, Picoseconds start,
                                Picoseconds cost) {
  if (engine.is_throttled) {
    if (!has_run_ || start - free_ > timing.throttle_idle)
      slow_until_ = start + timing.throttle_slow;
    if (start < slow_until_)
      cost = rounded(static_cast<double>(cost) * timing.throttle_factor);
  }
  has_run_ = true;
  free_ = start + cost;
  return cost;
}

}  // namespace tidemark
