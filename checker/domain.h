// The domain of the clocks: which streams one pass can decide for all schedules.
//
// A semaphore that some stream reads is in the domain if
//   - the completions of one engine raise it, and nothing else does;
//   - it is read by `wait >=`; or by `take`, then by one stream only, which may wait
//     for it too;
//   - where it is reset, a barrier does it in which its raiser and all its readers
//     stand: then its value is the raises since, whatever the schedule;
//   - if narrow, it never gets so far that it would wrap (seen at the end of the pass).
// A semaphore that no stream reads delays nothing and is always in the domain. Not
// yet: engines whose instances complete in parts.
//
// Classified from the text where that is enough. Otherwise (semaphore arrays,
// statements that these inputs never reach) from one walk over every stream.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/stream_walk.h"

namespace tidemark {

// How the pass turns a threshold into the completion that reaches it.
enum class Counting : std::uint8_t {
  unread,       // no stream reads it
  by_instance,  // every instance of the raiser raises it by 1: the t-th brings it to t
  by_list,      // raises are listed as they come
};

struct SemaphoreRole {
  Counting counting = Counting::unread;
  std::optional<EngineId> raiser;  // absent: never raised
};

struct OutsideDomain {
  std::string reason;  // "semaphore s is raised by two engines, dma (line 4) and act (line 9)"
  SourceLine line;
};

struct Domain {
  std::vector<SemaphoreRole> roles;      // by SemaphoreIndex
  std::optional<OutsideDomain> outside;  // the first semaphore outside, if there is one
};

// Streams match the program (core/ir/match.h). Linear in the text, or in the run.
Domain classify(Compiled& compiled, const Inputs& inputs, const RunLimits& limits = {});

// `s`, or `s[3]` for one of an array.
std::string name_of(const FlatSemaphore& semaphore, const Streams& streams);

}  // namespace tidemark
