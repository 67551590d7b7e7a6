// What a program's instructions and a sequencer's work take on a target, in picoseconds.
#pragma once

#include <cstdint>

#include "core/ir/program.h"
#include "core/target/target.h"

namespace tidemark {

using Picoseconds = std::int64_t;
inline constexpr double kPicosecondsPerNs = 1000;

struct InstructionTiming {
  Picoseconds cost = 0;     // that it keeps its engine
  Picoseconds latency = 0;  // from there until it completes
};

struct EngineTiming {
  Picoseconds register_operation = 0;
  Picoseconds control_step = 0;
  Picoseconds separate_wait = 0;
  Picoseconds read = 0;
  bool is_throttled = false;
  std::int64_t inflight = 1;
  std::int64_t stripes = 1;
};

struct Timing {
  Timing(const Program& program, const Target& target);

  Table<InstructionId, InstructionTiming> instructions;
  Table<EngineId, EngineTiming> engines;
  Picoseconds signal = 0;   // from a completion to another engine's sequencer
  Picoseconds barrier = 0;  // from the last arrival until all go on
  Picoseconds throttle_idle = 0, throttle_slow = 0;
  double throttle_factor = 1;
};

// An engine's occupancy over time: when it starts, whether it is slow. `start` never goes
// back from call to call.
class EngineClock {
 public:
  // An instruction that starts then: how long it keeps the engine.
  Picoseconds occupy(const Timing& timing, const EngineTiming& engine, Picoseconds start,
                     Picoseconds cost);
  Picoseconds free() const { return free_; }

 private:
  Picoseconds free_ = 0;
  Picoseconds slow_until_ = 0;
  bool has_run_ = false;
};

}  // namespace tidemark
