// Streams executed by real threads on real memory.
//
// Each engine is a thread that issues and, for each of its parts, as many workers as it may
// have instances in flight; worker i % workers executes instance i. A completion is a flag of
// its own: stored with release after the instance's data, read with acquire by those who wait
// for it. A wait acquires the completions up to the one that it names (those before it are as
// certain, since an engine completes in order) and no later one. Workers of an engine
// complete in order by looking at each other's flags relaxed, which orders no data. So
// what one thread has seen of another is what is certain in every schedule (the clocks of
// docs/model.md), and a missing or too low wait is a data race in *every* run:
// ThreadSanitizer reports it without luck. Where a semaphore names no completion
// (checker/threads/thread_semaphores.h) it is what is certain after the raises of this run,
// and luck has a part in it. Without that tool, memory that differs from the sequential run's
// shows a missing wait by luck.
//
// This is no model of a machine with weak memory, and no decider: a run without finding
// proves nothing.
#pragma once

#include <cstdint>

#include "checker/threads/thread_plan.h"

namespace tidemark {

enum class ThreadOutcome : std::uint8_t {
  same_memory,   // as the sequential run leaves it
  other_memory,  // some instance read or wrote too early: unsafe
  stuck,         // not at its end within the time given
};

struct ThreadOptions {
  std::uint64_t seed = 0;  // where threads dawdle
  double seconds = 10;     // then the run counts as stuck
};

ThreadOutcome run_threads(const ThreadPlan& plan, const ThreadOptions& options = {});

}  // namespace tidemark
