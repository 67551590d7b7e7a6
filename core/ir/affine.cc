#include "core/ir/affine.h"

#include <algorithm>

namespace tidemark {

namespace {

// a + factor * b, merging the two sorted lists of terms.
std::optional<Affine> add_scaled(const Affine& a, const Affine& b, std::int64_t factor) {
  const auto combine = [&](std::int64_t x, std::int64_t y) -> std::optional<std::int64_t> {
    const __int128 sum = static_cast<__int128>(factor) * y + x;
    const auto result = static_cast<std::int64_t>(sum);
    if (result != sum) return std::nullopt;
    return result;
  };
  Affine sum;
  auto x = a.terms.begin();
  auto y = b.terms.begin();
  while (x != a.terms.end() || y != b.terms.end()) {
    const bool take_x = x != a.terms.end() && (y == b.terms.end() || x->symbol <= y->symbol);
    const bool take_y = y != b.terms.end() && (x == a.terms.end() || y->symbol <= x->symbol);
    const Symbol symbol = take_x ? x->symbol : y->symbol;
    const auto coefficient = combine(take_x ? x->coefficient : 0, take_y ? y->coefficient : 0);
    if (!coefficient) return std::nullopt;
    if (*coefficient != 0) sum.terms.push_back({symbol, *coefficient});
    if (take_x) ++x;
    if (take_y) ++y;
  }
  const auto constant = combine(a.constant, b.constant);
  if (!constant) return std::nullopt;
  sum.constant = *constant;
  return sum;
}

}  // namespace

std::int64_t Affine::coefficient_of(Symbol symbol) const {
  const auto term = std::ranges::lower_bound(terms, symbol, {}, &AffineTerm::symbol);
  return term != terms.end() && term->symbol == symbol ? term->coefficient : 0;
}

std::optional<Affine> add(const Affine& a, const Affine& b) { return add_scaled(a, b, 1); }

std::optional<Affine> subtract(const Affine& a, const Affine& b) { return add_scaled(a, b, -1); }

std::optional<Affine> scale(const Affine& a, std::int64_t factor) {
  return add_scaled(Affine(), a, factor);
}

}  // namespace tidemark
