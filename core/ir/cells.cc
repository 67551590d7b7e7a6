#include "core/ir/cells.h"

#include <algorithm>

namespace tidemark {
namespace {

struct SlotRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

SlotRange range_of(const Buffer& buffer, std::int64_t slot) {
  const std::int64_t size = (buffer.range->end - buffer.range->begin) / buffer.slot_count();
  const std::int64_t begin = buffer.range->begin + slot * size;
  return {begin, begin + size};
}

// The pieces into which the slots of one memory cut each other, in order of address.
struct Pieces {
  std::vector<std::int64_t> boundaries;  // sorted; piece i is [boundaries[i], boundaries[i+1])
  std::vector<std::uint32_t> covers;     // by piece: how many slots lie over it
  std::vector<CellId> cells;             // by piece; meaningful where something covers it

  std::size_t piece_at(std::int64_t address) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(boundaries, address) -
                                    boundaries.begin());
  }
};

Pieces cut(const std::vector<SlotRange>& slots, std::size_t& cell_count) {
  Pieces pieces;
  for (const SlotRange& slot : slots) {
    pieces.boundaries.push_back(slot.begin);
    pieces.boundaries.push_back(slot.end);
  }
  std::ranges::sort(pieces.boundaries);
  const auto repeated = std::ranges::unique(pieces.boundaries);
  pieces.boundaries.erase(repeated.begin(), repeated.end());

  std::vector<std::int64_t> change(pieces.boundaries.size());
  for (const SlotRange& slot : slots) {
    ++change[pieces.piece_at(slot.begin)];
    --change[pieces.piece_at(slot.end)];
  }
  std::int64_t over = 0;
  for (const std::int64_t by : change) {
    over += by;
    pieces.covers.push_back(static_cast<std::uint32_t>(over));
    pieces.cells.push_back(CellId(cell_count));
    if (over > 0) ++cell_count;
  }
  return pieces;
}

Table<MemoryId, Pieces> cut_memories(const Program& program, std::size_t& cell_count) {
  if (program.memories.empty()) return {};
  Table<MemoryId, std::vector<SlotRange>> slots(program.memories.size());
  for (const Buffer& buffer : program.buffers) {
    if (!buffer.range) continue;
    for (std::int64_t slot = 0; slot < buffer.slot_count(); ++slot) {
      const SlotRange range = range_of(buffer, slot);
      if (range.begin < range.end) slots[buffer.range->memory].push_back(range);
    }
  }
  Table<MemoryId, Pieces> pieces(program.memories.size());
  for (const MemoryId memory : program.memories.ids())
    pieces[memory] = cut(slots[memory], cell_count);
  return pieces;
}

}  // namespace

Cells::Cells(const Program& program) {
  const Table<MemoryId, Pieces> memories = cut_memories(program, count_);
  std::size_t rows = 0;
  for (const Buffer& buffer : program.buffers)
    rows += static_cast<std::size_t>(buffer.slot_count());
  first_row_.reserve(program.buffers.size());
  row_begin_.reserve(rows + 1);
  cells_.reserve(rows);  // more where ranges overlap
  private_.reserve(program.buffers.size());
  row_begin_.push_back(0);
  for (const Buffer& buffer : program.buffers) {
    first_row_.push_back(row_begin_.size() - 1);
    bool is_private = true;
    for (std::int64_t slot = 0; slot < buffer.slot_count(); ++slot) {
      if (!buffer.range) {
        cells_.push_back(CellId(count_++));
      } else if (const SlotRange range = range_of(buffer, slot); range.begin < range.end) {
        const Pieces& pieces = memories[buffer.range->memory];
        const std::size_t first = pieces.piece_at(range.begin);
        const std::size_t last = pieces.piece_at(range.end);
        cells_.insert(cells_.end(), pieces.cells.begin() + static_cast<std::ptrdiff_t>(first),
                      pieces.cells.begin() + static_cast<std::ptrdiff_t>(last));
        is_private &= last - first == 1 && pieces.covers[first] == 1;
      } else {
        is_private = false;
      }
      row_begin_.push_back(cells_.size());
    }
    private_.push_back(is_private);
  }
}

}  // namespace tidemark
