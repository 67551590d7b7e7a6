// What a walk knows as plain numbers, so that it always knows which slot is meant.
//
// A residue is (column, modulus): the column's value modulo that, wherever the text takes
// `% n` of a form with the column in it. An exact column occurs in an index without `%`, and
// is known itself wherever it is a constant. Both are closed under what a column is set to.
// A lasting register is one that is never set to 0 again: where it is 0, nothing that it
// counts has been, and what it says of keys is different from later on. An `if` is settled
// if it compares params alone: it goes the same way whenever it is come to.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/joint_code.h"

namespace tidemark {

struct TrackedResidue {
  ColumnId column;
  std::int64_t modulus = 1;
  friend auto operator<=>(const TrackedResidue&, const TrackedResidue&) = default;
};

struct Tracking {
  std::vector<TrackedResidue> residues;
  std::vector<ColumnId> exact;
  std::vector<ColumnId> lasting;
  std::vector<ControlId> settled;
};

// Which states of one node are told apart, besides those whose slots differ.
struct Partition {
  enum class Arms : std::uint8_t { none, settled, all };

  std::int64_t turns = 0;  // the first trips of each loop, and turns of each ring
  Arms arms = Arms::none;  // of which control it is told which way it went last
};

Tracking find_tracking(const JointCode& code);

// A program's form, over columns.
Affine over_columns(const JointCode& code, const Affine& form);
inline Symbol column_symbol(ColumnId column) { return {Symbol::Kind::param, column.value}; }

}  // namespace tidemark
