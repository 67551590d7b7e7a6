// Are these streams of this program? The static half of the verdict `malformed`.
//
// Every stream issues exactly its engine's instructions, in the program's order, each
// in its place of the nest; reads stand where a load needs them; names are in scope.
// Linear in program and streams.
#pragma once

#include <string>
#include <vector>

#include "core/ir/streams.h"

namespace tidemark {

struct Mismatch {
  SourceLine line;      // in the streams' text; 0 where they were built without one
  EngineId engine;      // whose stream; meaningless where the fault is of the whole
  std::string subject;  // the name the message is about, to be underlined; may be empty
  std::string message;  // "stream act issues 'exp' where the program has 'scale'"
};

// Empty iff the streams are well formed for the program. At most `limit` are reported.
std::vector<Mismatch> mismatches(const Program& program, const Streams& streams,
                                 std::size_t limit = 20);

}  // namespace tidemark
