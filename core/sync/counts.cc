#include "core/sync/counts.h"

#include <algorithm>

namespace tidemark::sync {

Linear Counts::here(EngineId engine) {
  Linear count = counts_[engine];
  if (is_in_register(engine))
    count.first = Expression::of(registers_.count(class_of(engine), engine));
  return count;
}

void Counts::add_net(ControlId control) {
  for (EngineId engine : plan_.operands.participants)
    add(engine, plan_.counting.net(control, engine));
}

RegisterId Counts::to_register(EngineId engine) {
  in_register_[class_of(engine)] = true;
  return registers_.count(class_of(engine), engine);
}

void Counts::add_to_register(EngineId engine, std::int64_t by, StreamBlock& out) {
  if (by == 0) return;
  const RegisterId reg = to_register(engine);
  Linear sum;
  sum.first = Expression::of(reg);
  sum.constant = by;
  out.push_back({SetRegister{reg, std::nullopt, sum.expression()}, {}});
}

void Counts::clear_registers(StreamBlock& out) {
  std::vector<EngineId> seen;
  for (EngineId engine : plan_.operands.participants) {
    if (!is_in_register(engine) || is_one_of(engine, seen)) continue;
    seen.push_back(engine);
    out.push_back({SetRegister{to_register(engine), std::nullopt, Expression(0)}, {}});
  }
}

void Counts::fold_variable(ControlId loop, EngineId engine, std::int64_t lower, std::int64_t step) {
  const std::int64_t slope = plan_.counting.of_body(loop, engine) / step;
  counts_[engine].add_variable(loop, slope);
  counts_[engine].constant -= slope * lower;
}

std::vector<EngineId> Counts::moving_classes(ControlId control, const EngineSet& live) const {
  std::vector<EngineId> result;
  if (is_separated(control)) return result;
  const EngineSet moving = live & plan_.counting.moving(control);
  for (EngineId engine : plan_.operands.participants)
    if (moving.test(engine.value) && !is_one_of(engine, result)) result.push_back(engine);
  return result;
}

bool Counts::is_one_of(EngineId engine, const std::vector<EngineId>& classes) const {
  return std::ranges::any_of(classes,
                             [&](EngineId other) { return class_of(other) == class_of(engine); });
}

bool Counts::is_class_live(EngineId engine, const EngineSet& live) const {
  return std::ranges::any_of(plan_.operands.participants, [&](EngineId other) {
    return live.test(other.value) && class_of(other) == class_of(engine);
  });
}

bool Counts::folds(ControlId control, EngineId engine) const {
  return constant_loop(plan_.program, control) && !is_separated(control) &&
         !plan_.counting.moves_at(control, engine);
}

}  // namespace tidemark::sync
