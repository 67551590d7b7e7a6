#include "oracle/affine_hull.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/check.h"

namespace tidemark {
namespace {

// Sparse, sorted by index, no zeros.
using Row = std::vector<std::pair<std::uint32_t, std::int64_t>>;

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return (a - floor_mod(a, b)) / b; }

// Integer vectors over columns, and all sums of multiples of them, in echelon form.
class Lattice {
 public:
  void insert(Row row) {
    add(bounded(std::move(row)));
    while (!freed_.empty()) {
      const std::uint32_t column = *freed_.begin();
      freed_.erase(freed_.begin());
      if (free_.insert(column).second) add({{column, 1}});
    }
  }

  // In each pivot's column the rows before keep remainders only. (From the last row on: what is
  // taken away is small by then.)
  void reduce() {
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row)
      for (auto pivot = row.base(); pivot != rows_.end(); ++pivot) {
        const std::int64_t times = floor_div(at(row->second, pivot->first), lead(pivot->second));
        if (times == 0) continue;
        Row reduced = sum(row->second, 1, pivot->second, -times);
        if (freed_.empty()) row->second = std::move(reduced);
        freed_.clear();  // it stays as it was where it would grow too much
      }
  }

  const std::map<std::uint32_t, Row>& rows() const { return rows_; }  // by leading column

 private:
  static std::int64_t lead(const Row& row) { return row.front().second; }
  static std::int64_t at(const Row& row, std::uint32_t column) {
    const auto entry = std::ranges::lower_bound(row, column, {}, &Row::value_type::first);
    return entry != row.end() && entry->first == column ? entry->second : 0;
  }

  void add(Row row) {
    while (!row.empty()) {
      const auto [known, is_new] = rows_.try_emplace(row.front().first);
      Row& pivot = known->second;
      if (is_new) {
        pivot = lead(row) > 0 ? std::move(row) : sum({}, 0, row, -1);
        return;
      }
      if (lead(row) % lead(pivot) == 0) {
        row = sum(row, 1, pivot, -(lead(row) / lead(pivot)));
      } else {
        std::tie(pivot, row) = with_common_divisor(pivot, row);
      }
    }
  }

  // Two rows of the same lattice: one that leads with the greatest common divisor, one without
  // that column.
  std::pair<Row, Row> with_common_divisor(const Row& a, const Row& b) {
    std::int64_t old_r = lead(a), r = lead(b), old_x = 1, x = 0, old_y = 0, y = 1;
    while (r != 0) {
      const std::int64_t q = old_r / r;
      old_r = std::exchange(r, old_r - q * r);
      old_x = std::exchange(x, old_x - q * x);
      old_y = std::exchange(y, old_y - q * y);
    }
    const std::int64_t sign = old_r < 0 ? -1 : 1;
    return {sum(a, sign * old_x, b, sign * old_y), sum(a, lead(b) / old_r, b, -(lead(a) / old_r))};
  }

  Row sum(const Row& a, std::int64_t times_a, const Row& b, std::int64_t times_b) {
    Row result;
    auto x = a.begin();
    auto y = b.begin();
    while (x != a.end() || y != b.end()) {
      const bool take_x = x != a.end() && (y == b.end() || x->first <= y->first);
      const bool take_y = y != b.end() && (x == a.end() || y->first <= x->first);
      const std::uint32_t column = take_x ? x->first : y->first;
      const __int128 value = static_cast<__int128>(take_x ? x->second : 0) * times_a +
                             static_cast<__int128>(take_y ? y->second : 0) * times_b;
      if (take_x) ++x;
      if (take_y) ++y;
      if (value != 0) append(result, column, value);
    }
    return result;
  }

  Row bounded(const Row& row) { return sum(row, 1, {}, 0); }

  // A column that is free may have any entry, so none.
  void append(Row& row, std::uint32_t column, __int128 value) {
    if (value >= -kMostStep && value <= kMostStep)
      row.emplace_back(column, static_cast<std::int64_t>(value));
    else
      freed_.insert(column);
  }

  std::map<std::uint32_t, Row> rows_;
  std::set<std::uint32_t> freed_, free_;  // to be freed yet; all that are
};

// Columns that are described by one number and multiples of steps.
class Builder {
 public:
  void add_column(std::int64_t constant, Row steps) {
    const auto column = static_cast<std::uint32_t>(constants_.size());
    constants_.push_back(constant);
    if (steps.empty()) return;
    const auto [known, is_new] = classes_.try_emplace(std::move(steps), members_.size());
    if (is_new) members_.emplace_back();
    members_[known->second].push_back(column);
  }

  Hull hull() && {
    for (Row& row : step_rows()) lattice_.insert(std::move(row));
    lattice_.reduce();
    hull_.columns.assign(constants_.begin(), constants_.end());
    for (const auto& [lead, row] : lattice_.rows()) add_symbol(lead, row);
    for (std::uint32_t column = 0; column < constants_.size(); ++column)
      if (!is_moderate(hull_.columns[column])) {
        hull_.columns[column] = Affine(free_symbol(hull_.pivots.size()));
        hull_.pivots.push_back(column);
      }
    return std::move(hull_);
  }

