#include "checker/threads/thread_semaphores.h"

#include <algorithm>
#include <utility>

namespace tidemark {
namespace {

using EventKind = StreamEvent::Kind;

void at_least(SemaphoreForm& form, SemaphoreForm other) { form = std::max(form, other); }

bool stands_at(const LineBarrier& barrier, EngineId engine) {
  return std::ranges::find(barrier.engines, engine) != barrier.engines.end();
}

}  // namespace

std::optional<std::uint32_t> NamedRaises::count_reaching(std::int64_t value,
                                                         std::size_t after_resets) const {
  if (after_resets > resets.size()) return std::nullopt;
  const std::int64_t base = after_resets == 0 ? 0 : resets[after_resets - 1];
  const auto reached = std::ranges::lower_bound(totals, base + value);
  if (reached == totals.end()) return std::nullopt;
  return counts[static_cast<std::size_t>(reached - totals.begin())];
}

ThreadSemaphores::ThreadSemaphores(const Program& program, const Lines& lines)
    : program_(program),
      lines_(lines),
      all_(lines.semaphores.size()),
      named_(lines.semaphores.size()) {
  for (SemaphoreIndex i = 0; i < all_.size(); ++i) {
    const std::optional<int> width = lines.semaphores[i].width;
    if (!width || *width >= 63) continue;
    all_[i] = {.form = SemaphoreForm::counter,
               .mask = (std::uint64_t{1} << *width) - 1,
               .orders_all = true};
  }
  for (const EngineId engine : program.engines.ids()) count_raises(engine);
  for (const EngineId engine : program.engines.ids())
    for (const LineEvent& event : lines.of[engine].events) look_at(engine, event);
  for (const LineBarrier& barrier : lines.barriers) look_at(barrier);
  for (const EngineId engine : program.engines.ids()) collect_resets(engine);
}

void ThreadSemaphores::count_raises(EngineId engine) {
  const std::vector<LineInstance>& instances = lines_.of[engine].instances;
  const auto stripes = static_cast<std::uint64_t>(program_.engines[engine].stripes);
  for (std::uint32_t i = 0; i < instances.size(); ++i)
    for (const Raise& raise : lines_.raises_of(instances[i])) {
      ThreadSemaphore& semaphore = all_[raise.semaphore];
      NamedRaises& named = named_[raise.semaphore];
      semaphore.raises += instances[i].is_read ? 1 : stripes;
      if (stripes > 1 || named.engine.value_or(engine) != engine)
        at_least(semaphore.form, SemaphoreForm::logged);
      named.engine = engine;
      named.counts.push_back(i + 1);
      named.totals.push_back((named.totals.empty() ? 0 : named.totals.back()) + raise.amount);
    }
}

// A semaphore that is reset is named only if all that stand there name it, its raiser among
// them; that its readers do too is seen at their waits.
void ThreadSemaphores::look_at(const LineBarrier& barrier) {
  for (const SemaphoreIndex semaphore : barrier.resets) {
    const std::optional<EngineId> raiser = named_[semaphore].engine;
    const bool all_name_it = std::ranges::all_of(lines_.barriers, [&](const LineBarrier& other) {
      return other.engines != barrier.engines || std::ranges::count(other.resets, semaphore) != 0;
    });
    if (all_[semaphore].form != SemaphoreForm::named || !all_name_it ||
        (raiser && !stands_at(barrier, *raiser)))
      all_[semaphore].form = SemaphoreForm::counter;
  }
}

void ThreadSemaphores::look_at(EngineId engine, const LineEvent& event) {
  switch (event.kind) {
    case EventKind::issue:
    case EventKind::read:
    case EventKind::barrier:
      return;
    case EventKind::wait:
      for (const LineBarrier& barrier : lines_.barriers)
        if (std::ranges::count(barrier.resets, event.index) != 0 && !stands_at(barrier, engine))
          all_[event.index].form = SemaphoreForm::counter;
      return;
    case EventKind::signal:
      ++all_[event.index].raises;
      return at_least(all_[event.index].form, SemaphoreForm::logged);
    case EventKind::wait_equal:
      all_[event.index].orders_all = true;
      [[fallthrough]];
    case EventKind::take:
    case EventKind::reset:
      all_[event.index].form = SemaphoreForm::counter;
      return;
  }
  std::unreachable();
}

// What each named semaphore of the engine has been raised to at each barrier that resets it.
void ThreadSemaphores::collect_resets(EngineId engine) {
  std::uint32_t issued = 0;
  for (const LineEvent& event : lines_.of[engine].events) {
    issued += event.kind == EventKind::issue || event.kind == EventKind::read;
    if (event.kind != EventKind::barrier) continue;
    for (const SemaphoreIndex semaphore : lines_.barriers[event.index].resets) {
      NamedRaises& named = named_[semaphore];
      if (named.engine != engine) continue;
      const auto next = std::ranges::upper_bound(named.counts, issued);
      const auto raises = static_cast<std::size_t>(next - named.counts.begin());
      named.resets.push_back(raises == 0 ? 0 : named.totals[raises - 1]);
    }
  }
}

}  // namespace tidemark
