#include "checker/threads/thread_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "checker/domain.h"
#include "core/run/hash.h"
#include "core/run/sequential_run.h"

namespace tidemark {
namespace {

using EventKind = StreamEvent::Kind;
constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

struct Raising {  // of one semaphore, by the one engine that raises it
  std::optional<EngineId> engine;
  std::vector<std::uint32_t> counts;  // completions ...
  std::vector<std::int64_t> totals;   // ... that bring it to this much, resets aside
  std::vector<std::int64_t> resets;   // how much that is at each reset

  std::int64_t total() const { return totals.empty() ? 0 : totals.back(); }
  std::int64_t total_after(std::uint32_t count) const {
    const auto next = std::ranges::upper_bound(counts, count);
    return next == counts.begin() ? 0 : totals[static_cast<std::size_t>(next - counts.begin()) - 1];
  }
  // What is raised after the waiter's next reset does not count for it; such a wait then names
  // a later completion, as the barrier in between keeps the raiser from it: it never comes.
  std::uint32_t count_reaching(std::int64_t total) const {
    const auto reached = std::ranges::lower_bound(totals, total);
    return reached == totals.end() ? kNever
                                   : counts[static_cast<std::size_t>(reached - totals.begin())];
  }
};

class PlanMaker {
 public:
  PlanMaker(const Program& program, const Streams& streams, const Lines& lines)
      : program_(program), streams_(streams), lines_(lines), raisings_(lines.semaphores.size()) {
    plan_.engines = Table<EngineId, ThreadEngine>(program.engines.size());
  }

  std::expected<ThreadPlan, std::string> make(const Inputs& inputs) && {
    add_instances(inputs);
    std::int64_t threads = 0;
    for (const EngineId engine : program_.engines.ids()) {
      threads += 1 + plan_.engines[engine].workers;
      if (program_.engines[engine].stripes > 1) return std::unexpected("an engine has stripes");
      collect_raises(engine);
    }
    if (threads > kMostThreads)
      return std::unexpected(fmt::format("it takes more than {} threads", kMostThreads));
    for (const EngineId engine : program_.engines.ids()) collect_resets(engine);
    for (const LineBarrier& barrier : lines_.barriers) plan_.barriers.push_back(barrier.engines);
    for (const EngineId engine : program_.engines.ids()) add_operations(engine);
    if (!problem_.empty()) return std::unexpected(problem_);
    return std::move(plan_);
  }

 private:
  void add_instances(const Inputs& inputs) {
    const Cells cells(program_);
    plan_.cells = cells.count();
    plan_.memory.assign(cells.count(), 0);
    SequentialRun run(program_, cells, inputs);
    while (const Instance* instance = run.next()) {
      std::vector<ThreadInstance>& all = plan_.engines[instance->engine].instances;
      all.push_back({{instance->reads.begin(), instance->reads.end()},
                     {instance->writes.begin(), instance->writes.end()}});
      execute_on(plan_.memory, instance->engine, static_cast<std::uint32_t>(all.size() - 1),
                 all.back());
    }
    for (const EngineId engine : program_.engines.ids()) {
      ThreadEngine& made = plan_.engines[engine];
      made.workers = static_cast<std::uint32_t>(std::clamp<std::int64_t>(
          program_.engines[engine].inflight, 1,
          std::max<std::int64_t>(1, static_cast<std::int64_t>(made.instances.size()))));
    }
  }

  void fail(SemaphoreIndex semaphore, const std::string& what) {
    if (problem_.empty())
      problem_ =
          fmt::format("semaphore {} {}", name_of(lines_.semaphores[semaphore], streams_), what);
  }

  void collect_raises(EngineId engine) {
    const std::vector<LineInstance>& instances = lines_.of[engine].instances;
    for (std::uint32_t i = 0; i < instances.size(); ++i)
      for (const Raise& raise : lines_.raises_of(instances[i])) {
        Raising& raising = raisings_[raise.semaphore];
        if (raising.engine && raising.engine != engine)
          fail(raise.semaphore, "is raised by several engines");
        raising.engine = engine;
        raising.counts.push_back(i + 1);
        raising.totals.push_back(raising.total() + raise.amount);
      }
  }

