// Cells: what instances read and write, and how they conflict.
//
// A cell is a slot of a buffer, or, where byte ranges of one memory overlap, an
// elementary range: a piece that no slot's boundary cuts. Two instances conflict iff
// they share a cell and at least one of them writes it. An empty range has no cell.
// Boundaries are sorted once; the table has one entry for each (slot, piece) pair,
// which is linear unless many ranges overlap one another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ir/program.h"

namespace tidemark {

class Cells {
 public:
  explicit Cells(const Program& program);

  // Cells are numbered from 0; those of a buffer that overlaps no other are
  // consecutive, one for each slot.
  std::size_t count() const { return count_; }

  // The cells of one slot, in order of address. 0 <= slot < slot_count().
  std::span<const CellId> of(BufferId buffer, std::int64_t slot) const {
    const std::size_t row = first_row_[buffer.value] + static_cast<std::size_t>(slot);
    return {cells_.data() + row_begin_[row], cells_.data() + row_begin_[row + 1]};
  }

  // True where every slot of the buffer is exactly one cell that no other buffer has.
  bool is_private(BufferId buffer) const { return private_[buffer.value]; }

 private:
  std::size_t count_ = 0;
  std::vector<std::size_t> first_row_;  // by buffer
  std::vector<std::size_t> row_begin_;  // by row (buffer, slot), one more than rows
  std::vector<CellId> cells_;
  std::vector<bool> private_;  // by buffer
};

}  // namespace tidemark
