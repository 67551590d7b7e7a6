// Sums that move evenly with a loop are kept in a register that is moved on, in place of being
// computed at each use:
//
//     for t {                              next = n
//       wait pe >= n + 9*t + 1      =>     for t {
//       wait pe >= n + 9*t + 5               wait pe >= next + 1
//     }                                      wait pe >= next + 5
//                                            next = next + 9
//                                          }
//
// Done where all but the loop's variable in the sum stands still in the loop, it saves
// operations in each trip, and a register is left.
#pragma once

#include "core/ir/streams.h"

namespace tidemark::lowering {

// `limit`: registers that the stream may take (registers_of in recompute.h).
void induce_registers(const Program& program, Stream& stream, std::int64_t limit);

}  // namespace tidemark::lowering
