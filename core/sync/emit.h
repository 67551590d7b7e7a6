// Writes one engine's stream down.
#pragma once

#include <map>

#include "core/ir/streams.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

using WaitLog = std::multimap<NeedId, Expression>;  // the thresholds written for each need

// `completions`: by engine, the semaphore that each of its instances raises by 1.
// `log` may be null.
Stream emit_stream(const Plan& plan, const StreamPlan& stream,
                   const Table<EngineId, SemaphoreId>& completions, WaitLog* log);

}  // namespace tidemark::sync
