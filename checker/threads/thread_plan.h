// A run of streams laid out for real threads: every wait as the completion that it names.
//
// A wait `s >= t` names the completion that brings s to t. That is known beforehand where s
// is raised by the completions of one engine without stripes, never wraps, and is reset, if
// at all, in barriers in which its raiser and the waiting engine stand. Other streams have
// no plan: an error says which semaphore is at fault.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "checker/lines.h"
#include "core/ir/cells.h"

namespace tidemark {

struct ThreadOperation {
  enum class Kind : std::uint8_t { wait, issue, barrier };
  Kind kind = Kind::issue;
  EngineId engine;          // wait: whose completions
  std::uint32_t count = 0;  // wait: how many; issue: the ordinal - 1; barrier: Lines::barriers
};

struct ThreadInstance {
  std::vector<CellId> reads;
  std::vector<CellId> writes;
};

struct ThreadEngine {
  std::uint32_t workers = 1;  // instances that may be in flight
  std::vector<ThreadOperation> operations;
  std::vector<ThreadInstance> instances;
};

struct ThreadPlan {
  Table<EngineId, ThreadEngine> engines;
  std::vector<std::vector<EngineId>> barriers;  // the engines of each of Lines::barriers
  std::size_t cells = 0;
  std::vector<std::uint64_t> memory;  // what the sequential run leaves
};

// What an instance does to memory: every cell that it writes gets a value that depends on
// all that it reads. Plain loads and stores.
void execute_on(std::vector<std::uint64_t>& memory, EngineId engine, std::uint32_t index,
                const ThreadInstance& instance);

inline constexpr std::uint32_t kMostThreads = 256;

std::expected<ThreadPlan, std::string> make_thread_plan(const Program& program,
                                                        const Streams& streams,
                                                        const Inputs& inputs, const Lines& lines);

}  // namespace tidemark
