// One stream together with its program's control, flattened for a walk: the same jumps
// as the sequential run (core/run/control_code.h), and at each visit an operation of the
// stream.
//
// Program and stream are gone through side by side. What both have (an instruction, a
// control statement) cuts a block into gaps. In a gap stand, of the program, counter
// assignments and control that the stream leaves out; of the stream, waits and register
// operations. The program's part comes first; of left-out control only what moves a
// counter that control depends on is followed. `trips(N)` is taken where the gap passes
// N over (at the outermost control left out around it), else just before the operation
// that asks for it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "checker/flat_expression.h"
#include "checker/stream_walk.h"
#include "core/run/control_code.h"

namespace tidemark {

// A semaphore of an array, chosen at each execution.
struct ChosenSemaphore {
  enum class Part : std::uint8_t { event, raise, reset };

  Part part = Part::event;  // of the event, its at-th raise or reset
  std::size_t at = 0;
  SemaphoreIndex first = 0;
  std::uint32_t count = 1;
  FlatExpression index;
};

struct StreamOperation {
  enum class Kind : std::uint8_t {
    assign,          // a register
    assign_element,  // of a register ring
    event,           // one that always stands for the same semaphores
    chosen_event,    // one whose semaphores, or whether it happens, are to be found first
  };

  Kind kind = Kind::event;
  StreamEvent event;
  FlatExpression value;       // threshold, amount, or what is assigned
  RegisterPlace target;       // of an assignment
  FlatExpression index;       // of the element assigned
  std::vector<Raise> raises;  // the event's spans show these two
  std::vector<SemaphoreIndex> resets;
  std::vector<ChosenSemaphore> chosen;
  std::optional<FlatExpression> unless;  // of a barrier
  std::uint32_t register_work = 0;
  const StreamStatement* statement = nullptr;
};

// Visit i of the control is operation i. Events point into their operations: no copies.
struct StreamCode {
  explicit StreamCode(const Program& program) : control(program) {}
  StreamCode(const StreamCode&) = delete;
  StreamCode& operator=(const StreamCode&) = delete;
  StreamCode(StreamCode&&) = default;
  StreamCode& operator=(StreamCode&&) = default;

  ControlCode control;
  std::vector<StreamOperation> operations;
};

// The stream matches the program (core/ir/match.h). Program and streams must outlive it.
StreamCode compile_stream(const Program& program, const Streams& streams, const Stream& stream);

}  // namespace tidemark
