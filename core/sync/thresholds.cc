#include "core/sync/thresholds.h"

#include <algorithm>

#include "core/check.h"
#include "core/sync/linear.h"
#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

// y / divisor, rounded down, for 0 <= y < divisor * quotients. Streams have no division:
// the multiple of the divisor below y is multiplied by the divisor's inverse modulo a
// number that is greater than every quotient.
Expression quotient(const Expression& y, std::int64_t divisor, std::int64_t quotients) {
  if (divisor == 1) return y;
  const std::int64_t modulus = divisor * quotients + 1;  // with divisor * -quotients == 1
  return (y - y % divisor) * Expression(modulus - quotients) % modulus;
}

}  // namespace

Expression Thresholds::of_slot(RegisterSlot&& slot) {
  Expression value = std::move(slot).value();
  add_to(value, -slot.behind);
  return value;
}

// What a sweep's register keeps, less what lies between this slot and the latest. Going up,
// y = slots - 1 - x, so that what y subtracts x adds, and the latest slot subtracts again.
Expression Thresholds::of_sweep(GroupId id, const Touch& touch) {
  const SweptRing& ring = *group(id).swept;
  const bool up = ring.direction == SweptRing::Direction::up;
  const std::int64_t strides = ring.slots / ring.stride, step = ring.sweeps.front().step;
  const Expression x = slot_of(touch, {});
  Sum threshold(Expression::of(register_of(id)));
  std::int64_t constant = 0;
  const auto subtract = [&](std::int64_t factor, const Expression& term, std::int64_t latest) {
    threshold.add(up ? factor : -factor, term);
    if (up) constant -= factor * latest;
  };
  std::int64_t within = ring.within;
  if (!ring.has_one_step()) {
    const Expression q = quotient(x, ring.stride, strides);
    threshold.add(-1, Expression::of(registers_.step(stream_.snapshots(), id)) *
                          (up ? Expression(strides - 1) - q : q));
  } else if (step % ring.stride == 0) {
    subtract(step / ring.stride, x, ring.slots - 1);
    within -= step / ring.stride;
  } else {
    subtract(step, quotient(x, ring.stride, strides), strides - 1);
  }
  if (ring.stride > 1) subtract(within, x % ring.stride, ring.stride - 1);
  return std::move(threshold).plus(constant);
}

void Thresholds::emit_sweep(GroupId id, ControlId loop, StreamBlock& out) {
  const SweptRing& ring = *group(id).swept;
  const Sweep& sweep = *ring.sweep_in(loop);
  Expression latest = counts_.here(group(id).producer, -sweep.last);
  out.emplace_back(SetRegister{register_of(id), std::nullopt, std::move(latest)});
  if (ring.has_one_step()) return;
  const RegisterId step = registers_.step(stream_.snapshots(), id);
  out.emplace_back(SetRegister{step, std::nullopt, Expression(sweep.step)});
}

Expression Thresholds::of_count(const PlannedWait& wait) {
  std::int64_t behind = wait.distance;
  if (mutated(Mutant::threshold_low)) ++behind;
  if (mutated(Mutant::threshold_high)) --behind;
  if (mutated(Mutant::wait_for_latest)) behind -= wait.distance;
  return counts_.here(wait.producer, -behind, slopes_of(wait));
}

std::vector<LoopTerm> Thresholds::slopes_of(const PlannedWait& wait) const {
  std::vector<LoopTerm> terms;
  if (wait.affine < 0) return terms;
  const auto affine = static_cast<std::size_t>(wait.affine);
  const AffineDistance::Values slopes = plan_.analysis.affine[affine].form()->slopes;
  auto loop = plan_.placement.loop_around(plan_.placement.of_site[site_of(wait)]);
  for (const std::int64_t slope : slopes) {
    if (!loop) break;
    if (slope != 0) terms.push_back({*loop, -slope});
    loop = plan_.placement.loop_around(plan_.placement.of_control[*loop]);
  }
  return terms;
}

