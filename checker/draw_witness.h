// A witness for a person: what happened on one line, the schedule with a lane for each
// engine, the instances that collide, the wait that is missing or too strong.
//
//   unsafe: pe's matmul#2 issues before dma's load#2 has completed
//
//     dma  [load#1][load#2 . . . . . . . .
//     pe                   [matmul#1] ! matmul#2
//
// An instance is written opcode#ordinal, the ordinal that thresholds count; `[` is its
// issue, `]` its completion.
#pragma once

#include <string>

#include "checker/witness.h"

namespace tidemark {

// "unsafe: pe's matmul#2 issues before dma's load#2 has completed"
std::string headline(const Witness& witness, const Program& program);

// All but the headline, several lines; the last one says how to see it again: `again`, a
// command.
std::string draw(const Witness& witness, const Program& program, const Streams& streams,
                 const std::string& again);

}  // namespace tidemark
