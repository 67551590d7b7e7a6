// A machine as data: what its engines, semaphores and sequencers can do, and what it costs.
//
// Read from a file of targets/ (core/target/parse_target.h), where every number has its
// source and says whether it is official, reported by a third party, or a guess. A figure that a
// simulation makes of it is a simulated figure.
//
// Not covered: sizes of memories, power, contention of the engines for memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/program.h"

namespace tidemark {

struct TargetEngine {
  std::string name;  // as programs call it
  double gigahertz = 1;
};

// An instruction of `columns` elements along the free axis keeps its engine for
// max(floor, column * columns) + fixed cycles, `start` more with the attribute `start 1`.
struct CostRule {
  std::string engine;
  std::string opcode;
  double column = 1;
  double fixed = 0;
  double start = 0;
  double floor = -1;  // below 0: the target's
};

struct SemaphoreLimits {
  double count = 1e9;     // that a program may use at once
  double bits = 64;       // of their value, without a sign
  double latency_ns = 0;  // from a completion to the sequencer of another engine
  double per_pair = 0;    // if not 0: so many for each ordered pair of engines
  double consumed = 0;    // flag: a wait lowers what it waited for (flags and locks)
};

struct SequencerCosts {
  double registers = 1e9;      // of one engine
  double register_cycles = 0;  // of one register operation
  double branch_cycles = 0;    // of a loop's trip, and of an `if`
  double read_cycles = 0;      // of a value read from memory for control
  double decoupled = 1;        // flag: it runs on while the engine's instruction executes
};

struct WaitSlots {
  double inline_waits = 1e9;       // that one instruction carries
  double inline_signals = 1e9;     // and semaphores that it raises
  double separate_waits = 1;       // of an instruction that does nothing but wait
  double separate_cycles = 0;      // what that keeps the sequencer for
  double separate_after = 1;       // flag: those cycles begin when the semaphore is there
  double register_and_offset = 1;  // flag: a threshold may be a register plus a constant
};

// Transfers of engines that the target does not name: its queues.
struct QueueCosts {
  double gigahertz = 1;  // of the sequencer that feeds a queue
  double issue_ns = 0;   // the least that a transfer keeps its queue
  double start_ns = 0;   // from there until the first byte moves
  double bytes_per_ns = 0;
  double engines = 1;  // that move the parts of one transfer side by side
};

struct Throttle {  // of `engine`: idle for long, it is slow for a while
  std::string engine;
  double idle_ns = 0;  // 0: there is none
  double slow_ns = 0;
  double factor = 1;
};

enum class Evidence : std::uint8_t { official, reported, guess };

std::string_view name(Evidence evidence);

struct TargetFigure {  // one line of the file
  std::string key;
  double value = 0;
  std::string unit;
  Evidence evidence = Evidence::guess;
  std::string source;
};

struct Target {
  std::string name;
  std::vector<TargetEngine> engines;
  std::vector<CostRule> rules;
  double floor_cycles = 0;  // the least between two instructions of one engine
  double barrier_ns = 0;    // from the last engine's arrival until all go on
  SemaphoreLimits semaphores;
  SequencerCosts sequencer;
  WaitSlots waits;
  QueueCosts queue;
  Throttle throttle;
  std::vector<TargetFigure> figures;  // all of the above, as it was written
};

// The engine's clock: its own, or that of what feeds a queue.
double gigahertz_of(const Target& target, std::string_view engine);

// How long an instruction keeps its engine, and how long after that it completes. From its
// shape (attributes `columns`, `start`; of a queue `bytes`) where the target names its
// engine or has queues; else the program's own `cost` and `latency`.
struct Occupancy {
  double cost_ns = 0;
  double latency_ns = 0;
};
Occupancy occupancy_of(const Target& target, const Program& program,
                       const Instruction& instruction);

}  // namespace tidemark
