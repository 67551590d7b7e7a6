// Targets whose waits consume what they waited for: flags of one bit, counting locks. Their
// streams are those of `take` alone.
#pragma once

#include <optional>
#include <string>

#include "core/ir/streams.h"
#include "core/target/target.h"

namespace tidemark::lowering {

// Why such a target cannot express the streams: a wait that leaves the semaphore as it is, or
// more semaphores between two engines than there are for a pair. The first found.
std::optional<std::string> unlike_tokens(const Program& program, const Streams& streams,
                                         const SemaphoreLimits& limits);

}  // namespace tidemark::lowering
