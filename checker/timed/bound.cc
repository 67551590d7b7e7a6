#include "checker/timed/bound.h"

#include <algorithm>
#include <vector>

#include "checker/needs.h"
#include "core/run/sequential_run.h"

namespace tidemark {
namespace {

class IdealMachine {
 public:
  IdealMachine(const Program& program, const Target& target)
      : timing_(program, target), engines_(program.engines.size()) {}

  void add(const Instance& instance, std::span<const Needed> needs) {
    Engine& engine = engines_[instance.engine];
    const EngineTiming& of = timing_.engines[instance.engine];
    Picoseconds start = std::max(engine.clock.free(), engine.after_read);
    const auto place = static_cast<std::size_t>(of.inflight);
    if (engine.completions.size() >= place)
      start = std::max(start, engine.completions[engine.completions.size() - place]);
    for (const Needed& need : needs) start = std::max(start, certain(need, instance.engine));
    complete(instance, engine, of, start);
  }

  Picoseconds latency() const {
    Picoseconds latest = 0;
    for (const Engine& engine : engines_)
      if (!engine.completions.empty()) latest = std::max(latest, engine.completions.back());
    return latest;
  }

 private:
  struct Engine {
    EngineClock clock;
    Picoseconds after_read = 0;
    std::vector<Picoseconds> completions;  // by ordinal, from 1
  };

  Picoseconds certain(const Needed& need, EngineId consumer) const {
    const Picoseconds completed = engines_[need.engine].completions[need.ordinal - 1];
    const bool is_own = need.engine == consumer && timing_.engines[consumer].inflight == 1;
    return is_own ? completed : completed + timing_.signal;
  }

  void complete(const Instance& instance, Engine& engine, const EngineTiming& of,
                Picoseconds start) {
    const InstructionTiming cost = instance.is_read ? InstructionTiming{of.read, 0}
                                                    : timing_.instructions[instance.instruction];
    engine.clock.occupy(timing_, of, start, cost.cost);
    Picoseconds completed = engine.clock.free() + cost.latency;
    if (!engine.completions.empty()) completed = std::max(completed, engine.completions.back());
    engine.completions.push_back(completed);
    if (instance.is_read) engine.after_read = completed;
  }

  Timing timing_;
  Table<EngineId, Engine> engines_;
};

}  // namespace

std::expected<LatencyBound, RunError> bound_of(const Program& program, const Inputs& inputs,
                                               const Target& target, const RunLimits& limits) {
  const Cells cells(program);
  NeedTracker needs(program.engines.size(), cells.count());
  IdealMachine machine(program, target);
  SequentialRun run(program, cells, inputs, limits);
  LatencyBound bound;
  while (const Instance* instance = run.next()) {
    machine.add(*instance, needs.next(*instance));
    ++bound.instances;
  }
  if (run.error()) return std::unexpected(*run.error());
  bound.latency = machine.latency();
  return bound;
}

}  // namespace tidemark
