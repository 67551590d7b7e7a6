// An instance: one execution of an instruction, or one engine's read of a load that
// control depends on. Its ordinal is its place among its engine's instances.
#pragma once

#include <cstdint>
#include <span>

#include "core/ir/ids.h"

namespace tidemark {

struct Instance {
  EngineId engine;
  std::uint64_t ordinal = 0;  // from 1, among the engine's instances
  bool is_read = false;       // a control read
  InstructionId instruction;  // where it is no read
  ControlId control;          // where it is one
  std::span<const CellId> reads;
  std::span<const CellId> writes;
};

}  // namespace tidemark
