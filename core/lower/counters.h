// Which semaphore counts an engine's instances: every one raises it by 1, nothing else raises
// or lowers it, and it is read by `wait >=` alone. Streams of `dynamic` have one for each.
#pragma once

#include <optional>

#include "core/ir/streams.h"

namespace tidemark::lowering {

std::optional<SemaphoreId> counter_of(const Streams& streams, EngineId engine);

}  // namespace tidemark::lowering
