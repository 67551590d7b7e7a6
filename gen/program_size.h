// How large a program is to its reader: what shrinking makes less.
//
// The weights say what is worth more than what: control outweighs three instructions (so a
// loop may give way to two copies of a short body), a statement outweighs all of its parts,
// a declaration outweighs the numbers in it, and a plain name weighs nothing.
#pragma once

#include <cstdint>
#include <string>

#include "core/ir/program.h"

namespace tidemark {

std::uint64_t size_of(const Program& program);

std::size_t statement_count(const Program& program);

// The plain names: `e0`, `x0`, `n0`, `c0`, `m0` in order of declaration, `i0` at the top of
// a nest and `i1` in it, the opcode `op`, the program `p`, no label.
inline constexpr const char* kPlainProgram = "p";
inline constexpr const char* kPlainOpcode = "op";
std::string plain_name(EngineId id);
std::string plain_name(ParamId id);
std::string plain_name(MemoryId id);
std::string plain_name(BufferId id);
std::string plain_name(CounterId id);
std::string plain_variable(std::size_t depth);  // how many loops stand around it

}  // namespace tidemark
