// A whole run of streams for given inputs, held in memory: each stream as the straight
// line of its events, each engine's instances in order with what they need and raise.
// What the interpreter and the explorer execute; the clocks decider, which has to be
// lazy, does not use it.
//
// Memory: about 50 bytes for each instance and 24 for each event.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "checker/compiled.h"
#include "checker/needs.h"
#include "checker/stream_walk.h"

namespace tidemark {

struct LineEvent {
  StreamEvent::Kind kind = StreamEvent::Kind::issue;
  // A wait that, once it holds, holds for as long as its stream stands there.
  bool is_lasting = false;
  std::uint32_t index = 0;  // semaphore; of a barrier, its place in Lines::barriers
  std::int64_t value = 0;   // threshold or amount
};

struct LineInstance {
  bool is_read = false;
  std::uint32_t source = 0;                       // InstructionId, or the ControlId of a read
  std::uint32_t line = 0;                         // in the streams' text
  std::uint32_t first_need = 0, last_need = 0;    // [first, last) of Lines::needs
  std::uint32_t first_raise = 0, last_raise = 0;  // [first, last) of Lines::raises
};

struct LineBarrier {
  std::vector<EngineId> engines;
  std::vector<SemaphoreIndex> resets;
};

struct Line {  // of one engine; empty where it has no stream
  std::vector<LineEvent> events;
  std::vector<LineInstance> instances;  // the one with ordinal o at o - 1
};

struct Lines {
  Table<EngineId, Line> of;
  std::vector<Needed> needs;
  std::vector<Raise> raises;
  std::vector<LineBarrier> barriers;
  std::vector<FlatSemaphore> semaphores;

  std::span<const Needed> needs_of(const LineInstance& instance) const {
    return std::span(needs).subspan(instance.first_need, instance.last_need - instance.first_need);
  }
  std::span<const Raise> raises_of(const LineInstance& instance) const {
    return std::span(raises).subspan(instance.first_raise,
                                     instance.last_raise - instance.first_raise);
  }
};

inline constexpr RunLimits kLineLimits{.instances = 2'000'000, .steps = 20'000'000};

// An error is that of the sequential
// run (bad inputs), of a stream (malformed: also where the raises of a semaphore add up to
// more than 64 bits), or a limit; `limits.steps` bounds the events of each stream too.
std::expected<Lines, RunError> make_lines(Compiled& compiled, const Inputs& inputs,
                                          const RunLimits& limits = kLineLimits);

// The streams match the program (core/ir/match.h).
std::expected<Lines, RunError> make_lines(const Program& program, const Streams& streams,
                                          const Inputs& inputs,
                                          const RunLimits& limits = kLineLimits);

}  // namespace tidemark
