// The sequential run: the program's meaning for given inputs, as a stream of
// instances. No list is kept: an instance is valid until the next call of `next`.
//
// An instance is one execution of an instruction, or one engine's read of a load that
// control depends on. Its ordinal is its place among its engine's instances, from 1.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/ir/cells.h"
#include "core/ir/program.h"
#include "core/run/inputs.h"

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

struct RunLimits {
  std::uint64_t instances = 100'000'000;
  std::uint64_t steps = 1'000'000'000;  // control steps, so that empty loops end too
};

struct RunError {
  enum class Kind {
    bad_inputs,  // index out of range, step not positive, 64 bits passed: no verdict
    limit,       // too many instances or steps: unknown
  };
  Kind kind = Kind::bad_inputs;
  // Names the instance: "load.2 (instance 14 of dma, i=3, j=0): index 4 is outside k[4]".
  std::string message;
};

class SequentialRun {
 public:
  // `program`, `cells` and `inputs` must outlive the run.
  SequentialRun(const Program& program, const Cells& cells, const Inputs& inputs,
                const RunLimits& limits = {});
  ~SequentialRun();
  SequentialRun(SequentialRun&&) noexcept;
  SequentialRun& operator=(SequentialRun&&) noexcept;

  // The next instance, or nullptr at the end: then `error()` says whether it was one.
  const Instance* next();
  const std::optional<RunError>& error() const;

  // The loop variables in scope of the last instance, for messages: "i=3, j=0".
  std::string where() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tidemark
