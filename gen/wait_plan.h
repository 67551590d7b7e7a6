// What the streams of one run wait for and raise, before it is written as streams:
// drawn semaphores, drawn barriers, and every dependence of the run as a threshold.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/ir/streams.h"
#include "gen/random.h"
#include "gen/run_list.h"

namespace tidemark {

// What an instance executes: an instruction, or the control statement of a read.
struct RunSite {
  bool is_read = false;
  std::uint32_t index = 0;
  friend auto operator<=>(const RunSite&, const RunSite&) = default;
};

struct PlannedSemaphore {
  EngineId raiser;
  std::optional<EngineId> taker;            // takes tokens from it; nobody else reads it
  std::map<RunSite, std::int64_t> amounts;  // raised at these statements of its raiser
  bool is_reset = false;                    // in every barrier of all engines
};

struct PlannedWait {
  SemaphoreId semaphore;
  std::int64_t value = 0;
};

struct PlannedBarrier {    // between statements at the top: passed exactly once
  std::size_t before = 0;  // the statement of the program's body
  std::vector<EngineId> engines;
};

struct WaitPlan {
  std::vector<ListedInstance> run;
  std::vector<EngineId> engines;  // those that take part
  std::vector<PlannedBarrier> barriers;
  Table<SemaphoreId, PlannedSemaphore> semaphores;
  std::vector<std::vector<PlannedWait>> waits;          // by place in the run
  std::map<EngineId, std::vector<PlannedWait>> at_end;  // after the last instance
};

RunSite site_of(const ListedInstance& instance);

WaitPlan draw_wait_plan(const Program& program, const Inputs& inputs, Random& random);

}  // namespace tidemark
