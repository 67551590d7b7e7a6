#include "gen/random_streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/ir/control_blocks.h"
#include "gen/wait_plan.h"

namespace tidemark {
namespace {

// Writes the stream of one engine. A statement that runs more than once reads its
// thresholds off a register ring, the tape, where a place moves on as they are used.
class StreamWriter {
 public:
  StreamWriter(const Program& program, const WaitPlan& plan, EngineId engine, Random& random)
      : program_(program), plan_(plan), random_(random) {
    stream_.engine = engine;
    for (std::size_t i = 0; i < plan.run.size(); ++i)
      if (plan.run[i].engine == engine) executions_[site_of(plan.run[i])].push_back(i);
  }

  Stream write() {
    fill_tape();
    for (std::size_t i = 0; i < program_.body.size(); ++i) {
      for (const PlannedBarrier& barrier : plan_.barriers)
        if (barrier.before == i) add_barrier(barrier);
      add(program_.body[i], stream_.body);
    }
    if (const auto waits = plan_.at_end.find(stream_.engine); waits != plan_.at_end.end())
      for (const PlannedWait& wait : waits->second)
        add_wait(wait.semaphore, wait.value, stream_.body);
    return std::move(stream_);
  }

 private:
  bool uses_tape(const RunSite& site) const {
    const auto runs = executions_.find(site);
    return runs != executions_.end() && runs->second.size() > 1;
  }

  // The semaphores that some execution of the statement waits for.
  std::set<SemaphoreId> semaphores_at(const RunSite& site) const {
    std::set<SemaphoreId> all;
    if (const auto runs = executions_.find(site); runs != executions_.end())
      for (const std::size_t i : runs->second)
        for (const PlannedWait& wait : plan_.waits[i]) all.insert(wait.semaphore);
    return all;
  }

  // What an execution waits for on one semaphore, in all. (Takes add up.)
  std::int64_t value_at(std::size_t execution, SemaphoreId semaphore) const {
    std::int64_t value = 0;
    for (const PlannedWait& wait : plan_.waits[execution]) {
      if (wait.semaphore != semaphore) continue;
      value = plan_.semaphores[semaphore].taker ? value + wait.value : std::max(value, wait.value);
    }
    return value;
  }

  void fill_tape() {
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < plan_.run.size(); ++i) {
      const RunSite site = site_of(plan_.run[i]);
      if (plan_.run[i].engine != stream_.engine || !uses_tape(site)) continue;
      for (const SemaphoreId semaphore : semaphores_at(site))
        values.push_back(value_at(i, semaphore));
    }
    if (values.empty()) return;
    tape_ = stream_.registers.push({"tape", static_cast<std::int64_t>(values.size())});
    place_ = stream_.registers.push({"place", {}});
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != 0)
        stream_.body.push_back(
            {SetRegister{tape_, Expression(static_cast<std::int64_t>(i)), values[i]}, {}});
  }

  void add_wait(SemaphoreId semaphore, Expression value, StreamBlock& block) const {
    if (plan_.semaphores[semaphore].taker)
      block.push_back({Take{{semaphore, {}}, std::move(value)}, {}});
    else
      block.push_back({Wait{{semaphore, {}}, WaitKind::at_least, std::move(value)}, {}});
  }

  void add_waits(const RunSite& site, StreamBlock& block) const {
    std::int64_t used = 0;
    for (const SemaphoreId semaphore : semaphores_at(site)) {
      Expression value = uses_tape(site)
                             ? Expression::element(tape_, Expression::of(place_) + Expression(used))
                             : Expression(value_at(executions_.at(site).front(), semaphore));
      add_wait(semaphore, std::move(value), block);
      ++used;
    }
    if (uses_tape(site) && used != 0)
      block.push_back({SetRegister{place_, {}, Expression::of(place_) + Expression(used)}, {}});
  }

