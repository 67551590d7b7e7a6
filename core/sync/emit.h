// Writes the streams down.
#pragma once

#include <map>
#include <vector>

#include "core/ir/streams.h"
#include "core/sync/stream_plan.h"

namespace tidemark::sync {

using WaitLog = std::multimap<NeedId, Expression>;  // the thresholds written for each need

// Of the engines that take part.
// `completions`: by engine, the semaphore that each of its instances raises by 1.
// `log` may be null.
std::vector<Stream> emit_streams(const Plan& plan, const StreamPlans& plans,
                                 const Table<EngineId, SemaphoreId>& completions, WaitLog* log);

}  // namespace tidemark::sync
