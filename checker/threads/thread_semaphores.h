// How a wait on each semaphore of a run is done by real threads.
//
//   named    raised by the completions of one engine without stripes, never lowered but in
//            barriers in which that engine and all who read it stand: a wait names a
//            completion, and that alone is waited for
//   logged   only raised, by several: a wait goes through the raises in the order that they
//            came in and acquires no more of them than it takes to reach its value
//   counter  anything else, taken, compared, wrapping or reset: one atomic counter, by which
//            whoever waits acquires all that has raised it so far
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/lines.h"
#include "core/ir/program.h"

namespace tidemark {

enum class SemaphoreForm : std::uint8_t { named, logged, counter };

struct ThreadSemaphore {
  SemaphoreForm form = SemaphoreForm::named;
  std::uint64_t mask = ~std::uint64_t{0};  // of its width
  bool orders_all = false;   // counter: compared or wraps, so whatever changes it orders
  std::uint64_t raises = 0;  // how often it is raised, each part counted
};

// What a named one is raised to.
struct NamedRaises {
  std::optional<EngineId> engine;
  std::vector<std::uint32_t> counts;  // completions ...
  std::vector<std::int64_t> totals;   // ... that bring it to this much, resets aside
  std::vector<std::int64_t> resets;   // how much that is at each reset

  // The completion at which the semaphore reaches `value` after so many resets; nullopt: never.
  // What is raised after the waiter's next reset does not count for it; such a wait then names
  // a later completion, from which the barrier in between keeps the raiser: it never comes.
  std::optional<std::uint32_t> count_reaching(std::int64_t value, std::size_t after_resets) const;
};

class ThreadSemaphores {
 public:
  ThreadSemaphores(const Program& program, const Lines& lines);

  const std::vector<ThreadSemaphore>& all() const { return all_; }
  SemaphoreForm form(SemaphoreIndex semaphore) const { return all_[semaphore].form; }
  const NamedRaises& named(SemaphoreIndex semaphore) const { return named_[semaphore]; }

 private:
  void count_raises(EngineId engine);
  void look_at(EngineId engine, const LineEvent& event);
  void look_at(const LineBarrier& barrier);
  void collect_resets(EngineId engine);

  const Program& program_;
  const Lines& lines_;
  std::vector<ThreadSemaphore> all_;
  std::vector<NamedRaises> named_;
};

}  // namespace tidemark
