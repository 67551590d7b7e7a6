// The affine equations between columns of integers, and what two sets of them have in
// common (Karr 1976), as one affine form for each column over a few free symbols.
//
//   A point assigns an integer to each column. Forms over symbols u describe the points
//   { form_c(u) for each column c : u integers }. A Hull is such a description in which each
//   symbol is the value of one column, its pivot: column pivot[j] has the form of symbol j
//   alone. So its equations are: every column equals its form over the pivots.
//
// The hull of two descriptions contains the points of both, and is the least that does
// whose forms have integer coefficients of at most 64 (a column that would need others becomes
// a pivot, before those that it would be a fraction of; after some tries it is free). Chains of
// growing hulls are finite: each has more symbols than the last.
//
// Cost: columns of equal form but for a constant are treated together; cubic in the number
// of symbols that are left.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ir/affine.h"

namespace tidemark {

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

// The value of a form over the pivots, at the point; nullopt if it passes 64 bits.
std::optional<Affine> at_point(const Affine& form, const std::vector<std::uint32_t>& pivots,
                               const std::vector<Affine>& point);

// Does every point of the description satisfy the equations of the hull?
bool contains(const std::vector<Affine>& columns, const std::vector<std::uint32_t>& pivots,
              const std::vector<Affine>& point);

}  // namespace tidemark
