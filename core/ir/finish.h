// Finishing a program that was built in memory or parsed: names for what has no
// label, and every well-formedness rule of the form.
#pragma once

#include <string>
#include <vector>

#include "core/ir/program.h"

namespace tidemark {

struct ProgramError {
  SourceLine line;      // of the entity concerned; 0 where it has none
  std::string subject;  // the name the message is about, to be underlined
  std::string message;
  std::string hint;
};

// Names every instruction and control statement (a label, else its opcode, variable or
// keyword where that is unique in the program, else `load.1`, `i.2`, ... in order of
// text among those without a label), then checks: indices in range, scopes, distinct
// names, slots given exactly where a buffer has them, ranges that divide, limits.
// An empty result means that the program is finished. Linear but for hashing.
std::vector<ProgramError> finish(Program& program, const ProgramLimits& limits = {});

}  // namespace tidemark
