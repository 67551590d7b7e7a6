// A run of streams laid out for real threads: what each engine's issuing thread does one
// after the other, what each instance does to memory, and how each semaphore is kept.
//
// A cell is one word of memory for each stripe of the engine with the most, so that parts
// of one instance never touch the same word: of n parts, part p has every n-th one from p on.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "checker/lines.h"
#include "checker/threads/thread_semaphores.h"
#include "core/ir/cells.h"

namespace tidemark {

struct ThreadOperation {
  enum class Kind : std::uint8_t {
    wait_part,  // until `count` instances of part `index` of the engine have completed
    wait,       // until the semaphore `index` is at least `value`, as every kind from here
    wait_equal,
    take,
    signal,
    reset,
    barrier,  // Lines::barriers[index]
    issue,    // the instance `index`
  };
  Kind kind = Kind::issue;
  EngineId engine{};  // wait_part: whose
  std::uint32_t index = 0;
  std::uint32_t count = 0;
  std::int64_t value = 0;
};

struct ThreadInstance {
  std::vector<CellId> reads;
  std::vector<CellId> writes;
  std::vector<Raise> raises;  // of semaphores that are not named
  std::uint32_t parts = 1;    // a control read completes in one, whatever its engine's stripes
};

struct ThreadEngine {
  std::uint32_t workers = 1;  // of each part: instances that may be in flight
  std::uint32_t parts = 1;
  std::vector<ThreadOperation> operations;
  std::vector<ThreadInstance> instances;
};

struct ThreadPlan {
  Table<EngineId, ThreadEngine> engines;
  std::vector<ThreadSemaphore> semaphores;
  std::vector<LineBarrier> barriers;
  std::uint32_t stripes = 1;          // words of a cell
  std::vector<std::uint64_t> memory;  // what the sequential run leaves
};

// What a part of an instance does to memory: every word that it writes gets a value that
// depends on all that it reads. Plain loads and stores.
void execute_on(std::vector<std::uint64_t>& memory, const ThreadPlan& plan, EngineId engine,
                std::uint32_t index, std::uint32_t part);

inline constexpr std::int64_t kMostThreads = 256;

// An error, in words, where that takes more threads.
std::expected<ThreadPlan, std::string> make_thread_plan(const Program& program,
                                                        const Inputs& inputs, const Lines& lines);

}  // namespace tidemark
