// Small changes to a program and splices of two: what a fuzzer does between runs.
//
// The result is a finished program, whatever the program was: a change that leaves none (a
// name out of scope, a limit passed) is not made, and another is tried. What a change turns a
// run into is nobody's care: runs may have errors, or be long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/ir/program.h"
#include "gen/random.h"

namespace tidemark {

enum class ProgramMutation : std::uint8_t {
  insert,          // an instruction
  duplicate,       // a statement with all in it, to another place
  simplify,        // any edit of shrinking: drop, unroll, take an arm, merge (gen/edits.h)
  move_statement,  // within its block
  wrap_in_loop,    // a row of statements
  wrap_in_branch,
  wrap_in_while,
  change_bound,   // of a loop
  change_step,    // of a loop
  change_access,  // another buffer or slot of an operand
  shift_slot,     // of an operand, by a number
  add_operand,
  change_engine,     // of an instruction; to a new one, too
  change_in_flight,  // of an engine
  change_slots,      // of a buffer; the remainders by their number follow
  add_buffer,        // used once
  change_range,      // of bytes
  assign_counter,
};
inline constexpr std::uint64_t kProgramMutations = 18;

// nullopt where there is no place for it, or it leaves no program. Linear.
std::optional<Program> mutate(const Program& program, ProgramMutation mutation, Random& random);

// A change of a drawn kind; the program itself where none of many tries leaves one.
Program mutate(const Program& program, Random& random);

// Some statements of `donor` in `host`, with what they name: what is called alike is taken
// to be the same, the rest is declared. The host where that leaves no program.
Program splice(const Program& host, const Program& donor, Random& random);

}  // namespace tidemark
