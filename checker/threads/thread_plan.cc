#include "checker/threads/thread_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/run/hash.h"
#include "core/run/sequential_run.h"

namespace tidemark {
namespace {

using EventKind = StreamEvent::Kind;
using Operation = ThreadOperation;
constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

class PlanMaker {
 public:
  PlanMaker(const Program& program, const Lines& lines)
      : program_(program), lines_(lines), semaphores_(program, lines) {
    plan_.engines = Table<EngineId, ThreadEngine>(program.engines.size());
    plan_.semaphores = semaphores_.all();
    plan_.barriers = lines.barriers;
  }

  std::expected<ThreadPlan, std::string> make(const Inputs& inputs) && {
    std::int64_t left = kMostThreads;
    for (const EngineId engine : program_.engines.ids()) {
      left -= 1 + std::min(left, size(engine));
      if (left < 0)
        return std::unexpected(fmt::format("it takes more than {} threads", kMostThreads));
    }
    add_instances(inputs);
    for (const EngineId engine : program_.engines.ids()) add_operations(engine);
    return std::move(plan_);
  }

 private:
  // Sets how many workers the engine has, and returns that.
  std::int64_t size(EngineId engine) {
    const auto instances = static_cast<std::int64_t>(lines_.of[engine].instances.size());
    if (instances == 0) return 0;
    const Engine& declared = program_.engines[engine];
    const std::int64_t workers = std::min({declared.inflight, instances, kMostThreads});
    const std::int64_t parts = std::min(declared.stripes, kMostThreads);
    plan_.engines[engine].workers = static_cast<std::uint32_t>(workers);
    plan_.engines[engine].parts = static_cast<std::uint32_t>(parts);
    plan_.stripes = std::max(plan_.stripes, plan_.engines[engine].parts);
    return workers * parts;
  }

  void add_instances(const Inputs& inputs) {
    const Cells cells(program_);
    plan_.memory.assign(cells.count() * plan_.stripes, 0);
    SequentialRun run(program_, cells, inputs);
    while (const Instance* instance = run.next()) {
      ThreadEngine& engine = plan_.engines[instance->engine];
      const auto index = static_cast<std::uint32_t>(engine.instances.size());
      ThreadInstance made{{instance->reads.begin(), instance->reads.end()},
                          {instance->writes.begin(), instance->writes.end()},
                          {},
                          instance->is_read ? 1 : engine.parts};
      for (const Raise& raise : lines_.raises_of(lines_.of[instance->engine].instances[index]))
        if (semaphores_.form(raise.semaphore) != SemaphoreForm::named) made.raises.push_back(raise);
      engine.instances.push_back(std::move(made));
      for (std::uint32_t part = 0; part < engine.instances.back().parts; ++part)
        execute_on(plan_.memory, plan_, instance->engine, index, part);
    }
  }

  void add_operations(EngineId engine) {
    ThreadEngine& made = plan_.engines[engine];
    const std::vector<LineInstance>& instances = lines_.of[engine].instances;
    std::vector<std::size_t> resets(lines_.semaphores.size());  // passed
    std::uint32_t issued = 0;
    for (const LineEvent& event : lines_.of[engine].events) {
      if (event.kind == EventKind::issue || event.kind == EventKind::read) {
        if (issued >= made.workers) wait_for(engine, engine, issued + 1 - made.workers);
        made.operations.push_back({.kind = Operation::Kind::issue, .index = issued});
        if (instances[issued++].is_read) wait_for(engine, engine, issued);
      } else if (event.kind == EventKind::wait &&
                 semaphores_.form(event.index) == SemaphoreForm::named) {
        wait_by_name(engine, event, resets[event.index]);
      } else {
        if (event.kind == EventKind::barrier) {
          wait_for(engine, engine, issued);
          for (const SemaphoreIndex semaphore : lines_.barriers[event.index].resets)
            ++resets[semaphore];
        }
        made.operations.push_back(
            {.kind = kind_of(event.kind), .index = event.index, .value = event.value});
      }
    }
  }

  static Operation::Kind kind_of(EventKind kind) {
    switch (kind) {
      case EventKind::issue:
      case EventKind::read:
        return Operation::Kind::issue;
      case EventKind::wait:
        return Operation::Kind::wait;
      case EventKind::wait_equal:
        return Operation::Kind::wait_equal;
      case EventKind::take:
        return Operation::Kind::take;
      case EventKind::signal:
        return Operation::Kind::signal;
      case EventKind::reset:
        return Operation::Kind::reset;
      case EventKind::barrier:
        return Operation::Kind::barrier;
    }
    std::unreachable();
  }

  void wait_by_name(EngineId engine, const LineEvent& event, std::size_t resets) {
    if (event.value <= 0) return;
    const NamedRaises& named = semaphores_.named(event.index);
    wait_for(engine, named.engine.value_or(engine),
             named.count_reaching(event.value, resets).value_or(kNever));
  }

  void wait_for(EngineId waiter, EngineId engine, std::uint32_t count) {
    if (count == 0) return;
    for (std::uint32_t part = 0; part < plan_.engines[engine].parts; ++part)
      plan_.engines[waiter].operations.push_back(
          {.kind = Operation::Kind::wait_part, .engine = engine, .index = part, .count = count});
  }

  const Program& program_;
  const Lines& lines_;
  ThreadSemaphores semaphores_;
  ThreadPlan plan_;
};

}  // namespace

void execute_on(std::vector<std::uint64_t>& memory, const ThreadPlan& plan, EngineId engine,
                std::uint32_t index, std::uint32_t part) {
  const ThreadInstance& instance = plan.engines[engine].instances[index];
  const auto for_each_word = [&](const std::vector<CellId>& cells, auto&& visit) {
    for (const CellId cell : cells)
      for (std::uint32_t word = part; word < plan.stripes; word += instance.parts)
        visit(std::size_t{cell.value} * plan.stripes + word);
  };
  std::uint64_t value = mix((std::uint64_t{engine.value} << 32) + index + 1);
  for_each_word(instance.reads, [&](std::size_t word) { value = mix(value ^ memory[word]); });
  for_each_word(instance.writes, [&](std::size_t word) { memory[word] = mix(value ^ word); });
}

std::expected<ThreadPlan, std::string> make_thread_plan(const Program& program,
                                                        const Inputs& inputs, const Lines& lines) {
  return PlanMaker(program, lines).make(inputs);
}

}  // namespace tidemark
