#include "checker/threads/run_threads.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "core/run/hash.h"

namespace tidemark {
namespace {

using Flag = std::atomic<std::uint8_t>;

struct EngineFlags {
  std::unique_ptr<Flag[]> issued;
  std::unique_ptr<Flag[]> completed;
};

// Where engines of one set meet: the n-th arrivals of all of them make the n-th meeting.
struct Meeting {
  std::uint32_t engines = 0;
  std::atomic<std::uint32_t> arrived{0};
};

class ThreadRun {
 public:
  ThreadRun(const ThreadPlan& plan, const ThreadOptions& options)
      : plan_(plan), options_(options), memory_(plan.cells), flags_(plan.engines.size()) {
    for (const EngineId engine : plan.engines.ids()) {
      const std::size_t instances = plan.engines[engine].instances.size();
      flags_[engine.value] = {std::make_unique<Flag[]>(instances),
                              std::make_unique<Flag[]>(instances)};
    }
    for (const std::vector<EngineId>& engines : plan.barriers)
      meetings_[engines].engines = static_cast<std::uint32_t>(engines.size());
  }

  ThreadOutcome run() {
    {
      std::vector<std::jthread> threads;
      for (const EngineId engine : plan_.engines.ids()) {
        threads.emplace_back([this, engine] { issue(engine); });
        for (std::uint32_t worker = 0; worker < plan_.engines[engine].workers; ++worker)
          threads.emplace_back([this, engine, worker] { work(engine, worker); });
      }
      wait_for(threads.size());
    }
    if (stop_) return ThreadOutcome::stuck;
    return memory_ == plan_.memory ? ThreadOutcome::same_memory : ThreadOutcome::other_memory;
  }

 private:
  // False where the run has been stopped.
  template <class Condition>
  bool spin_until(Condition&& condition) const {
    while (!condition()) {
      if (stop_.load(std::memory_order_relaxed)) return false;
      std::this_thread::yield();
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
    std::vector<std::uint32_t> certain(plan_.engines.size());  // completions acquired
    for (const ThreadOperation& operation : plan_.engines[engine].operations)
      if (!perform(engine, operation, certain)) break;
    ended_.fetch_add(1, std::memory_order_relaxed);
  }

  bool perform(EngineId engine, const ThreadOperation& operation,
               std::vector<std::uint32_t>& certain) {
    switch (operation.kind) {
      case ThreadOperation::Kind::wait:
        return acquire(operation, certain[operation.engine.value]);
      case ThreadOperation::Kind::issue:
        flags_[engine.value].issued[operation.count].store(1, std::memory_order_release);
        return true;
      case ThreadOperation::Kind::barrier:
        return meet(meetings_.at(plan_.barriers[operation.count]));
    }
    std::unreachable();
  }

  bool acquire(const ThreadOperation& wait, std::uint32_t& certain) const {
    const std::size_t all = plan_.engines[wait.engine].instances.size();
    const Flag* completed = flags_[wait.engine.value].completed.get();
    for (; certain < wait.count; ++certain)
      if (!spin_until([&] {
            return certain < all && completed[certain].load(std::memory_order_acquire) != 0;
          }))
        return false;
    return true;
  }

  bool meet(Meeting& meeting) const {
    const std::uint32_t before = meeting.arrived.fetch_add(1, std::memory_order_acq_rel);
    const std::uint32_t all_there = (before / meeting.engines + 1) * meeting.engines;
    return spin_until([&] { return meeting.arrived.load(std::memory_order_acquire) >= all_there; });
  }

  void work(EngineId engine, std::uint32_t worker) {
    const ThreadEngine& all = plan_.engines[engine];
    const EngineFlags& flags = flags_[engine.value];
    for (std::uint32_t i = worker; i < all.instances.size(); i += all.workers) {
      if (!spin_until([&] { return flags.issued[i].load(std::memory_order_acquire) != 0; })) break;
      dawdle(engine, i);
      execute_on(memory_, engine, i, all.instances[i]);
      if (i > 0 &&
          !spin_until([&] { return flags.completed[i - 1].load(std::memory_order_relaxed) != 0; }))
        break;
      flags.completed[i].store(1, std::memory_order_release);
    }
    ended_.fetch_add(1, std::memory_order_relaxed);
  }

  // One instance in four takes its time, another one in each run.
  void dawdle(EngineId engine, std::uint32_t index) const {
    const std::uint64_t drawn =
        mix(options_.seed ^ mix((std::uint64_t{engine.value} << 32) + index));
    if (drawn % 4 != 0) return;
    for (std::uint64_t i = 0; i < drawn / 4 % 32; ++i) std::this_thread::yield();
  }

  const ThreadPlan& plan_;
  const ThreadOptions& options_;
  std::vector<std::uint64_t> memory_;
  std::vector<EngineFlags> flags_;  // by engine
  std::map<std::vector<EngineId>, Meeting> meetings_;
  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> ended_{0};
};

}  // namespace

ThreadOutcome run_threads(const ThreadPlan& plan, const ThreadOptions& options) {
  return ThreadRun(plan, options).run();
}

}  // namespace tidemark
