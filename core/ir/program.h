// The program: what must happen, in one sequential order, with no synchronization.
//
// A Program is a plain value. Entities live in tables and are named by strong
// indices; the tree of blocks holds indices only. Build one with `parse_program`
// (core/text/parse.h), or directly: fill the tables, then call `finish`, which names
// what has no label and says everything that is not well formed. All other parts of
// Tidemark expect a finished program.
//
// Formal definition: docs/model.md. Text form: docs/formats.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/ir/affine.h"
#include "core/ir/ids.h"

namespace tidemark {

// Where something stood in its text, for messages only: never part of a value, so
// any two compare equal. 0: built without text.
struct SourceLine {
  std::uint32_t number = 0;
  friend constexpr bool operator==(SourceLine, SourceLine) { return true; }
};

struct Engine {
  std::string name;
  std::int64_t inflight = 1;  // issued and not complete at once; 1 is a serial engine
  std::int64_t stripes = 1;   // parts in which an instance completes
  SourceLine line = {};

  friend bool operator==(const Engine&, const Engine&) = default;
};

struct Param {
  std::string name;
  SourceLine line = {};
  friend bool operator==(const Param&, const Param&) = default;
};

struct Memory {
  std::string name;
  SourceLine line = {};
  friend bool operator==(const Memory&, const Memory&) = default;
};

struct ByteRange {  // [begin, end) of one memory; empty ranges touch no cell
  MemoryId memory;
  std::int64_t begin = 0;
  std::int64_t end = 0;

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

struct Buffer {
  std::string name;
  std::optional<std::int64_t> slots;  // absent: one slot, written by its bare name
  std::optional<ByteRange> range;     // divided evenly over the slots
  SourceLine line = {};

  std::int64_t slot_count() const { return slots.value_or(1); }
  friend bool operator==(const Buffer&, const Buffer&) = default;
};

struct Counter {  // an integer every sequencer keeps for itself, 0 at the start
  std::string name;
  SourceLine line = {};
  friend bool operator==(const Counter&, const Counter&) = default;
};

// One slot of a buffer. `slot` is present exactly where the buffer has slots.
struct Access {
  BufferId buffer;
  std::optional<Residue> slot;

  friend bool operator==(const Access&, const Access&) = default;
};

struct Attribute {
  std::string name;
  std::int64_t value = 0;
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

struct Instruction {
  EngineId engine;
  std::string label;  // empty: called by its opcode
  std::string opcode;
  std::vector<Access> reads;
  std::vector<Access> writes;
  std::vector<Attribute> attributes;
  std::string name;  // unique among instructions and control; made by `finish`
  SourceLine line;

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

// A statement is a reference into one of the program's tables.
using Statement = std::variant<InstructionId, ControlId, AssignmentId>;
using Block = std::vector<Statement>;

// A value read from memory by every engine for itself: data-dependent control.
using Load = Access;
using Bound = std::variant<Affine, Load>;  // at most one of a loop's two bounds is a Load

struct For {
  std::string variable;
  Bound lower;
  Bound upper;  // exclusive
  Affine step = 1;
  Block body;

  friend bool operator==(const For&, const For&) = default;
};

enum class Comparison : std::uint8_t { equal, not_equal, less, less_equal, greater, greater_equal };

struct Compare {
  Residue left;
  Comparison comparison = Comparison::equal;
  Residue right;

  friend bool operator==(const Compare&, const Compare&) = default;
};

using Condition = std::variant<Compare, ParamId, Load>;  // a param or a loaded value: not 0

struct If {
  Condition condition;
  Block then_block;
  Block else_block;  // empty where there is no `else`

  friend bool operator==(const If&, const If&) = default;
};

struct While {  // the value is read again before each iteration
  Load condition;
  Block body;

  friend bool operator==(const While&, const While&) = default;
};

struct Control {
  std::string label;  // empty: a loop is called by its variable, the others by their keyword
  std::variant<For, If, While> form;
  std::string name;  // unique among instructions and control; made by `finish`
  SourceLine line;

  friend bool operator==(const Control&, const Control&) = default;
};

struct Assignment {
  CounterId counter;
  Affine value;
  SourceLine line;

  friend bool operator==(const Assignment&, const Assignment&) = default;
};

struct Program {
  std::string name;
  Table<EngineId, Engine> engines;
  Table<ParamId, Param> params;
  Table<MemoryId, Memory> memories;
  Table<BufferId, Buffer> buffers;
  Table<CounterId, Counter> counters;
  Table<InstructionId, Instruction> instructions;
  Table<ControlId, Control> controls;
  Table<AssignmentId, Assignment> assignments;
  Block body;

  friend bool operator==(const Program&, const Program&) = default;
};

// Explicit limits of the form. A program beyond one is refused with a diagnostic.
struct ProgramLimits {
  std::size_t nesting = 64;  // blocks inside blocks
  std::size_t engines = 256;
  std::size_t statements = 4'000'000;
  std::int64_t slots = 1'000'000;  // of one buffer
  std::size_t cells = 16'000'000;  // of all buffers
};

// The load that this control statement reads, if its bounds or condition have one.
const Load* load_of(const Control& control);

// The engines that take part: those with an instruction in the program. Each of them
// follows every control statement and reads every load for itself.
std::vector<EngineId> participants(const Program& program);

}  // namespace tidemark
