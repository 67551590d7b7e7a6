#include "oracle/evaluation.h"

#include <algorithm>
#include <numeric>

#include "core/check.h"
#include "oracle/affine_hull.h"

namespace tidemark {

Affine Evaluation::opaque() { return Affine(Symbol{Symbol::Kind::counter, state_.symbols++}); }

Affine Evaluation::resolve(const Affine& mixed) {
  std::optional<Affine> sum = Affine(mixed.constant);
  if (!is_moderate(*sum)) return state_.fresh();
  for (const AffineTerm& term : mixed.terms) {
    const Symbol symbol = term.symbol;
    const bool is_column = symbol.kind == Symbol::Kind::param;
    const auto scaled =
        is_column ? scale(state_.at(ColumnId(symbol.index)), term.coefficient)
                  : scale(Affine(JointState::free_symbol_of(symbol.index)), term.coefficient);
    sum = scaled ? add(*sum, *scaled) : std::nullopt;
    if (!sum || !is_moderate(*sum)) return state_.fresh();
  }
  return *sum;
}

std::int64_t Evaluation::residue_of(ColumnId column, std::int64_t modulus) const {
  const Affine& form = state_.at(column);
  if (form.is_constant()) return floor_mod(form.constant, modulus);
  std::int64_t like = kNoResidue;  // by another column that differs by a constant
  for (std::size_t i = 0; i < tracking_.residues.size(); ++i) {
    const TrackedResidue& tracked = tracking_.residues[i];
    if (tracked.modulus % modulus != 0 || state_.residues[i] == kNoResidue) continue;
    if (tracked.column == column) return state_.residues[i] % modulus;
    const Affine& other = state_.at(tracked.column);
    if (other.terms == form.terms)
      like = floor_mod(state_.residues[i] + (form.constant - other.constant) % modulus, modulus);
  }
  return like;
}

std::optional<std::int64_t> Evaluation::residue(const Affine& mixed, std::int64_t modulus) {
  __int128 sum = mixed.constant;
  for (const AffineTerm& term : mixed.terms) {
    if (term.symbol.kind != Symbol::Kind::param) {
      split_ = {Split::Kind::value, 0, Affine(), 0};  // nothing to tell the cases apart by
      return std::nullopt;
    }
    const ColumnId column(term.symbol.index);
    const std::int64_t part = modulus / std::gcd(term.coefficient, modulus);
    const std::int64_t known = part == 1 ? 0 : residue_of(column, part);
    if (known == kNoResidue) {
      const auto tracked = std::ranges::find(tracking_.residues, TrackedResidue{column, part});
      const auto index = static_cast<std::size_t>(tracked - tracking_.residues.begin());
      split_ = {Split::Kind::residue, index, Affine(), part};
      if (index == tracking_.residues.size()) split_ = {Split::Kind::value, 0, Affine(), 0};
      return std::nullopt;
    }
    sum += static_cast<__int128>(term.coefficient) * known;
  }
  const auto rest = static_cast<std::int64_t>(sum % modulus);
  return rest < 0 ? rest + modulus : rest;
}

std::optional<std::int64_t> Evaluation::number(const Affine& mixed, std::int64_t count) {
  const Affine form = resolve(mixed);
  if (form.is_constant()) return form.constant;
  split_ = {Split::Kind::value, 0, form, count};
  return std::nullopt;
}

std::optional<Affine> Evaluation::product(const Affine& a, const Affine& b) {
  const Affine x = resolve(a);
  const Affine y = resolve(b);
  const auto exact = x.is_constant()   ? scale(b, x.constant)
                     : y.is_constant() ? scale(a, y.constant)
                                       : product_of_trips(a, b);
  return exact ? *exact : opaque();
}

// Of two multiples of single columns, where the code keeps their product.
std::optional<Affine> Evaluation::product_of_trips(const Affine& a, const Affine& b) const {
  if (a.terms.size() != 1 || b.terms.size() != 1 || a.constant != 0 || b.constant != 0)
    return std::nullopt;
  const std::uint32_t x = a.terms[0].symbol.index;
  const std::uint32_t y = b.terms[0].symbol.index;
  for (const TripsProduct& product : code_.products) {
    const std::uint32_t outer = code_.seen_trips(product.outer_trips).value;
    const std::uint32_t inner = product.inner.value;
    if ((x != outer || y != inner) && (x != inner || y != outer)) continue;
    const auto scaled = scale(Affine(column_symbol(product.product)), a.terms[0].coefficient);
    return scaled ? scale(*scaled, b.terms[0].coefficient) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<ColumnId> Evaluation::element(const JointNode& node, RegisterId ring,
                                            const Affine& index) {
  const std::int64_t count = code_.stream_of[node.engine]->registers[ring].count.value_or(1);
  const auto at = number(index, count);
  if (!at) return std::nullopt;
  if (*at < 0 || *at >= count) {
    split_ = {Split::Kind::value, 0, Affine(*at), count};
    return std::nullopt;
  }
  return ColumnId(code_.registers[node.engine][ring.value] + static_cast<std::uint32_t>(*at));
}

std::optional<Affine> Evaluation::mixed(const JointNode& node, const Expression& expression) {
  std::vector<Affine> stack;
  const auto pop = [&] {
    Affine top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  for (const ExpressionNode& part : expression.nodes()) {
    using Kind = ExpressionNode::Kind;
    std::optional<Affine> pushed;
    switch (part.kind) {
      case Kind::integer:
        pushed = Affine(part.value);
        break;
      case Kind::reg:
        pushed = Affine(column_symbol(ColumnId(code_.registers[node.engine][part.index])));
        break;
      case Kind::indexed_register: {
        const auto column = element(node, RegisterId(part.index), pop());
        if (column) pushed = Affine(column_symbol(*column));
        break;
      }
      case Kind::param:
        pushed = Affine(column_symbol(code_.param(ParamId(part.index))));
        break;
      case Kind::variable:
        pushed = Affine(column_symbol(code_.variable(ControlId(part.index))));
        break;
      case Kind::trips: {
        const auto seen = std::ranges::find(node.trips, ControlId(part.index),
                                            &std::pair<ControlId, SnapshotId>::first);
        CHECK(seen != node.trips.end());
        pushed = Affine(column_symbol(code_.seen_trips(seen->second)));
        break;
      }
      case Kind::add:
      case Kind::subtract: {
        const Affine b = pop();
        const Affine a = pop();
        pushed = part.kind == Kind::add ? tidemark::add(a, b) : tidemark::subtract(a, b);
        if (!pushed) pushed = opaque();
        break;
      }
      case Kind::multiply: {
        const Affine b = pop();
        const Affine a = pop();
        pushed = product(a, b);
        break;
      }
      case Kind::remainder: {
        const auto rest = residue(pop(), part.value);
        if (rest) pushed = Affine(*rest);
        break;
      }
    }
    if (!pushed) return std::nullopt;
    stack.push_back(*std::move(pushed));
  }
  return stack.back();
}

std::optional<Affine> Evaluation::value(const JointNode& node, const Expression& expression) {
  const auto form = mixed(node, expression);
  return form ? std::optional(resolve(*form)) : std::nullopt;
}

std::optional<std::int64_t> Evaluation::index(const JointNode& node, const Expression& expression,
                                              std::int64_t count) {
  const auto form = mixed(node, expression);
  return form ? number(*form, count) : std::nullopt;
}

std::optional<Affine> Evaluation::value(const Residue& form) {
  if (form.modulus == 0) return value(form.form);
  const auto rest = residue(over_columns(code_, form.form), form.modulus);
  return rest ? std::optional(Affine(*rest)) : std::nullopt;
}

std::optional<std::int64_t> Evaluation::slot(const Residue& form, std::int64_t count) {
  const Affine over = over_columns(code_, form.form);
  return form.modulus != 0 ? residue(over, form.modulus) : number(over, count);
}

std::optional<std::pair<ColumnId, std::int64_t>> Evaluation::column(const JointNode& node,
                                                                    const Expression& expression) {
  const auto form = mixed(node, expression);
  if (!form || form->terms.size() != 1) return std::nullopt;
  const AffineTerm& term = form->terms.front();
  if (term.coefficient != 1 || term.symbol.kind != Symbol::Kind::param) return std::nullopt;
  return std::pair(ColumnId(term.symbol.index), form->constant);
}

std::int64_t Evaluation::residue_of(const JointNode& node, const Expression& expression,
                                    std::int64_t modulus) {
  const auto form = mixed(node, expression);
  return form ? residue(*form, modulus).value_or(kNoResidue) : kNoResidue;
}

void complete_residues(const JointCode& code, const Tracking& tracking, JointState& state) {
  const Evaluation evaluation(code, tracking, state);
  for (std::size_t i = 0; i < tracking.residues.size(); ++i)
    state.residues[i] =
        evaluation.residue_of(tracking.residues[i].column, tracking.residues[i].modulus);
}

}  // namespace tidemark
