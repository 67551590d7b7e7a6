#include "gen/wait_plan.h"

#include <algorithm>

#include "core/ir/control_blocks.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostInstances = 64;

class Planner {
 public:
  Planner(const Program& program, const Inputs& inputs, Random& random)
      : program_(program), random_(random) {
    plan_.run = list_run(program, inputs, kMostInstances);
    plan_.engines = participants(program);
    plan_.waits.resize(plan_.run.size());
  }

  WaitPlan draw() {
    for (std::size_t i = 0; i < program_.body.size(); ++i) place(program_.body[i], i);
    if (random_.once_in(3)) draw_barriers();
    for (const EngineId engine : plan_.engines) draw_semaphores(engine);
    for (const PlannedSemaphore& semaphore : plan_.semaphores) count_raises(semaphore);
    draw_waits();
    draw_waits_at_end();
    return std::move(plan_);
  }

 private:
  struct Totals {
    std::vector<std::int64_t> raised{0};      // up to and with each ordinal of the raiser
    std::vector<std::int64_t> at_barrier{0};  // before each barrier, from 1
    std::int64_t taken = 0;
  };

  // Notes every statement's place at the top of the program.
  void place(const Statement& statement, std::size_t top) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
      top_of_[{false, instruction->value}] = top;
      sites_[program_.instructions[*instruction].engine].push_back({false, instruction->value});
    } else if (const auto* control = std::get_if<ControlId>(&statement)) {
      top_of_[{true, control->value}] = top;
      if (load_of(program_.controls[*control]) != nullptr)
        for (const EngineId engine : plan_.engines)
          sites_[engine].push_back({true, control->value});
      for (const Block* block : blocks_of(program_.controls[*control]))
        for (const Statement& inner : *block) place(inner, top);
    }
  }

  void draw_barriers() {
    for (std::size_t i = 0; i < program_.body.size(); ++i) {
      if (!random_.once_in(3)) continue;
      PlannedBarrier barrier{i, plan_.engines};
      if (random_.once_in(4))
        std::erase_if(barrier.engines, [&](EngineId) { return random_.once_in(2); });
      if (!barrier.engines.empty()) plan_.barriers.push_back(std::move(barrier));
    }
  }

  bool is_full(const PlannedBarrier& barrier) const {
    return barrier.engines.size() == plan_.engines.size();
  }

  // One semaphore that anybody may wait for, and tokens for some consumers.
  void draw_semaphores(EngineId raiser) {
    const std::uint64_t style = random_.below(4);
    const std::int64_t amount = style == 2 ? random_.between(2, 3) : 1;
    PlannedSemaphore open{.raiser = raiser, .taker = {}, .amounts = {}, .is_reset = reset()};
    for (const RunSite& site : sites_[raiser]) {
      if (style == 3 && random_.once_in(3)) continue;
      open.amounts[site] = style == 3 ? random_.between(1, 2) : amount;
    }
    open_[raiser] = plan_.semaphores.push(std::move(open));
    for (const EngineId taker : plan_.engines) {
      if (!random_.once_in(6)) continue;
      PlannedSemaphore tokens{.raiser = raiser, .taker = taker, .amounts = {}, .is_reset = reset()};
      for (const RunSite& site : sites_[raiser]) tokens.amounts[site] = 1;
      tokens_[{raiser, taker}] = plan_.semaphores.push(std::move(tokens));
    }
  }

  bool reset() { return random_.below(4) != 0; }

  void count_raises(const PlannedSemaphore& semaphore) {
    Totals totals;
    for (const PlannedBarrier& barrier : plan_.barriers) {
      add_raises(semaphore, barrier.before, totals);
      totals.at_barrier.push_back(totals.raised.back());
    }
    add_raises(semaphore, program_.body.size(), totals);
    totals_.push(std::move(totals));
  }

  // Of the raiser's instances from statements before `top` that are not counted yet.
  void add_raises(const PlannedSemaphore& semaphore, std::size_t top, Totals& totals) {
    for (const ListedInstance& instance : plan_.run) {
      if (instance.engine != semaphore.raiser || instance.ordinal < totals.raised.size()) continue;
      const RunSite site = site_of(instance);
      if (top_of_[site] >= top) break;
      const auto amount = semaphore.amounts.find(site);
      totals.raised.push_back(totals.raised.back() +
                              (amount == semaphore.amounts.end() ? 0 : amount->second));
    }
  }

  // Raises before the last reset that comes before a statement at the top.
  std::int64_t base(SemaphoreId id, std::size_t top) const {
    std::int64_t base = 0;
    if (!plan_.semaphores[id].is_reset) return base;
    for (std::size_t i = 0; i < plan_.barriers.size(); ++i)
      if (plan_.barriers[i].before <= top && is_full(plan_.barriers[i]))
        base = totals_[id].at_barrier[i + 1];
    return base;
  }

  // Adds a wait for the completion (raiser, ordinal), or the first after it that shows.
  void wait_for(EngineId raiser, std::uint64_t ordinal, EngineId waiter, std::size_t top,
                std::vector<PlannedWait>& waits) {
    const auto tokens = tokens_.find({raiser, waiter});
    const SemaphoreId id = tokens == tokens_.end() ? open_[raiser] : tokens->second;
    Totals& totals = totals_[id];
    while (ordinal + 1 < totals.raised.size() &&
           totals.raised[ordinal] == totals.raised[ordinal - 1])
      ++ordinal;
    const std::int64_t used = std::max(base(id, top), totals.taken);
    const std::int64_t value = totals.raised[ordinal] - used;
    if (value <= 0) return;
    if (plan_.semaphores[id].taker) totals.taken = totals.raised[ordinal];
    waits.push_back({id, value});
  }

  void draw_waits() {
    const bool has_more = random_.once_in(2);  // than it needs
    for (std::size_t i = 0; i < plan_.run.size(); ++i) {
      const ListedInstance& instance = plan_.run[i];
      const std::size_t top = top_of_[site_of(instance)];
      for (const EngineId engine : plan_.engines) {
        const bool in_order = engine == instance.engine && program_.engines[engine].inflight == 1;
        if (instance.needs[engine] != 0 && !in_order)
          wait_for(engine, instance.needs[engine], instance.engine, top, plan_.waits[i]);
      }
      if (!has_more || !random_.once_in(4)) continue;
      const std::size_t among = random_.once_in(4) ? plan_.run.size() : i + 1;
      const ListedInstance& any = plan_.run[random_.below(among)];
      wait_for(any.engine, any.ordinal, instance.engine, top, plan_.waits[i]);
    }
  }

  void draw_waits_at_end() {
    if (plan_.run.empty()) return;
    for (const EngineId waiter : plan_.engines) {
      if (!random_.once_in(6)) continue;
      const ListedInstance& any = plan_.run[random_.below(plan_.run.size())];
      std::vector<PlannedWait>& waits = plan_.at_end[waiter];
      wait_for(any.engine, any.ordinal, waiter, program_.body.size(), waits);
      if (!waits.empty() && random_.once_in(4)) ++waits.back().value;
    }
  }

  const Program& program_;
  Random& random_;
  WaitPlan plan_;
  std::map<RunSite, std::size_t> top_of_;
  std::map<EngineId, std::vector<RunSite>> sites_;
  std::map<EngineId, SemaphoreId> open_;
  std::map<std::pair<EngineId, EngineId>, SemaphoreId> tokens_;  // by raiser and taker
  Table<SemaphoreId, Totals> totals_;
};

}  // namespace

RunSite site_of(const ListedInstance& instance) {
  return {instance.is_read, instance.is_read ? instance.control.value : instance.instruction.value};
}

WaitPlan draw_wait_plan(const Program& program, const Inputs& inputs, Random& random) {
  return Planner(program, inputs, random).draw();
}

}  // namespace tidemark
