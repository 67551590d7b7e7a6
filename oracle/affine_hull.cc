#include "oracle/affine_hull.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/check.h"

namespace tidemark {
namespace {

constexpr std::int64_t kMostCoefficient = 64;

// An exact fraction in lowest terms, denominator > 0. `is_lost` once something passed 64 bits.
struct Fraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  bool is_lost = false;

  static Fraction of(__int128 n, __int128 d) {
    if (d < 0) n = -n, d = -d;
    __int128 x = n < 0 ? -n : n, y = d;
    while (y != 0) x = std::exchange(y, x % y);
    if (x > 1) n /= x, d /= x;
    const Fraction result{static_cast<std::int64_t>(n), static_cast<std::int64_t>(d)};
    return {result.numerator, result.denominator, result.numerator != n || result.denominator != d};
  }
  bool is_zero() const { return numerator == 0 && !is_lost; }
};

Fraction subtract_product(Fraction a, Fraction b, Fraction c) {  // a - b * c
  const Fraction product = Fraction::of(static_cast<__int128>(b.numerator) * c.numerator,
                                        static_cast<__int128>(b.denominator) * c.denominator);
  Fraction result = Fraction::of(static_cast<__int128>(a.numerator) * product.denominator -
                                     static_cast<__int128>(product.numerator) * a.denominator,
                                 static_cast<__int128>(a.denominator) * product.denominator);
  result.is_lost |= a.is_lost || b.is_lost || c.is_lost || product.is_lost;
  return result;
}

// Sparse, sorted by index, no zeros.
using Row = std::vector<std::pair<std::uint32_t, Fraction>>;

Row subtract_scaled(const Row& a, const Row& b, Fraction factor) {
  Row result;
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() || y != b.end()) {
    const bool take_x = x != a.end() && (y == b.end() || x->first <= y->first);
    const bool take_y = y != b.end() && (x == a.end() || y->first <= x->first);
    const std::uint32_t index = take_x ? x->first : y->first;
    const Fraction value =
        subtract_product(take_x ? x->second : Fraction{}, factor, take_y ? y->second : Fraction{});
    if (!value.is_zero()) result.emplace_back(index, value);
    if (take_x) ++x;
    if (take_y) ++y;
  }
  return result;
}

// The directions found so far, each with a leading 1, and what it is in terms of symbols.
class Basis {
 public:
  // What is left of the row once the directions known are taken away, and how much of each
  // symbol that was (negated).
  std::pair<Row, Row> reduce(Row row) const {
    Row taken;
    for (std::size_t i = 0; i < row.size();) {
      const auto known = directions_.find(row[i].first);
      if (known == directions_.end()) {
        ++i;
        continue;
      }
      const Fraction factor = row[i].second;
      taken = subtract_scaled(taken, known->second.symbols, factor);
      row = subtract_scaled(row, known->second.row, factor);
    }
    return {row, taken};
  }

  // A row that reduce() left: it is symbol `symbol` plus what was taken.
  void add(const Row& left, const Row& taken, std::uint32_t symbol) {
    const Fraction lead = left.front().second;
    const Fraction inverse = Fraction::of(lead.denominator, lead.numerator);
    Direction direction;
    direction.row = subtract_scaled({}, left, minus(inverse));
    direction.symbols = subtract_scaled({}, taken, minus(inverse));
    direction.symbols.emplace_back(symbol, inverse);
    directions_.emplace(left.front().first, std::move(direction));
  }

 private:
  struct Direction {
    Row row;
    Row symbols;
  };
  static Fraction minus(Fraction f) { return {-f.numerator, f.denominator, f.is_lost}; }

  std::map<std::uint32_t, Direction> directions_;  // by leading index
};

bool is_small_integer(Fraction f) {
  return !f.is_lost && f.denominator == 1 && std::abs(f.numerator) <= kMostCoefficient;
}

// One column: a constant plus integer multiples of directions.
struct Column {
  std::int64_t constant = 0;
  std::vector<std::pair<std::uint32_t, std::int64_t>> row;
};

class Builder {
 public:
  // Columns become pivots in this order.
  Builder(const std::vector<Column>& columns, const std::vector<std::uint32_t>& order) {
    hull_.columns.resize(columns.size());
    for (const std::uint32_t index : order) {
      at_ = index;
      hull_.columns[index] = form_of(columns[index]);
    }
  }

  Hull hull() && { return std::move(hull_); }
  // The first column that is a fraction of those before it, if there is one: it was freed.
  std::optional<std::uint32_t> fraction() const { return fraction_; }

 private:
  Affine form_of(const Column& column) {
    if (column.row.empty()) return column.constant;
    const auto [known, is_new] = known_.try_emplace(column.row);
    if (is_new) known->second = form_of_new(column);
    if (auto shifted = add(known->second, column.constant); shifted && is_moderate(*shifted))
      return *shifted;
    return fresh(0);
  }

