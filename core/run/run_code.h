// A program flattened for its sequential run: its control as jumps (core/run/control_code.h),
// the cells of slots that do not change looked up, the others by arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "core/ir/cells.h"
#include "core/run/control_code.h"
#include "core/run/instance.h"

namespace tidemark {

constexpr std::uint32_t kNoIndex = UINT32_MAX;

// An access whose index is computed, or found to be outside, at each instance.
struct IndexedAccess {
  FlatResidue index;
  BufferId buffer;
  std::uint32_t slots = 0;
  std::uint32_t first_cell = 0;  // if the buffer is private: of its slot 0
  std::uint32_t at = kNoIndex;   // and where its one cell is stored
  std::int64_t slot = 0;         // as last found
};

// The cells of a slot that does not change, or an index into the indexed accesses.
using GatheredAccess = std::variant<std::span<const CellId>, std::uint32_t>;

// Of an instruction in which some access may touch no cell or several.
struct Gathering {
  std::vector<GatheredAccess> reads, writes;
};

// What all instances of one instruction, or one engine's reads for one control
// statement, have in common. Its spans are those of the instance unless it gathers.
struct Source {
  Instance instance;
  std::uint32_t first_indexed = 0;  // its indexed accesses: [first, last)
  std::uint32_t last_indexed = 0;
  std::uint32_t gathering = kNoIndex;
};

// The whole program, flattened: visit i of the control is an instance of source i.
struct RunCode {
  ControlCode control;
  std::vector<Source> sources;
  std::vector<IndexedAccess> indexed;
  std::vector<Gathering> gatherings;
  std::vector<CellId> cells;  // one for each access that always has one, as a place for it
};

RunCode compile_run(const Program& program, const Cells& cells);

}  // namespace tidemark
