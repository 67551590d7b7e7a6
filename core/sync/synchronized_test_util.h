// For tests: what `dynamic` makes of a program, as text, or what is wrong with the program.
#pragma once

#include <string>

#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {

inline std::string synchronized(const char* text) {
  const auto program = parse_program(text);
  if (!program) return to_string(program.error());
  return print(synchronize(*program).streams, *program);
}

}  // namespace tidemark