  Signals signals_at(const RunSite& site) const {
    Signals signals;
    for (const SemaphoreId id : plan_.semaphores.ids()) {
      const PlannedSemaphore& semaphore = plan_.semaphores[id];
      const auto amount = semaphore.amounts.find(site);
      if (semaphore.raiser == stream_.engine && amount != semaphore.amounts.end())
        signals.push_back({{id, {}}, amount->second});
    }
    return signals;
  }

  void add_barrier(const PlannedBarrier& planned) {
    if (std::ranges::find(planned.engines, stream_.engine) == planned.engines.end()) return;
    Barrier barrier{planned.engines, {}, {}};
    if (planned.engines.size() == plan_.engines.size())
      for (const SemaphoreId id : plan_.semaphores.ids())
        if (plan_.semaphores[id].is_reset) barrier.resets.push_back({id, {}});
    stream_.body.push_back({std::move(barrier), {}});
  }

  void add(const Statement& statement, StreamBlock& block) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
      const RunSite site{false, instruction->value};
      if (program_.instructions[*instruction].engine != stream_.engine) return;
      add_waits(site, block);
      block.push_back({Issue{*instruction, signals_at(site)}, {}});
    } else if (const auto* control = std::get_if<ControlId>(&statement)) {
      if (concerns(*control) || random_.once_in(2)) add_control(*control, block);
    }
  }

  // Does the engine issue or read anything in there?
  bool concerns(ControlId id) const {
    const Control& control = program_.controls[id];
    if (load_of(control) != nullptr) return true;
    for (const Block* block : blocks_of(control))
      for (const Statement& statement : *block) {
        const auto* instruction = std::get_if<InstructionId>(&statement);
        if (instruction && program_.instructions[*instruction].engine == stream_.engine)
          return true;
        const auto* inner = std::get_if<ControlId>(&statement);
        if (inner && concerns(*inner)) return true;
      }
    return false;
  }

  void add_read(ControlId id, StreamBlock& block) const {
    if (load_of(program_.controls[id]) == nullptr) return;
    const RunSite site{true, id.value};
    add_waits(site, block);
    block.push_back({Read{id, signals_at(site)}, {}});
  }

  StreamBlock body_of(const Block& block) {
    StreamBlock body;
    for (const Statement& statement : block) add(statement, body);
    return body;
  }

  void add_control(ControlId id, StreamBlock& block) {
    const auto& form = program_.controls[id].form;
    if (const auto* loop = std::get_if<While>(&form)) {
      StreamWhile made{id, {}};
      add_read(id, made.body);
      for (const Statement& statement : loop->body) add(statement, made.body);
      block.push_back({std::move(made), {}});
      return;
    }
    add_read(id, block);
    if (const auto* loop = std::get_if<For>(&form))
      block.push_back({StreamFor{id, body_of(loop->body)}, {}});
    if (const auto* branch = std::get_if<If>(&form))
      block.push_back({StreamIf{id, body_of(branch->then_block), body_of(branch->else_block)}, {}});
  }

  const Program& program_;
  const WaitPlan& plan_;
  Random& random_;
  Stream stream_;
  std::map<RunSite, std::vector<std::size_t>> executions_;  // places in the run
  RegisterId tape_;
  RegisterId place_;
};

}  // namespace

Streams random_streams(const Program& program, const Inputs& inputs, Random& random) {
  const WaitPlan plan = draw_wait_plan(program, inputs, random);
  Streams streams;
  streams.program = program.name;
  for (const PlannedSemaphore& semaphore : plan.semaphores) {
    const std::string& raiser = program.engines[semaphore.raiser].name;
    streams.semaphores.push(
        {.name = semaphore.taker
                     ? fmt::format("{}_for_{}", raiser, program.engines[*semaphore.taker].name)
                     : raiser,
         .count = {},
         .width = {}});
  }
  for (const EngineId engine : plan.engines)
    streams.streams.push_back(StreamWriter(program, plan, engine, random).write());
  return streams;
}

}  // namespace tidemark
