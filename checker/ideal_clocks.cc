#include "checker/ideal_clocks.h"

#include <limits>

#include "checker/mutant.h"

namespace tidemark {

IdealClocks::IdealClocks(const Program& program, const Cells& cells)
    : engine_count_(program.engines.size()),
      row_size_(engine_count_ + 2),
      engines_(engine_count_),
      participants_(participants(program)),
      live_(engine_count_ * engine_count_),
      cells_(cells.count() * row_size_),
      history_(engine_count_),
      needed_(engine_count_) {
  constexpr std::int64_t kMost = std::numeric_limits<Ordinal>::max();
  for (const EngineId e : program.engines.ids())
    engines_[e.value].inflight = static_cast<Ordinal>(std::min(program.engines[e].inflight, kMost));
  needs_.reserve(engine_count_);
}

void IdealClocks::forget(EngineId engine, Ordinal ordinal) {
  for (const EngineId other : participants_)
    ordinal = std::min(ordinal, live_[other.value * engine_count_ + engine.value]);
  history_.forget(engine.value, ordinal);
}

inline void IdealClocks::pass_own_order(std::size_t engine) {
  Engine& own = engines_[engine];
  const Ordinal ordinal = ++own.issued;
  const bool serial = own.after_read || mutated(CheckerMutant::ideal_serial);
  const Ordinal in_flight = serial ? 1 : own.inflight;
  if (ordinal > in_flight) clock_[engine] = std::max(clock_[engine], ordinal - in_flight);
}

inline void IdealClocks::need(std::size_t engine, Ordinal ordinal) {
  if (ordinal <= clock_[engine]) return;
  if (needed_[engine] == 0) needs_.push_back(static_cast<std::uint32_t>(engine));
  needed_[engine] = std::max(needed_[engine], ordinal);
}

inline void IdealClocks::gather_needs(const Instance& instance) {
  for (const CellId cell : instance.reads) {
    const Ordinal* accesses = row(cell);
    if (!mutated(CheckerMutant::clocks_forget_raw)) need(accesses[0], accesses[1]);
  }
  for (const CellId cell : instance.writes) {
    const Ordinal* accesses = row(cell);
    if (!mutated(CheckerMutant::clocks_forget_waw)) need(accesses[0], accesses[1]);
    if (mutated(CheckerMutant::clocks_forget_war)) continue;
    for (std::size_t e = 0; e < engine_count_; ++e) need(e, accesses[2 + e]);
  }
}

inline bool IdealClocks::implied_by_another(std::size_t engine) const {
  for (const std::uint32_t other : needs_)
    if (other != engine && history_.of(other, needed_[other])[engine] >= needed_[engine])
      return true;
  return false;
}

inline void IdealClocks::join_needs() {
  for (const std::uint32_t engine : needs_)
    if (needs_.size() == 1 || !implied_by_another(engine)) ++necessary_waits_;
  for (const std::uint32_t engine : needs_) {
    join(clock_, engine_count_, engine, needed_[engine], history_.of(engine, needed_[engine]));
    needed_[engine] = 0;
  }
  needs_.clear();
}

inline void IdealClocks::touch_cells(const Instance& instance) {
  const std::uint32_t engine = instance.engine.value;
  const Ordinal ordinal = engines_[engine].issued;
  for (const CellId cell : instance.reads) row(cell)[2 + engine] = ordinal;
  for (const CellId cell : instance.writes) {
    Ordinal* accesses = row(cell);
    accesses[0] = engine;
    accesses[1] = ordinal;
    std::fill_n(accesses + 2, engine_count_, 0);
  }
}

void IdealClocks::add(const Instance& instance) {
  const std::size_t engine = instance.engine.value;
  clock_ = live_.data() + engine * engine_count_;
  pass_own_order(engine);
  gather_needs(instance);
  join_needs();
  history_.append(engine, clock_);
  touch_cells(instance);
  engines_[engine].after_read = instance.is_read;
}

}  // namespace tidemark
