#include "core/sync/conditions.h"

#include <algorithm>
#include <limits>

#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

// How a value in the range compares with 0.
std::optional<bool> decide_sign(Comparison comparison, const Range& range) {
  const auto [least, greatest] = range;
  const bool positive = least && *least > 0, not_negative = least && *least >= 0;
  const bool negative = greatest && *greatest < 0, not_positive = greatest && *greatest <= 0;
  const bool zero = not_negative && not_positive;
  const auto pick = [](bool yes, bool no) -> std::optional<bool> {
    if (yes) return true;
    if (no) return false;
    return std::nullopt;
  };
  switch (comparison) {
    case Comparison::equal:
      return pick(zero, positive || negative);
    case Comparison::not_equal:
      return pick(positive || negative, zero);
    case Comparison::less:
      return pick(negative, not_negative);
    case Comparison::less_equal:
      return pick(not_positive, positive);
    case Comparison::greater:
      return pick(positive, not_positive);
    case Comparison::greater_equal:
      return pick(not_negative, negative);
  }
  return std::nullopt;
}

void add_scaled(std::optional<std::int64_t>& sum, std::int64_t factor,
                const std::optional<std::int64_t>& value) {
  std::int64_t product, result;
  if (!sum || !value || __builtin_mul_overflow(factor, *value, &product) ||
      __builtin_add_overflow(*sum, product, &result))
    sum.reset();
  else
    sum = result;
}

}  // namespace

bool Variables::has_known_variable(const Affine& form) const {
  return std::ranges::any_of(form.terms, [&](const AffineTerm& term) {
    return term.symbol.kind == Symbol::Kind::variable &&
           value_[ControlId(term.symbol.index)].has_value();
  });
}

Affine Variables::substitute(const Affine& form) const {
  if (!has_known_variable(form)) return form;
  Affine result(form.constant);
  for (const AffineTerm& term : form.terms) {
    Affine value(term.symbol);
    if (term.symbol.kind == Symbol::Kind::variable)
      value = value_[ControlId(term.symbol.index)].value_or(value);
    const auto scaled = scale(value, term.coefficient);
    const auto sum = scaled ? add(result, *scaled) : std::nullopt;
    if (!sum) return form;  // past 64 bits: leave it as it is
    result = *sum;
  }
  return result;
}

std::optional<std::int64_t> Variables::remainder(const Affine& form, std::int64_t modulus) const {
  std::int64_t sum = floor_mod(form.constant, modulus);
  for (const AffineTerm& term : form.terms) {
    if (term.symbol.kind != Symbol::Kind::variable) return std::nullopt;
    const Remainder& known = remainder_[ControlId(term.symbol.index)];
    const std::int64_t coefficient = floor_mod(term.coefficient, modulus);
    if (static_cast<__int128>(coefficient) * known.modulus % modulus != 0) return std::nullopt;
    const __int128 product = static_cast<__int128>(coefficient) * floor_mod(known.value, modulus);
    sum = static_cast<std::int64_t>((sum + product) % modulus);
  }
  return sum;
}

std::optional<bool> Variables::decide(const Compare& compare) const {
  const auto form = [&](const Residue& side) -> std::optional<Affine> {
    const Affine value = substitute(side.form);
    if (side.modulus == 0) return value;
    const auto known = remainder(value, side.modulus);
    if (!known) return std::nullopt;
    return Affine(*known);
  };
  const auto left = form(compare.left), right = form(compare.right);
  const auto difference = left && right ? subtract(*left, *right) : std::nullopt;
  if (!difference) return std::nullopt;
  return decide_sign(compare.comparison, range_of(*difference));
}

Range Variables::range_of(Symbol symbol) const {
  switch (symbol.kind) {
    case Symbol::Kind::param:
      return params_[ParamId(symbol.index)];
    case Symbol::Kind::variable:
      return {least_[ControlId(symbol.index)], std::nullopt};
    case Symbol::Kind::counter:
      return {};
  }
  return {};
}

Range Variables::range_of(const Affine& form) const {
  Range sum{form.constant, form.constant};
  for (const AffineTerm& term : form.terms) {
    Range range = range_of(term.symbol);
    if (term.coefficient < 0) std::swap(range.least, range.greatest);
    add_scaled(sum.least, term.coefficient, range.least);
    add_scaled(sum.greatest, term.coefficient, range.greatest);
  }
  return sum;
}

std::optional<bool> Variables::decide(const Condition& condition) const {
  if (const auto* compare = std::get_if<Compare>(&condition)) return decide(*compare);
  if (const auto* param = std::get_if<ParamId>(&condition))
    return decide_sign(Comparison::not_equal, params_[*param]);
  return std::nullopt;
}

std::optional<bool> Variables::has_trips(const For& loop) const {
  const auto* lower = std::get_if<Affine>(&loop.lower);
  const auto* upper = std::get_if<Affine>(&loop.upper);
  const auto distance =
      lower && upper ? subtract(substitute(*upper), substitute(*lower)) : std::nullopt;
  if (!distance) return std::nullopt;
  return decide_sign(Comparison::greater, range_of(*distance));
}

std::optional<std::int64_t> constant_trips(std::int64_t lower, std::int64_t upper,
                                           std::int64_t step) {
  if (step <= 0) return std::nullopt;
  if (upper <= lower) return 0;
  const __int128 distance = static_cast<__int128>(upper) - lower -
                            (mutated(sync::Mutant::trips_rounded_down) ? step - 1 : 0);
  constexpr __int128 kMost = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::min((distance + step - 1) / step, kMost));
}

}  // namespace tidemark::sync
