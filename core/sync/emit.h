// Writes one engine's stream down.
#pragma once

#include "core/ir/streams.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

// `completions`: by engine, the semaphore that each of its instances raises by 1.
Stream emit_stream(const Plan& plan, const StreamPlan& stream,
                   const Table<EngineId, SemaphoreId>& completions);

}  // namespace tidemark::sync
