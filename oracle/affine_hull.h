// The affine equations and congruences between columns of integers, and what two sets of
// them have in common (Karr 1976; with congruences, Granger 1991), as one affine form for
// each column over a few free symbols.
//
//   A point assigns an integer to each column. Forms over symbols u describe the points
//   { form_c(u) for each column c : u integers }: a point, and a lattice of steps from it.
//   A Hull is such a description in echelon form: symbol j has a column of its own, its pivot,
//   whose form is h*u_j + r with h > 0 and r over earlier symbols, and no earlier column has
//   u_j in it. With h = 1 and r = 0, which is the usual case, the symbol is the pivot's value.
//
// The hull of two descriptions contains the points of both, and is the least that does
// (Hermite's normal form of all steps), but for columns whose coefficients would pass kMostStep:
// those are free. Chains of growing hulls are finite: each has more symbols than the last, or
// smaller h.
//
// Cost: columns of equal form but for a constant are treated together; cubic in the number
// of symbols, but sparse.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ir/affine.h"

namespace tidemark {

inline constexpr std::int64_t kMostStep = std::int64_t{1} << 30;

// Here an Affine is over the symbols of one description.
inline Symbol free_symbol(std::size_t index) {
  return {Symbol::Kind::param, static_cast<std::uint32_t>(index)};
}

// Forms of states keep to this, so that the difference of two is exact; one that would not is
// replaced by a symbol of its own.
bool is_moderate(const Affine& form);
Affine difference(const Affine& a, const Affine& b);  // of two moderate forms

struct Hull {
  std::vector<Affine> columns;
  std::vector<std::uint32_t> pivots;  // by symbol
};

Hull hull_of(const std::vector<Affine>& columns);
Hull hull_of(const std::vector<Affine>& a, const std::vector<Affine>& b);

// The values of a hull's symbols for which its pivots have the values that they have in the
// point; nullopt where these are no integers for some value of the point's own symbols.
std::optional<std::vector<Affine>> symbols_at(const std::vector<Affine>& columns,
                                              const std::vector<std::uint32_t>& pivots,
                                              const std::vector<Affine>& point);

// A form with values for its symbols; nullopt if it passes 64 bits.
std::optional<Affine> with_symbols(const Affine& form, const std::vector<Affine>& symbols);

// Is every point of the description one of the hull?
bool contains(const std::vector<Affine>& columns, const std::vector<std::uint32_t>& pivots,
              const std::vector<Affine>& point);

}  // namespace tidemark
