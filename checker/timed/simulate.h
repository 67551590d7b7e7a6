// Streams on a target, by discrete events: when the run ends, what each engine did, and
// what held it up. All figures are simulated.
//
// The machine is that of docs/model.md with times on it (docs/targets.md):
//   - A sequencer executes its stream in order: register operations, trips and branches,
//     wait instructions. The last waits before an issue stand on the instruction, as many as
//     the target has slots for; others are instructions of their own.
//   - An instruction starts when the sequencer has come to it, its waits hold, the engine is
//     free and a place in flight is; then the sequencer goes on, at once if it is decoupled.
//   - A completion reaches other engines' sequencers a signal's latency later. A serial
//     engine knows of its own at once.
//   - A barrier is left by all its engines `barrier.cost` after the last has come with
//     nothing in flight.
//   - A striped engine's parts complete together.
//
// Cost: about 150 ns for an instance; memory in proportion to what is in flight, and to the
// timeline if one is asked for.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "checker/timed/timeline.h"
#include "core/ir/streams.h"
#include "core/run/inputs.h"
#include "core/run/run_error.h"

namespace tidemark {

enum class StallReason : std::uint8_t {
  wait,                 // a wait or take did not hold yet
  barrier,              // from arrival until it is left
  place,                // no place in flight
  register_operations,  // the sequencer was busy counting
  control,              // ... with trips and branches
  wait_instructions,    // ... with waits that stand on no instruction
};
inline constexpr std::size_t kStallReasons = 6;
std::string_view name(StallReason reason);

struct Stall {  // the time that an engine stood idle for one reason
  EngineId engine;
  StallReason reason = StallReason::wait;
  const StreamStatement* statement = nullptr;  // wait, barrier: which
  std::optional<EngineId> on;                  // wait: whose completion ended it
  Picoseconds time = 0;
  std::uint64_t times = 0;
};

struct EngineFigures {
  std::uint64_t instances = 0;
  Picoseconds busy = 0;
  Picoseconds stalled = 0;  // between its first moment and its last completion, not busy
  Picoseconds end = 0;      // its last completion
  std::uint64_t register_work = 0;
  std::uint64_t control_steps = 0;
  std::uint64_t inline_waits = 0;
  std::uint64_t separate_waits = 0;  // instructions
  std::uint64_t barriers = 0;
  Picoseconds sequencer = 0;  // spent on all of these
};

struct Simulation {
  bool has_ended = false;  // every stream; otherwise `reason` says what stands where
  std::string reason;
  Picoseconds latency = 0;
  Picoseconds barrier_time = 0;  // of all engines, from arrival until left
  std::uint64_t instances = 0;
  Table<EngineId, EngineFigures> engines;
  std::vector<Stall> stalls;  // longest first
  Timeline timeline;
};

struct SimulateOptions {
  RunLimits limits;
  std::size_t timeline = 0;  // instances to keep, from the first
};

// The streams match the program (core/ir/match.h) and must outlive the result: stalls point
// into them. An error is one of the streams, or a limit.
std::expected<Simulation, RunError> simulate(const Program& program, const Streams& streams,
                                             const Inputs& inputs, const Target& target,
                                             const SimulateOptions& options = {});

}  // namespace tidemark