 private:
  // Each step's row over the classes of columns.
  std::vector<Row> step_rows() const {
    std::map<std::uint32_t, Row> rows;
    std::vector<const Row*> steps_of(members_.size());
    for (const auto& [steps, index] : classes_) steps_of[index] = &steps;
    for (std::uint32_t index = 0; index < steps_of.size(); ++index)
      for (const auto& [step, times] : *steps_of[index]) rows[step].emplace_back(index, times);
    std::vector<Row> result;
    for (auto& [step, row] : rows) result.push_back(std::move(row));
    return result;
  }

  // The symbol is shifted so that its pivot's constant is a remainder.
  void add_symbol(std::uint32_t lead, const Row& row) {
    const std::uint32_t pivot = members_[lead].front();
    const Symbol symbol = free_symbol(hull_.pivots.size());
    const std::int64_t shift = floor_div(hull_.columns[pivot].constant, row.front().second);
    for (const auto& [index, times] : row)
      for (const std::uint32_t column : members_[index]) {
        Affine& form = hull_.columns[column];
        form.terms.push_back({symbol, times});
        form.constant = shifted(form.constant, times, shift);
      }
    hull_.pivots.push_back(pivot);
  }

  // Beyond what is moderate where it would pass 64 bits.
  static std::int64_t shifted(std::int64_t constant, std::int64_t times, std::int64_t shift) {
    const __int128 exact = constant - static_cast<__int128>(times) * shift;
    const auto result = static_cast<std::int64_t>(exact);
    return result == exact && result != INT64_MIN ? result : INT64_MAX;
  }

  Hull hull_;
  Lattice lattice_;
  std::vector<std::int64_t> constants_;              // by column
  std::map<Row, std::uint32_t> classes_;             // by their steps
  std::vector<std::vector<std::uint32_t>> members_;  // of each class, in order of the first
};

Row row_of(const Affine& form) {
  Row row;
  for (const AffineTerm& term : form.terms) row.emplace_back(term.symbol.index, term.coefficient);
  return row;
}

std::uint32_t symbol_count(const std::vector<Affine>& columns) {
  std::uint32_t count = 0;
  for (const Affine& form : columns)
    if (!form.is_constant()) count = std::max(count, form.terms.back().symbol.index + 1);
  return count;
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
  Builder builder;
  for (const Affine& form : columns) builder.add_column(form.constant, row_of(form));
  return std::move(builder).hull();
}

// Steps of a, then those of b, then the one from a to b.
Hull hull_of(const std::vector<Affine>& a, const std::vector<Affine>& b) {
  const std::uint32_t first_of_b = symbol_count(a);
  const std::uint32_t between = first_of_b + symbol_count(b);
  Builder builder;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Row row = row_of(a[i]);
    for (const AffineTerm& term : b[i].terms)
      row.emplace_back(first_of_b + term.symbol.index, term.coefficient);
    if (a[i].constant != b[i].constant) row.emplace_back(between, b[i].constant - a[i].constant);
    builder.add_column(a[i].constant, std::move(row));
  }
  return std::move(builder).hull();
}

std::optional<Affine> with_symbols(const Affine& form, const std::vector<Affine>& symbols) {
  std::optional<Affine> value = Affine(form.constant);
  for (const AffineTerm& term : form.terms) {
    const auto scaled = scale(symbols[term.symbol.index], term.coefficient);
    value = scaled ? add(*value, *scaled) : std::nullopt;
    if (!value) return std::nullopt;
  }
  return value;
}

std::optional<std::vector<Affine>> symbols_at(const std::vector<Affine>& columns,
                                              const std::vector<std::uint32_t>& pivots,
                                              const std::vector<Affine>& point) {
  std::vector<Affine> symbols;
  for (const std::uint32_t pivot : pivots) {
    Affine others = columns[pivot];
    const std::int64_t divisor = others.terms.back().coefficient;
    others.terms.pop_back();
    const auto known = with_symbols(others, symbols);
    auto value = known ? subtract(point[pivot], *known) : std::nullopt;
    if (!value || value->constant % divisor != 0) return std::nullopt;
    value->constant /= divisor;
    for (AffineTerm& term : value->terms) {
      if (term.coefficient % divisor != 0) return std::nullopt;
      term.coefficient /= divisor;
    }
    symbols.push_back(*std::move(value));
  }
  return symbols;
}

bool contains(const std::vector<Affine>& columns, const std::vector<std::uint32_t>& pivots,
              const std::vector<Affine>& point) {
  for (std::size_t i = 0; i < point.size(); ++i)
    if (columns[i].is_constant() && columns[i] != point[i]) return false;
  const auto symbols = symbols_at(columns, pivots, point);
  if (!symbols) return false;
  for (std::size_t i = 0; i < point.size(); ++i)
    if (!columns[i].is_constant() && with_symbols(columns[i], *symbols) != point[i]) return false;
  return true;
}

}  // namespace tidemark
