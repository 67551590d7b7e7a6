// A walk of a program's control for given inputs: from visit to visit (see
// core/run/control_code.h), keeping loop variables, counters and loaded values, without
// allocation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/control_code.h"
#include "core/run/inputs.h"
#include "core/run/run_error.h"

namespace tidemark {

class ControlWalk {
 public:
  static constexpr std::uint32_t kEnd = UINT32_MAX;

  // The code is complete; it and the inputs must outlive the walk.
  ControlWalk(const ControlCode& code, const Inputs& inputs, std::uint64_t step_limit);

  // The payload of the next visit; kEnd at the end or at an error.
  std::uint32_t next();
  const std::optional<RunError>& error() const { return error_; }

  // Steps of control so far: one for each trip of a `for` (and one where it has none), for
  // each `if`, and for each test of a `while`.
  std::uint64_t steps() const { return steps_; }

  std::int64_t* values() { return values_.data(); }
  const std::int64_t* values() const { return values_.data(); }

  // The control statements around the last operation, innermost first, and the loop
  // variables among them, outermost first: "i=3, j=0".
  std::vector<ControlId> scope() const;
  std::string where() const;

  // Ends the walk: "SUBJECT (i=3, j=0): WHAT", or "WHAT, in while.1 (i=3, j=0)".
  void fail(RunError::Kind kind, const std::string& subject, const std::string& what);
  void fail_at_limit(const std::string& what);

 private:
  struct LoopState {
    std::uint64_t more = 0;  // trips after this one
    std::int64_t step = 1;
    ValueSlot variable = 0;
  };
  struct Range {
    std::int64_t lower = 0;
    std::int64_t step = 1;
    std::uint64_t count = 0;
  };

  // These say false, or nothing, after an error.
  std::optional<Range> range(const ControlCode::Loop& loop, RunError::Kind kind);
  bool enter_for(const ControlCode::Operation& operation);
  bool branch(const ControlCode::Operation& operation);
  bool assign(const ControlCode::Assign& assign);
  bool store_trips(const ControlCode::Trips& trips);
  bool count_step();

  void load(const ControlCode::LoadValue& load);
  void fail_in(ControlId control, RunError::Kind kind, const std::string& what);

  const ControlCode* code_;
  const Inputs* inputs_;
  std::uint64_t step_limit_;
  std::uint64_t steps_ = 0;
  std::uint32_t at_ = 0;
  std::uint32_t end_;  // 0 after an error
  std::vector<std::int64_t> values_;
  std::vector<LoopState> loops_;
  Table<ControlId, bool> has_loaded_;
  Table<BufferId, std::uint64_t> load_counts_;
  std::optional<RunError> error_;
};

}  // namespace tidemark
