// What a stream stands at, and what it has waited for: for messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/lines.h"
#include "checker/stream_walk.h"

namespace tidemark {

struct StandingEvent {
  std::string text;  // "wait pe >= 3 (line 9)"; empty at the end of the stream
  std::optional<SemaphoreIndex> semaphore;  // of a wait or take
};

// The stream's event number `index`, from 0.
StandingEvent standing_event(const Program& program, const Streams& streams, const Stream& stream,
                             const Inputs& inputs, std::uint64_t index);

// The last wait or take of the semaphore before the stream's instance `ordinal` issues, if
// there is one.
std::optional<StandingEvent> last_wait(const Program& program, const Streams& streams,
                                       const Stream& stream, const Inputs& inputs,
                                       std::uint64_t ordinal, SemaphoreIndex semaphore);

// What a completion brings a semaphore to that it raises; no value where resets or takes
// make that depend on the reader.
struct ReachedValue {
  SemaphoreIndex semaphore = 0;
  std::optional<std::int64_t> value;
};
std::vector<ReachedValue> thresholds_of(const Lines& lines, EngineId engine, std::uint64_t ordinal);

}  // namespace tidemark
