// A program while it is being edited.
//
// Edits change the tables of `program` in place and say what becomes of statements and
// declarations; ids keep their meaning until the end, so edits can be applied together in
// any order. `finished` then writes the program anew: statements in order of text, loop
// variables and params replaced where they are gone, what nothing names left out.
//
// Engines, memories and counters go when nothing names them any more. Params and buffers,
// which a command line may name (`--set`, `--load`), go only when an edit says so.
#pragma once

#include <cstdint>
#include <optional>

#include "core/ir/program.h"

namespace tidemark {

enum class Fate : std::uint8_t {
  keep,
  drop,        // with what stands in it
  body,        // control only: its body, or the arm taken if the condition holds, once
  otherwise,   // `if` only: the other arm
  both_arms,   // `if` only: one arm after the other
  body_twice,  // `for` only: the body of two trips
};

struct Draft {
  explicit Draft(const Program& finished);

  Program program;
  Table<InstructionId, Fate> instructions;  // keep or drop
  Table<AssignmentId, Fate> assignments;    // keep or drop
  Table<ControlId, Fate> controls;
  Table<ParamId, std::optional<std::int64_t>> param_values;  // in place of the param
  Table<BufferId, Fate> buffers;                             // keep or drop
};

// A finished program; nullopt where the edits leave none (a buffer dropped that is still
// used, 64 bits passed, a name taken twice). Linear.
std::optional<Program> finished(const Draft& draft);

}  // namespace tidemark
