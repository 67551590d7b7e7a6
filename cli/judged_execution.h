// One execution of a machine, with every state on its way held against the ideal system.
// What it shows is only about these states: a verdict that is seen here is true, and one
// that is not seen may be true all the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "checker/scheduler.h"
#include "checker/verdict.h"

namespace tidemark {

struct JudgedExecution {
  Execution execution;
  std::optional<Verdict> verdict;  // unsafe, deadlocks or overwaits; the first of that order
  std::string what;                // "dma's load#3 can issue before pe's use#1 has completed"
  std::size_t after = 0;           // steps before the state that shows it
};

JudgedExecution execute_and_judge(const Machine& machine, Scheduler& scheduler);

// "load#3", "read i#1": the engine's instance with this ordinal, from 1.
std::string describe(const Machine& machine, EngineId engine, std::uint32_t ordinal);

}  // namespace tidemark