// Of a pool, the register of a cell. Where the operand chooses a slot, the slot's regions: one
// register each, through a table where they are no affine function of the slot.
std::vector<RegisterSlot> Thresholds::pool_slots(GroupId id, const Touch& touch,
                                                 std::span<const FixedVariable> fixed) {
  const RegisterId reg = register_of(id);
  const std::int64_t base = touch.first.value - group(id).first.value;
  if (touch.kind == Touch::Kind::cell) return {{reg, Expression(base), 0}};
  const Expression chosen = slot_of(touch, fixed);
  const auto regions = plan_.operands.regions_by_slot(touch);
  std::size_t pieces = 0;
  for (const auto& slot : regions) pieces = std::max(pieces, slot.size());
  std::vector<RegisterSlot> result;
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    std::vector<std::int64_t> table;
    for (const auto& slot : regions)
      table.push_back(slot.empty() ? 0 : slot[std::min(piece, slot.size() - 1)]);
    result.push_back({reg, looked_up(table, piece, base, touch, chosen), 0});
  }
  return result;
}

Expression Thresholds::looked_up(const std::vector<std::int64_t>& table, std::size_t piece,
                                 std::int64_t base, const Touch& touch, const Expression& chosen) {
  const std::int64_t step = table.size() > 1 ? table[1] - table[0] : 0;
  bool is_affine = true;
  for (std::size_t slot = 0; slot < table.size(); ++slot)
    is_affine &= table[slot] == table[0] + step * static_cast<std::int64_t>(slot);
  if (is_affine) {
    Sum index;
    index.add(step, chosen);
    return std::move(index).plus(base + table[0]);
  }
  const RegisterId lookup =
      registers_.lookup(touch.access->buffer, piece, static_cast<std::int64_t>(table.size()));
  if (!registers_.is_filled(lookup)) fill(lookup, table);
  Expression value = Expression::element(lookup, chosen);
  add_to(value, base);
  return value;
}

void Thresholds::fill(RegisterId lookup, const std::vector<std::int64_t>& table) {
  registers_.set_filled(lookup);
  for (std::size_t slot = 0; slot < table.size(); ++slot)
    preamble_.emplace_back(
        SetRegister{lookup, Expression(static_cast<std::int64_t>(slot)), Expression(table[slot])});
}

Expression Thresholds::expression(const Affine& form) {
  if (form.terms.size() == 1 && form.terms.front().coefficient == 1) {
    Expression sum = value_of(form.terms.front().symbol);
    add_to(sum, form.constant);
    return sum;
  }
  Sum sum;
  for (const AffineTerm& term : form.terms) sum.add(term.coefficient, value_of(term.symbol));
  return std::move(sum).plus(form.constant);
}

Expression Thresholds::value_of(Symbol symbol) {
  switch (symbol.kind) {
    case Symbol::Kind::param:
      return Expression::of(ParamId(symbol.index));
    case Symbol::Kind::variable:
      return Expression::variable(ControlId(symbol.index));
    case Symbol::Kind::counter:
      return Expression::of(registers_.counter(CounterId(symbol.index)));
  }
  CHECK(false);
}

Expression Thresholds::slot_of(const Touch& touch, std::span<const FixedVariable> fixed) {
  if (fixed.empty()) return expression(*touch.access->slot);
  Residue slot = *touch.access->slot;
  for (const auto& [loop, value] : fixed) {
    slot.form.constant += slot.form.coefficient_of(Symbol::of(loop)) * value;
    erase_if(slot.form.terms,
             [&](const AffineTerm& term) { return term.symbol == Symbol::of(loop); });
  }
  return expression(slot);
}

Expression Thresholds::expression(const Residue& slot) {
  if (slot.form.is_constant() && slot.modulus != 0)
    return Expression(floor_mod(slot.form.constant, slot.modulus));
  Expression value = expression(slot.form);
  if (slot.modulus != 0) value %= slot.modulus;
  return value;
}

}  // namespace tidemark::sync
