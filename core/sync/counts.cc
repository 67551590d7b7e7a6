#include "core/sync/counts.h"

#include <algorithm>

#include "core/sync/linear.h"

namespace tidemark::sync {

Counts::Saved::Saved(Counts& counts)
    : counts_(counts),
      offsets_(counts.saved_.size()),
      variables_begin_(counts.variables_begin_),
      variables_end_(counts.variables_.size()) {
  counts.saved_.insert(counts.saved_.end(), counts.offsets_.begin(), counts.offsets_.end());
}

void Counts::restore(const Saved& saved) {
  std::copy_n(saved_.begin() + static_cast<std::ptrdiff_t>(saved.offsets_), offsets_.size(),
              offsets_.begin());
  variables_begin_ = saved.variables_begin_;
  variables_.resize(saved.variables_end_);
}

void Counts::reset() {
  std::ranges::fill(offsets_, 0);
  variables_begin_ = variables_.size();
}

Expression Counts::here(EngineId engine, std::int64_t constant, std::span<const LoopTerm> terms) {
  constant += offsets_[engine];
  const std::optional<RegisterId> reg = registers_of_classes_[class_of(engine)];
  if (terms.empty() && variables_.size() == variables_begin_) {
    if (!reg) return Expression(constant);
    Expression count = Expression::of(*reg);
    add_to(count, constant);
    return count;
  }
  Sum sum;
  if (reg) sum.add(1, Expression::of(*reg));
  terms_.clear();
  for (std::size_t v = variables_begin_; v < variables_.size(); ++v)
    if (variables_[v].engine == engine) terms_.push_back(variables_[v].term);
  for (const LoopTerm& term : terms) {
    const auto same = std::ranges::find(terms_, term.loop, &LoopTerm::loop);
    if (same == terms_.end())
      terms_.push_back(term);
    else
      same->coefficient += term.coefficient;
  }
  for (const LoopTerm& term : terms_) sum.add(term.coefficient, Expression::variable(term.loop));
  return std::move(sum).plus(constant);
}

void Counts::add_net(ControlId control) {
  for (EngineId engine : plan_.operands.participants)
    add(engine, plan_.counting.net(control, engine));
}

RegisterId Counts::to_register(EngineId engine) {
  std::optional<RegisterId>& reg = registers_of_classes_[class_of(engine)];
  if (!reg) reg = registers_.declare_count(engine);
  return *reg;
}

void Counts::add_to_register(EngineId engine, std::int64_t by, StreamBlock& out) {
  if (by == 0) return;
  const RegisterId reg = to_register(engine);
  Expression moved = Expression::of(reg);
  add_to(moved, by);
  out.emplace_back(SetRegister{reg, std::nullopt, std::move(moved)});
}

void Counts::clear_registers(StreamBlock& out) {
  EngineSet seen;
  for (EngineId engine : plan_.operands.participants) {
    if (!is_in_register(engine) || is_class_in(engine, seen)) continue;
    seen.set(engine.value);
    out.emplace_back(SetRegister{to_register(engine), std::nullopt, Expression(0)});
  }
}

void Counts::fold_variable(ControlId loop, EngineId engine, std::int64_t lower, std::int64_t step) {
  const std::int64_t slope = plan_.counting.of_body(loop, engine) / step;
  if (slope != 0) variables_.push_back({engine, {loop, slope}});
  offsets_[engine] -= slope * lower;
}

EngineSet Counts::moving_classes(ControlId control, const EngineSet& live) const {
  EngineSet result;
  if (is_separated(control)) return result;
  const EngineSet moving = live & plan_.counting.moving(control);
  if (moving.none()) return result;
  for (EngineId engine : plan_.operands.participants)
    if (moving.test(engine.value) && !is_class_in(engine, result)) result.set(engine.value);
  return result;
}

bool Counts::folds(ControlId control, EngineId engine) const {
  return !is_separated(control) && !plan_.counting.moves_at(control, engine);
}

}  // namespace tidemark::sync
