#include "core/lower/counters.h"

#include <algorithm>
#include <vector>

#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

class Counting {
 public:
  Counting(const Streams& streams, EngineId engine) : engine_(engine) {
    for (const Stream& stream : streams.streams)
      for_each_statement(stream.body, [&](const StreamStatement& statement) {
        std::visit([&](const auto& form) { look(stream.engine, form); }, statement.form);
      });
    if (semaphore_ && (streams.semaphores[*semaphore_].count || is_other(*semaphore_)))
      is_counter_ = false;
  }

  std::optional<SemaphoreId> semaphore() const { return is_counter_ ? semaphore_ : std::nullopt; }

 private:
  bool is_other(SemaphoreId id) const { return std::ranges::find(other_, id) != other_.end(); }

  void look(EngineId engine, const Issue& issue) { raise(engine, issue.signals); }
  void look(EngineId engine, const Read& read) { raise(engine, read.signals); }
  void look(EngineId, const Wait& wait) {
    if (wait.kind != WaitKind::at_least) other_.push_back(wait.semaphore.semaphore);
  }
  void look(EngineId, const Take& take) { other_.push_back(take.semaphore.semaphore); }
  void look(EngineId, const Reset& reset) { other_.push_back(reset.semaphore.semaphore); }
  void look(EngineId, const SignalNow& now) { other_.push_back(now.signal.target.semaphore); }
  void look(EngineId, const Barrier& barrier) {
    for (const SemaphoreRef& reset : barrier.resets) other_.push_back(reset.semaphore);
  }
  template <class Form>
  void look(EngineId, const Form&) {}

  void raise(EngineId engine, const Signals& signals) {
    if (engine != engine_) {
      for (const SignalOn& signal : signals) other_.push_back(signal.target.semaphore);
      return;
    }
    if (signals.size() != 1 || signals.front().amount != 1) {
      is_counter_ = false;
      return;
    }
    const SemaphoreId raised = signals.front().target.semaphore;
    if (semaphore_ && *semaphore_ != raised) is_counter_ = false;
    semaphore_ = raised;
  }

  EngineId engine_;
  std::optional<SemaphoreId> semaphore_;
  bool is_counter_ = true;
  std::vector<SemaphoreId> other_;  // touched in another way
};

}  // namespace

std::optional<SemaphoreId> counter_of(const Streams& streams, EngineId engine) {
  return Counting(streams, engine).semaphore();
}

}  // namespace tidemark::lowering
