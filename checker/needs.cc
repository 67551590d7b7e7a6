#include "checker/needs.h"

#include <algorithm>

#include "checker/mutant.h"

namespace tidemark {

std::span<const Needed> NeedTracker::next(const Instance& instance) {
  for (const CellId cell : instance.reads)
    for (const Touch& touch : touches_[cell])
      if (!mutated(CheckerMutant::needs_forget_raw)) need(touch.engine, touch.write);
  for (const CellId cell : instance.writes)
    for (const Touch& touch : touches_[cell]) {
      if (!mutated(CheckerMutant::needs_forget_war)) need(touch.engine, touch.read);
      if (!mutated(CheckerMutant::needs_forget_waw)) need(touch.engine, touch.write);
    }
  for (const CellId cell : instance.reads) touch(cell, instance.engine).read = instance.ordinal;
  for (const CellId cell : instance.writes) touch(cell, instance.engine).write = instance.ordinal;

  found_.clear();
  std::ranges::sort(concerned_);
  for (const EngineId engine : concerned_) {
    found_.push_back({engine, latest_[engine]});
    latest_[engine] = 0;
  }
  concerned_.clear();
  return found_;
}

void NeedTracker::need(EngineId engine, std::uint64_t ordinal) {
  if (ordinal == 0) return;
  if (latest_[engine] == 0) concerned_.push_back(engine);
  latest_[engine] = std::max(latest_[engine], ordinal);
}

NeedTracker::Touch& NeedTracker::touch(CellId cell, EngineId engine) {
  std::vector<Touch>& touches = touches_[cell];
  const auto found = std::ranges::find(touches, engine, &Touch::engine);
  if (found != touches.end()) return *found;
  return touches.emplace_back(Touch{.engine = engine});
}

}  // namespace tidemark
