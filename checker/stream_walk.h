// One stream, walked for given inputs: the events that wait for or change anything
// outside the stream. Registers and control are silent and folded into the walk.
//
// Control flow and registers of a stream depend on the inputs alone, never on the
// schedule. So for given inputs each stream *is* a straight line of events, with
// thresholds known; all nondeterminism is in how the lines of the engines interleave.
// The walk is lazy: ten million events need no list.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ir/streams.h"
#include "core/run/inputs.h"
#include "core/run/sequential_run.h"

namespace tidemark {

// One semaphore, arrays flattened: `semaphore s[4]` is four of them.
struct FlatSemaphore {
  SemaphoreId declared;
  std::int64_t index = 0;  // within its array
  std::optional<int> width;
};
using SemaphoreIndex = std::uint32_t;  // into the flattened list

std::vector<FlatSemaphore> flatten_semaphores(const Streams& streams);

struct Raise {
  SemaphoreIndex semaphore = 0;
  std::int64_t amount = 1;
};

struct StreamEvent {
  enum class Kind : std::uint8_t { issue, read, wait, wait_equal, take, signal, reset, barrier };

  Kind kind = Kind::issue;
  InstructionId instruction;               // issue
  ControlId control;                       // read
  SemaphoreIndex semaphore = 0;            // wait, wait_equal, take, reset, signal
  std::int64_t value = 0;                  // wait, wait_equal: threshold; take, signal: amount
  std::span<const Raise> raises;           // issue, read: on completion
  std::span<const EngineId> engines;       // barrier
  std::span<const SemaphoreIndex> resets;  // barrier
  SourceLine line;                         // of the statement in the streams' text
  const StreamStatement* statement = nullptr;
  bool has_offset = false;  // wait: its threshold is a register and a constant
};

struct Compiled;

class StreamWalk {
 public:
  // All arguments must outlive the walk.
  StreamWalk(const Program& program, const Streams& streams, const Stream& stream,
             const Inputs& inputs, const RunLimits& limits = {});
  // On code that is used again: of the streams' `index`-th, and of no other walk meanwhile.
  StreamWalk(Compiled& compiled, std::size_t index, const Inputs& inputs, const RunLimits& limits);
  ~StreamWalk();
  StreamWalk(StreamWalk&&) noexcept;
  StreamWalk& operator=(StreamWalk&&) noexcept;

  // The next event, valid until the next call; nullptr at the end of the stream or at an
  // error in it.
  const StreamEvent* next();

  // An error in the stream (64 bits passed, a register index outside, a negative take) is
  // the verdict malformed; a limit is unknown.
  const std::optional<RunError>& error() const;

  // Register assignments executed so far: what counting costs the sequencer.
  std::uint64_t register_operations() const;

  // The same as a sequencer sees it that does one operation of two registers or constants
  // at a time: also what thresholds and indices take (checker/register_work.h).
  std::uint64_t register_work() const;

  // Trips and branches executed so far (core/run/control_walk.h).
  std::uint64_t control_steps() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tidemark
