#include "checker/threads/run_threads.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "checker/threads/live_semaphore.h"
#include "core/run/hash.h"

namespace tidemark {
namespace {

// On a busy machine a thread that only yields takes the time of the one it waits for.
constexpr int kYields = 64;
constexpr std::chrono::microseconds kNap{20};

using Flags = std::unique_ptr<std::atomic<std::uint8_t>[]>;

struct EngineFlags {
  Flags issued;                  // by instance
  std::vector<Flags> completed;  // by part, then instance
};

// Where engines of one set meet: the n-th arrivals of all of them make the n-th meeting.
struct Meeting {
  std::map<EngineId, std::uint32_t> at;  // the barrier that each engine stands at
  std::atomic<std::uint32_t> arrived{0};
  std::atomic<std::uint32_t> passed{0};
};

class ThreadRun {
 public:
  ThreadRun(const ThreadPlan& plan, const ThreadOptions& options)
      : plan_(plan), options_(options), memory_(plan.memory.size()), flags_(plan.engines.size()) {
    for (const EngineId engine : plan.engines.ids()) {
      const ThreadEngine& planned = plan.engines[engine];
      const auto flags = [&] {
        return std::make_unique<std::atomic<std::uint8_t>[]>(planned.instances.size());
      };
      flags_[engine.value].issued = flags();
      for (std::uint32_t part = 0; part < planned.parts; ++part)
        flags_[engine.value].completed.push_back(flags());
    }
    for (const ThreadSemaphore& semaphore : plan.semaphores) semaphores_.emplace_back(semaphore);
    for (const LineBarrier& barrier : plan.barriers)
      for (const EngineId engine : barrier.engines) meetings_[barrier.engines].at[engine] = 0;
  }

  ThreadOutcome run() {
    {
      std::vector<std::jthread> threads;
      for (const EngineId engine : plan_.engines.ids()) {
        const ThreadEngine& planned = plan_.engines[engine];
        threads.emplace_back([this, engine] { issue(engine); });
        for (std::uint32_t part = 0; part < planned.parts && !planned.instances.empty(); ++part)
          for (std::uint32_t worker = 0; worker < planned.workers; ++worker)
            threads.emplace_back([this, engine, part, worker] { work(engine, part, worker); });
      }
      wait_for(threads.size());
    }
    if (stop_) return ThreadOutcome::stuck;
    return memory_ == plan_.memory ? ThreadOutcome::same_memory : ThreadOutcome::other_memory;
  }

 private:
  // What an issuing thread remembers of its waits.
  struct Seen {
    std::map<std::pair<EngineId, std::uint32_t>, std::uint32_t> completed;  // by part
    std::map<SemaphoreIndex, LiveSemaphore::Reader> raises;
  };

  // False where the run has been stopped.
  template <class Condition>
  bool spin_until(Condition&& condition) const {
    for (int tries = 0; !condition(); ++tries) {
      if (stop_.load(std::memory_order_relaxed)) return false;
      if (tries < kYields)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(kNap);
    }
    return true;
  }