  // What each semaphore of the engine has been raised to at each barrier that resets it.
  void collect_resets(EngineId engine) {
    std::uint32_t issued = 0;
    for (const LineEvent& event : lines_.of[engine].events) {
      issued += is_instance(event);
      if (event.kind != EventKind::barrier) continue;
      for (const SemaphoreIndex semaphore : lines_.barriers[event.index].resets)
        if (Raising& raising = raisings_[semaphore]; raising.engine == engine)
          raising.resets.push_back(raising.total_after(issued));
    }
  }

  static bool is_instance(const LineEvent& event) {
    return event.kind == EventKind::issue || event.kind == EventKind::read;
  }

  void add_operations(EngineId engine) {
    std::vector<ThreadOperation>& operations = plan_.engines[engine].operations;
    const std::vector<LineInstance>& instances = lines_.of[engine].instances;
    const std::uint32_t workers = plan_.engines[engine].workers;
    std::vector<std::size_t> resets(raisings_.size());  // of each semaphore, passed
    std::uint32_t issued = 0;
    for (const LineEvent& event : lines_.of[engine].events) {
      if (is_instance(event)) {
        if (issued >= workers) wait(operations, engine, issued + 1 - workers);
        operations.push_back({ThreadOperation::Kind::issue, engine, issued});
        if (instances[issued++].is_read) wait(operations, engine, issued);
      } else if (event.kind == EventKind::barrier) {
        wait(operations, engine, issued);
        operations.push_back({ThreadOperation::Kind::barrier, engine, event.index});
        for (const SemaphoreIndex semaphore : lines_.barriers[event.index].resets)
          ++resets[semaphore];
      } else if (event.kind == EventKind::wait) {
        add_wait(operations, engine, event, resets[event.index]);
      } else {
        fail(event.index, "is taken, compared, reset or raised by a statement");
      }
    }
  }

  void add_wait(std::vector<ThreadOperation>& operations, EngineId engine, const LineEvent& event,
                std::size_t resets) {
    if (event.value <= 0) return;
    const Raising& raising = raisings_[event.index];
    if (!raising.engine) return wait(operations, engine, kNever);
    if (lines_.semaphores[event.index].width) fail(event.index, "wraps");
    for (const LineBarrier& barrier : lines_.barriers)
      if (std::ranges::count(barrier.resets, event.index) != 0 &&
          (std::ranges::count(barrier.engines, engine) == 0 ||
           std::ranges::count(barrier.engines, *raising.engine) == 0))
        fail(event.index, "is reset while its raiser or a reader is elsewhere");
    if (resets > raising.resets.size()) return wait(operations, *raising.engine, kNever);
    const std::int64_t base = resets == 0 ? 0 : raising.resets[resets - 1];
    wait(operations, *raising.engine, raising.count_reaching(base + event.value));
  }

  static void wait(std::vector<ThreadOperation>& operations, EngineId of, std::uint32_t count) {
    if (count > 0) operations.push_back({ThreadOperation::Kind::wait, of, count});
  }

  const Program& program_;
  const Streams& streams_;
  const Lines& lines_;
  ThreadPlan plan_;
  std::vector<Raising> raisings_;
  std::string problem_;
};

}  // namespace

void execute_on(std::vector<std::uint64_t>& memory, EngineId engine, std::uint32_t index,
                const ThreadInstance& instance) {
  std::uint64_t value = mix((std::uint64_t{engine.value} << 32) + index + 1);
  for (const CellId cell : instance.reads) value = mix(value ^ memory[cell.value]);
  for (const CellId cell : instance.writes) memory[cell.value] = mix(value ^ cell.value);
}

std::expected<ThreadPlan, std::string> make_thread_plan(const Program& program,
                                                        const Streams& streams,
                                                        const Inputs& inputs, const Lines& lines) {
  for (const LineBarrier& a : lines.barriers)
    for (const LineBarrier& b : lines.barriers)
      if (a.engines == b.engines && a.resets != b.resets)
        return std::unexpected("engines at one barrier name different semaphores to reset");
  return PlanMaker(program, streams, lines).make(inputs);
}

}  // namespace tidemark
