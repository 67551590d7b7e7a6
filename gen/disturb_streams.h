// Streams that no clock decides, made from ones that clocks do: somebody else raises, lowers
// or compares a semaphore too, or it is narrow.
#pragma once

#include "core/ir/streams.h"
#include "gen/random.h"

namespace tidemark {

// Inserts one `signal`, `reset` or `wait ==` at the top level of a drawn stream, or gives a
// semaphore a width of one or two bits. The streams remain streams of their program.
void disturb(Streams& streams, Random& random);

}  // namespace tidemark