  // The form of the column's row alone.
  Affine form_of_new(const Column& column) {
    Row row;
    for (const auto& [index, value] : column.row) row.emplace_back(index, Fraction{value});
    const auto [left, taken] = basis_.reduce(std::move(row));
    if (left.empty()) {
      if (auto form = form_of_symbols(taken)) return *form;
      if (!fraction_) fraction_ = at_;
    }
    const auto symbol = static_cast<std::uint32_t>(hull_.pivots.size());
    const bool is_exact =
        std::ranges::none_of(left, [](const auto& entry) { return entry.second.is_lost; });
    if (!left.empty() && is_exact) basis_.add(left, taken, symbol);
    return fresh(column.constant);
  }

  // A new symbol: the value of the column that is made now.
  Affine fresh(std::int64_t constant) {
    const Affine form(free_symbol(hull_.pivots.size()));
    hull_.pivots.push_back(at_);
    base_.push_back(constant);
    return subtract(form, constant).value_or(form);
  }

  // A row is the sum of what was taken; a symbol is its pivot's row plus its constant.
  std::optional<Affine> form_of_symbols(const Row& taken) const {
    std::optional<Affine> form = Affine(0);
    for (const auto& [symbol, negated] : taken) {
      if (!is_small_integer(negated)) return std::nullopt;
      const auto direction = subtract(Affine(free_symbol(symbol)), base_[symbol]);
      const auto term = direction ? scale(*direction, -negated.numerator) : std::nullopt;
      form = term ? add(*form, *term) : std::nullopt;
      if (!form) return std::nullopt;
    }
    return form;
  }

  Hull hull_;
  std::uint32_t at_ = 0;
  std::optional<std::uint32_t> fraction_;
  Basis basis_;
  std::vector<std::int64_t> base_;  // by symbol: the constant of its pivot
  std::map<std::vector<std::pair<std::uint32_t, std::int64_t>>, Affine> known_;
};

// Where one column is a multiple of another, the other has to be the pivot.
Hull build(const std::vector<Column>& columns) {
  constexpr int kTries = 6;
  std::vector<std::uint32_t> order(columns.size());
  std::iota(order.begin(), order.end(), 0);
  for (int i = 0;; ++i) {
    Builder builder(columns, order);
    const auto fraction = builder.fraction();
    if (!fraction || i == kTries || order.front() == *fraction) return std::move(builder).hull();
    std::rotate(order.begin(), std::ranges::find(order, *fraction),
                std::ranges::find(order, *fraction) + 1);
  }
}

}  // namespace

bool is_moderate(const Affine& form) {
  constexpr std::int64_t kMost = std::int64_t{1} << 61;
  return std::abs(form.constant) <= kMost && std::ranges::all_of(form.terms, [](const auto& term) {
           return std::abs(term.coefficient) <= kMost;
         });
}

Affine difference(const Affine& a, const Affine& b) {
  const auto exact = subtract(a, b);
  CHECK(exact.has_value());
  return *exact;
}

Hull hull_of(const std::vector<Affine>& columns) {
  std::vector<Column> rows;
  rows.reserve(columns.size());
  for (const Affine& form : columns) {
    Column& column = rows.emplace_back(form.constant);
    for (const AffineTerm& term : form.terms)
      column.row.emplace_back(term.symbol.index, term.coefficient);
  }
  return build(rows);
}

// The points of a, those of b, and the lines between them: directions of a are even, those
// of b odd; 0 is the step from a to b.
Hull hull_of(const std::vector<Affine>& a, const std::vector<Affine>& b) {
  std::vector<Column> rows;
  rows.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    Column& column = rows.emplace_back(a[i].constant);
    if (a[i].constant != b[i].constant) column.row.emplace_back(0, b[i].constant - a[i].constant);
    for (const AffineTerm& term : a[i].terms)
      column.row.emplace_back(2 * term.symbol.index + 2, term.coefficient);
    for (const AffineTerm& term : b[i].terms)
      column.row.emplace_back(2 * term.symbol.index + 3, term.coefficient);
    std::ranges::sort(column.row);
  }
  return build(rows);
}

std::optional<Affine> at_point(const Affine& form, const std::vector<std::uint32_t>& pivots,
                               const std::vector<Affine>& point) {
  std::optional<Affine> value = Affine(form.constant);
  for (const AffineTerm& term : form.terms) {
    const auto scaled = scale(point[pivots[term.symbol.index]], term.coefficient);
    value = scaled ? add(*value, *scaled) : std::nullopt;
    if (!value) return std::nullopt;
  }
  return value;
}

bool contains(const std::vector<Affine>& columns, const std::vector<std::uint32_t>& pivots,
              const std::vector<Affine>& point) {
  for (std::size_t i = 0; i < point.size(); ++i) {
    const Affine& form = columns[i];
    if (form.is_constant() ? form == point[i] : at_point(form, pivots, point) == point[i]) continue;
    return false;
  }
  return true;
}

}  // namespace tidemark
