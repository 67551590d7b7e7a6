#include "oracle/symbolic.h"

#include <algorithm>

namespace tidemark {

bool implies(const Path& from, const Path& to) {
  return std::ranges::all_of(to.conditions, [&](const Truth& needed) {
    return std::ranges::any_of(
        from.conditions, [&](const Truth& had) { return had.term.handle == needed.term.handle; });
  });
}

Affine Symbolic::symbol(Term term) {
  const auto [known, is_new] = symbol_of_.try_emplace(term.handle);
  if (is_new) {
    known->second =
        Affine(Symbol{Symbol::Kind::param, static_cast<std::uint32_t>(symbols_.size())});
    symbols_.push_back(term);
  }
  return known->second;
}

Affine Symbolic::kept(const std::optional<Affine>& form) {
  if (form) return *form;
  is_lost_ = true;
  return 0;
}

Term Symbolic::term(const Affine& form) {
  Term sum = solver_.integer(form.constant);
  for (const AffineTerm& part : form.terms)
    sum = solver_.add(sum, solver_.multiply(symbols_[part.symbol.index], part.coefficient));
  return sum;
}

Affine Symbolic::add(const Affine& a, const Affine& b) { return kept(tidemark::add(a, b)); }
Affine Symbolic::subtract(const Affine& a, const Affine& b) {
  return kept(tidemark::subtract(a, b));
}
Affine Symbolic::multiply(const Affine& a, std::int64_t factor) { return kept(scale(a, factor)); }

Affine Symbolic::remainder(const Affine& a, std::int64_t modulus) {
  Affine rest(floor_mod(a.constant, modulus));
  for (const AffineTerm& part : a.terms)
    if (const std::int64_t factor = floor_mod(part.coefficient, modulus); factor != 0)
      rest.terms.push_back({part.symbol, factor});
  if (rest.is_constant()) return rest;
  return symbol(solver_.remainder(term(rest), modulus));
}

Affine Symbolic::choose(const Truth& condition, const Affine& then_value,
                        const Affine& else_value) {
  if (condition.known) return *condition.known ? then_value : else_value;
  const Affine step = subtract(then_value, else_value);
  if (step == Affine(0)) return then_value;
  if (!step.is_constant())
    return symbol(solver_.choose(condition.term, term(then_value), term(else_value)));
  const Affine indicator =
      symbol(solver_.choose(condition.term, solver_.integer(1), solver_.integer(0)));
  return add(else_value, multiply(indicator, step.constant));
}

Truth Symbolic::truth(bool known) { return {solver_.truth(known), known}; }

Truth Symbolic::at_least(const Affine& a, const Affine& b) {
  const Affine rest = subtract(a, b);
  if (rest.is_constant()) return truth(rest.constant >= 0);
  return {solver_.less_equal(solver_.integer(0), term(rest)), {}};
}

Truth Symbolic::equal(const Affine& a, const Affine& b) {
  const Affine rest = subtract(a, b);
  if (rest.is_constant()) return truth(rest.constant == 0);
  return {solver_.equal(term(rest), solver_.integer(0)), {}};
}

Truth Symbolic::negate(const Truth& a) {
  return a.known ? truth(!*a.known) : Truth{solver_.negate(a.term), {}};
}

Truth Symbolic::all(std::span<const Truth> truths) {
  std::vector<Term> terms;
  for (const Truth& part : truths) {
    if (part.known == false) return truth(false);
    if (!part.known) terms.push_back(part.term);
  }
  if (terms.empty()) return truth(true);
  return {terms.size() == 1 ? terms[0] : solver_.all(terms), {}};
}

Truth Symbolic::any(std::span<const Truth> truths) {
  std::vector<Term> terms;
  for (const Truth& part : truths) {
    if (part.known == true) return truth(true);
    if (!part.known) terms.push_back(part.term);
  }
  if (terms.empty()) return truth(false);
  return {terms.size() == 1 ? terms[0] : solver_.any(terms), {}};
}

Path Symbolic::extended(const Path& path, const Truth& condition) {
  Path longer = path;
  if (condition.known != true) longer.conditions.push_back(condition);
  longer.truth = all(longer.conditions);
  return longer;
}

}  // namespace tidemark