  void wait_for(std::size_t threads) {
    const auto limit =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(options_.seconds);
    while (ended_.load(std::memory_order_relaxed) < threads) {
      if (std::chrono::steady_clock::now() > limit) stop_ = true;
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }

  void issue(EngineId engine) {
    Seen seen;
    for (const ThreadOperation& operation : plan_.engines[engine].operations)
      if (!perform(engine, operation, seen)) break;
    ended_.fetch_add(1, std::memory_order_relaxed);
  }

  bool perform(EngineId engine, const ThreadOperation& operation, Seen& seen) {
    using Kind = ThreadOperation::Kind;
    const auto semaphore = [&]() -> LiveSemaphore& { return semaphores_[operation.index]; };
    switch (operation.kind) {
      case Kind::wait_part:
        return acquire(operation, seen.completed[{operation.engine, operation.index}]);
      case Kind::wait:
        return spin_until(
            [&] { return semaphore().reaches(operation.value, seen.raises[operation.index]); });
      case Kind::wait_equal:
        return spin_until([&] { return semaphore().equals(operation.value); });
      case Kind::take:
        return spin_until([&] { return semaphore().take(operation.value); });
      case Kind::signal:
        semaphore().raise(operation.value);
        return true;
      case Kind::reset:
        semaphore().reset();
        return true;
      case Kind::barrier:
        return meet(engine, operation.index);
      case Kind::issue:
        flags_[engine.value].issued[operation.index].store(1, std::memory_order_release);
        return true;
    }
    std::unreachable();
  }

  bool acquire(const ThreadOperation& wait, std::uint32_t& seen) const {
    const std::size_t all = plan_.engines[wait.engine].instances.size();
    const Flags& completed = flags_[wait.engine.value].completed[wait.index];
    for (; seen < wait.count; ++seen)
      if (!spin_until(
              [&] { return seen < all && completed[seen].load(std::memory_order_acquire) != 0; }))
        return false;
    return true;
  }

  // The last to arrive sets to 0 what any of them names.
  bool meet(EngineId engine, std::uint32_t barrier) {
    Meeting& meeting = meetings_.at(plan_.barriers[barrier].engines);
    meeting.at[engine] = barrier;
    const auto engines = static_cast<std::uint32_t>(meeting.at.size());
    const std::uint32_t before = meeting.arrived.fetch_add(1, std::memory_order_acq_rel);
    const std::uint32_t number = before / engines + 1;
    if (before % engines != engines - 1)
      return spin_until([&] { return meeting.passed.load(std::memory_order_acquire) >= number; });
    for (const auto& [other, at] : meeting.at)
      for (const SemaphoreIndex semaphore : plan_.barriers[at].resets)
        if (plan_.semaphores[semaphore].form == SemaphoreForm::counter)
          semaphores_[semaphore].reset();
    meeting.passed.store(number, std::memory_order_release);
    return true;
  }

  void work(EngineId engine, std::uint32_t part, std::uint32_t worker) {
    const ThreadEngine& planned = plan_.engines[engine];
    const Flags& issued = flags_[engine.value].issued;
    const Flags& completed = flags_[engine.value].completed[part];
    for (std::uint32_t i = worker; i < planned.instances.size(); i += planned.workers) {
      if (!spin_until([&] { return issued[i].load(std::memory_order_acquire) != 0; })) break;
      if (part < planned.instances[i].parts) execute(engine, i, part);
      if (i > 0 &&
          !spin_until([&] { return completed[i - 1].load(std::memory_order_relaxed) != 0; }))
        break;
      if (part < planned.instances[i].parts)
        for (const Raise& raise : planned.instances[i].raises)
          semaphores_[raise.semaphore].raise(raise.amount);
      completed[i].store(1, std::memory_order_release);
    }
    ended_.fetch_add(1, std::memory_order_relaxed);
  }

  void execute(EngineId engine, std::uint32_t index, std::uint32_t part) {
    dawdle(engine, index, part);
    execute_on(memory_, plan_, engine, index, part);
  }

  // One in four takes its time, another one in each run.
  void dawdle(EngineId engine, std::uint32_t index, std::uint32_t part) const {
    const std::uint64_t drawn =
        mix(options_.seed ^ mix((std::uint64_t{engine.value} << 32) + index) ^ part);
    if (drawn % 4 != 0) return;
    for (std::uint64_t i = 0; i < drawn / 4 % 32; ++i) std::this_thread::yield();
  }

  const ThreadPlan& plan_;
  const ThreadOptions& options_;
  std::vector<std::uint64_t> memory_;
  std::vector<EngineFlags> flags_;        // by engine
  std::deque<LiveSemaphore> semaphores_;  // by SemaphoreIndex
  std::map<std::vector<EngineId>, Meeting> meetings_;
  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> ended_{0};
};

}  // namespace

ThreadOutcome run_threads(const ThreadPlan& plan, const ThreadOptions& options) {
  return ThreadRun(plan, options).run();
}

}  // namespace tidemark
