// A run written out: every instance with what it must wait for, straight from the
// definition of a conflict. Quadratic: for the small runs of generators and tests.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/sequential_run.h"

namespace tidemark {

struct ListedInstance {
  EngineId engine;
  std::uint64_t ordinal = 0;
  bool is_read = false;
  InstructionId instruction;  // where it is no read
  ControlId control;          // where it is one
  std::vector<CellId> reads;
  std::vector<CellId> writes;
  Table<EngineId, std::uint64_t> needs;  // the last ordinal that it conflicts with; 0: none
};

// The run of at most `most` instances, in sequential order; what comes after, or an
// error, is left out.
std::vector<ListedInstance> list_run(const Program& program, const Inputs& inputs,
                                     std::uint64_t most);

// Do both touch a cell, and at least one of them writes it?
bool conflict(const ListedInstance& a, const ListedInstance& b);

}  // namespace tidemark
