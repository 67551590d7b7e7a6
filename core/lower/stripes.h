// Striped queues: rotating semaphores in place of one counter.
//
// With d transfers of an engine in flight that complete in n parts each, one counter can
// reach t times n before transfer t is whole: parts of later ones are ahead. With r >= d
// semaphores in turn, transfer t raises semaphore t % r, whose transfer before, t - r, is
// whole when t issues, since at most d are in flight. So for t >= 1
//
//     e >= t   becomes   e[t % r] >= (m / r) * (t - 1 - (t - 1) % r) + m
//
// where m is what one transfer raises in all its parts, and r divides m. For t <= 0 the
// right side is at most 0, and holds as before. A control read completes in one part, which
// raises all of m.
//
// Where the target has too few semaphores, an engine gets r < d of them, the one that has most
// first: then transfer t waits for t - r before it issues, so that r are in flight at most.
// That is all that is lost: the queue's depth, at this engine, and a note says so.
//
// Done for engines all of whose instances raise one semaphore by 1 that nothing else raises
// or lowers: streams of `dynamic`. The semaphore becomes an array chosen at run time: where
// the target cannot, loops over it are to be unrolled by r.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ir/streams.h"

namespace tidemark::lowering {

struct Rotated {
  std::vector<std::string> notes;  // what was done, and for which engines it could not be
  bool lost_depth = false;         // some queue has fewer transfers in flight than it could
};
Rotated rotate_striped(const Program& program, Streams& streams, std::int64_t most_semaphores);

}  // namespace tidemark::lowering
