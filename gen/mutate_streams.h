// One small mistake, as a compiler makes it.
#pragma once

#include "core/ir/streams.h"
#include "gen/random.h"

namespace tidemark {

enum class StreamMutation : std::uint8_t {
  drop_wait,        // or take, or barrier
  shift_threshold,  // of a wait or take, by 1 or 2, either way
  drop_signal,      // from one issue or read
  change_amount,    // of a signal, by 1 or 2, either way
  other_semaphore,  // in a wait
  change_register,  // what a register is set to, by 1 or 2, either way
  drop_reset,       // from a barrier
};
inline constexpr std::uint64_t kStreamMutations = 7;

// Makes one mistake of this kind at a drawn place; false where there is no such place.
// The streams remain streams of their program.
bool mutate(Streams& streams, StreamMutation mutation, Random& random);

}  // namespace tidemark
