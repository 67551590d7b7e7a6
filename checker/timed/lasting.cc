#include "checker/timed/lasting.h"

#include <algorithm>
#include <set>

namespace tidemark {
namespace {

struct Use {
  std::set<EngineId> readers;
  std::set<std::vector<EngineId>> resets;  // the barriers that do it
  bool is_lowered_alone = false;           // by a take, a comparison's stream, or a loose reset
};

class Uses {
 public:
  explicit Uses(const Streams& streams) : of_(streams.semaphores.size()) {
    for (const Stream& stream : streams.streams) {
      engine_ = stream.engine;
      block(stream.body);
    }
  }
  const Use& of(SemaphoreId semaphore) const { return of_[semaphore]; }

 private:
  void block(const StreamBlock& statements) {
    for (const StreamStatement& statement : statements)
      std::visit([this](const auto& form) { look(form); }, statement.form);
  }
  void look(const Issue&) {}
  void look(const Read&) {}
  void look(const SetRegister&) {}
  void look(const SignalNow&) {}
  void look(const Wait& wait) { of_[wait.semaphore.semaphore].readers.insert(engine_); }
  void look(const Take& take) { of_[take.semaphore.semaphore].is_lowered_alone = true; }
  void look(const Reset& reset) { of_[reset.semaphore.semaphore].is_lowered_alone = true; }
  void look(const Barrier& barrier) {
    for (const SemaphoreRef& reset : barrier.resets)
      of_[reset.semaphore].resets.insert(barrier.engines);
  }
  void look(const StreamFor& loop) { block(loop.body); }
  void look(const StreamWhile& loop) { block(loop.body); }
  void look(const StreamIf& branch) {
    block(branch.then_block);
    block(branch.else_block);
  }

  EngineId engine_;
  Table<SemaphoreId, Use> of_;
};

bool is_lasting(const Use& use) {
  return !use.is_lowered_alone && std::ranges::all_of(use.resets, [&](const auto& engines) {
    return std::ranges::includes(engines, use.readers);
  });
}

}  // namespace

Table<SemaphoreId, bool> lasting_semaphores(const Streams& streams) {
  const Uses uses(streams);
  Table<SemaphoreId, bool> result(streams.semaphores.size());
  for (const SemaphoreId id : streams.semaphores.ids()) result[id] = is_lasting(uses.of(id));
  return result;
}

}  // namespace tidemark
