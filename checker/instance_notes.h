// What a person wants to know about an instance: its name, the loop variables, what it
// touches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/cells.h"
#include "core/run/inputs.h"
#include "core/run/instance.h"

namespace tidemark {

struct InstanceNote {
  std::string name;   // "matmul#2", "read i#1"
  std::string where;  // "i=0, j=1"; may be empty
  SourceLine line;    // in the program
  bool is_read = false;
  InstructionId instruction;
  ControlId control;
  std::vector<CellId> reads;
  std::vector<CellId> writes;
};

// The engine's instance `ordinal`, which the run reaches.
InstanceNote note_of(const Program& program, const Inputs& inputs, EngineId engine,
                     std::uint64_t ordinal);

// A cell that both touch and one writes, as each of them names it: "reads k[1]" and
// "writes k[1]".
struct Collision {
  std::string first;
  std::string second;
};
Collision collision_of(const Program& program, const InstanceNote& first,
                       const InstanceNote& second);

// "matmul#2" for an issue, "read i#1" for a read.
std::string instance_name(const Program& program, bool is_read, std::uint32_t source,
                          std::uint64_t ordinal);

}  // namespace tidemark
