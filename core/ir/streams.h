// Streams: what a synchronizer makes of a program. One instruction stream for each
// engine, with the program's control structure, made of issues, waits and register
// operations. Formal definition: docs/model.md. Text form: docs/formats.md.
//
// A Streams value names the program's entities by the program's own indices. It may
// still not be streams *of that program* (an instruction left out, a wrong order):
// that is what `mismatches` in core/ir/match.h decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/ir/expression.h"
#include "core/ir/program.h"
#include "core/ir/rare.h"
#include "core/ir/small_vector.h"

namespace tidemark {

struct Semaphore {
  std::string name;
  std::optional<std::int64_t> count;  // `semaphore s[n]` is n of them
  std::optional<int> width;           // bits; it wraps. Absent: it does not
  SourceLine line = {};

  friend bool operator==(const Semaphore&, const Semaphore&) = default;
};

struct SemaphoreRef {
  SemaphoreId semaphore;
  Rare<Expression> index;  // present exactly where the semaphore has a count

  friend bool operator==(const SemaphoreRef&, const SemaphoreRef&) = default;
};

// Raises a semaphore by `amount` (at least 1) when the instance it stands on completes.
struct SignalOn {
  SemaphoreRef target;
  std::int64_t amount = 1;

  friend bool operator==(const SignalOn&, const SignalOn&) = default;
};

using Signals = SmallVector<SignalOn>;

struct StreamStatement;
using StreamBlock = std::vector<StreamStatement>;

struct Issue {
  InstructionId instruction;
  Signals signals;
  friend bool operator==(const Issue&, const Issue&) = default;
};

struct Read {  // this engine's own read for a control statement with a load
  ControlId control;
  Signals signals;
  friend bool operator==(const Read&, const Read&) = default;
};

enum class WaitKind : std::uint8_t { at_least, equal };

struct Wait {
  SemaphoreRef semaphore;
  WaitKind kind = WaitKind::at_least;
  Expression threshold;
  friend bool operator==(const Wait&, const Wait&) = default;
};

struct Take {  // wait until the semaphore is at least `amount`, then lower it by that
  SemaphoreRef semaphore;
  Expression amount;
  friend bool operator==(const Take&, const Take&) = default;
};

struct SetRegister {  // r = value, or r[index] = value
  RegisterId target;
  Rare<Expression> index;  // present exactly where the register has a count
  Expression value;
  friend bool operator==(const SetRegister&, const SetRegister&) = default;
};

struct Barrier {
  std::vector<EngineId> engines;  // sorted
  std::vector<SemaphoreRef> resets;
  Rare<Expression> unless;  // passed over where it is not 0
  friend bool operator==(const Barrier&, const Barrier&) = default;
};

struct Reset {
  SemaphoreRef semaphore;
  friend bool operator==(const Reset&, const Reset&) = default;
};

struct SignalNow {  // raised when the stream gets there, whatever is in flight
  SignalOn signal;
  friend bool operator==(const SignalNow&, const SignalNow&) = default;
};

struct StreamFor {
  ControlId control;
  StreamBlock body;
  friend bool operator==(const StreamFor&, const StreamFor&) = default;
};

struct StreamIf {
  ControlId control;
  StreamBlock then_block;
  StreamBlock else_block;
  friend bool operator==(const StreamIf&, const StreamIf&) = default;
};

struct StreamWhile {
  ControlId control;
  StreamBlock body;
  friend bool operator==(const StreamWhile&, const StreamWhile&) = default;
};

struct StreamStatement {
  using Form = std::variant<Issue, Wait, SetRegister, StreamFor, StreamIf, StreamWhile, Read, Take,
                            Barrier, Reset, SignalNow>;

  [[no_unique_address]] Form form;  // its padding has room for the line: 64 bytes in all
  SourceLine line;

  friend bool operator==(const StreamStatement&, const StreamStatement&) = default;
};

struct Register {
  std::string name;
  std::optional<std::int64_t> count;  // `reg r[n]`: a ring of n registers
  SourceLine line = {};
  friend bool operator==(const Register&, const Register&) = default;
};

struct Stream {
  EngineId engine;
  Table<RegisterId, Register> registers;
  StreamBlock body;
  SourceLine line;

  friend bool operator==(const Stream&, const Stream&) = default;
};

struct Streams {
  std::string program;  // the name of the program they are streams of
  Table<SemaphoreId, Semaphore> semaphores;
  std::vector<Stream> streams;  // at most one for each engine
  SourceLine line = {};         // of `streams NAME`

  friend bool operator==(const Streams&, const Streams&) = default;
};

struct StreamsLimits {
  std::size_t nesting = 64;
  std::size_t statements = 16'000'000;
  std::int64_t registers = 1'000'000;  // of one stream, rings counted whole
  std::int64_t semaphores = 1'000'000;
};

}  // namespace tidemark
