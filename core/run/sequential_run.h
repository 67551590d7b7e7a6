// The sequential run: the program's meaning for given inputs, as a stream of
// instances. No list is kept: an instance is valid until the next call of `next`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/ir/cells.h"
#include "core/ir/program.h"
#include "core/run/inputs.h"
#include "core/run/instance.h"
#include "core/run/run_error.h"

namespace tidemark {

struct RunCode;

class SequentialRun {
 public:
  // `program`, `cells` and `inputs` must outlive the run.
  SequentialRun(const Program& program, const Cells& cells, const Inputs& inputs,
                const RunLimits& limits = {});
  // On code that is used again: of the same program and cells, and of no other run meanwhile.
  SequentialRun(const Program& program, const Cells& cells, RunCode& code, const Inputs& inputs,
                const RunLimits& limits);
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
