#include "core/run/control_walk.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tidemark {
namespace {

bool compare(std::int64_t a, Comparison comparison, std::int64_t b) {
  switch (comparison) {
    case Comparison::equal:
      return a == b;
    case Comparison::not_equal:
      return a != b;
    case Comparison::less:
      return a < b;
    case Comparison::less_equal:
      return a <= b;
    case Comparison::greater:
      return a > b;
    case Comparison::greater_equal:
      return a >= b;
  }
  std::unreachable();
}

// Of a loop with lower < upper; the difference of two 64-bit values fits 64 unsigned bits.
std::uint64_t count_trips(std::int64_t lower, std::int64_t upper, std::int64_t step) {
  const std::uint64_t distance =
      static_cast<std::uint64_t>(upper) - static_cast<std::uint64_t>(lower);
  return step == 1 ? distance : (distance - 1) / static_cast<std::uint64_t>(step) + 1;
}

}  // namespace

ControlWalk::ControlWalk(const ControlCode& code, const Inputs& inputs, std::uint64_t step_limit)
    : code_(&code),
      inputs_(&inputs),
      step_limit_(step_limit),
      end_(static_cast<std::uint32_t>(code.operations_.size())),
      values_(code.layout_.size()),
      loops_(code.loops_.size()),
      has_loaded_(code.loads_.empty() && code.trips_.empty() ? 0 : code.program_->controls.size()),
      load_counts_(code.loads_.empty() ? 0 : code.program_->buffers.size()) {
  for (const ParamId param : code.program_->params.ids())
    values_[code.layout_.of(Symbol::of(param))] = inputs.param(param);
}

std::uint32_t ControlWalk::next() {
  using Kind = ControlCode::Operation::Kind;
  const ControlCode::Operation* const operations = code_->operations_.data();
  while (at_ < end_) {
    const ControlCode::Operation& operation = operations[at_++];
    bool went_well = true;
    switch (operation.kind) {
      case Kind::visit:
        return operation.index;
      case Kind::enter_for:
        went_well = enter_for(operation);
        break;
      case Kind::next_trip: {
        LoopState& loop = loops_[operation.index];
        if (loop.more == 0) break;
        went_well = count_step();
        --loop.more;
        values_[loop.variable] += loop.step;
        at_ = operation.target;
        break;
      }
      case Kind::branch:
        went_well = branch(operation);
        break;
      case Kind::jump:
        at_ = operation.target;
        break;
      case Kind::assign:
        went_well = assign(code_->assigns_[operation.index]);
        break;
      case Kind::load:
        load(code_->loads_[operation.index]);
        break;
      case Kind::trips:
        went_well = store_trips(code_->trips_[operation.index]);
        break;
    }
    if (!went_well) return kEnd;
  }
  return kEnd;
}

// nullopt after an error.
std::optional<ControlWalk::Range> ControlWalk::range(const ControlCode::Loop& loop,
                                                     RunError::Kind kind) {
  std::int64_t lower = 0, upper = 0, step = 0;
  if (!loop.lower.evaluate(values(), lower) || !loop.upper.evaluate(values(), upper) ||
      !loop.step.evaluate(values(), step)) {
    fail_in(loop.control, kind, "a bound passes 64 bits");
    return std::nullopt;
  }
  if (step <= 0) {
    fail_in(loop.control, kind, fmt::format("step {} is not positive", step));
    return std::nullopt;
  }
  return Range{lower, step, lower < upper ? count_trips(lower, upper, step) : 0};
}

bool ControlWalk::enter_for(const ControlCode::Operation& operation) {
  const ControlCode::Loop& loop = code_->loops_[operation.index];
  const std::optional<Range> trips = range(loop, RunError::Kind::bad_inputs);
  if (!trips || !count_step()) return false;
  if (trips->count == 0) {
    at_ = operation.target;
  } else {
    loops_[operation.index] = {trips->count - 1, trips->step, loop.variable};
    values_[loop.variable] = trips->lower;
  }
  return true;
}

bool ControlWalk::branch(const ControlCode::Operation& operation) {
  const ControlCode::Condition& condition = code_->conditions_[operation.index];
  std::int64_t left = 0, right = 0;
  if (!condition.left.evaluate(values(), left) || !condition.right.evaluate(values(), right)) {
    fail_in(condition.control, RunError::Kind::bad_inputs, "its condition passes 64 bits");
    return false;
  }
  if (!count_step()) return false;
  if (!compare(left, condition.comparison, right)) at_ = operation.target;
  return true;
}

bool ControlWalk::assign(const ControlCode::Assign& assign) {
  std::int64_t value = 0;
  if (!assign.value.evaluate(values(), value)) {
    fail(RunError::Kind::bad_inputs, "counter " + code_->program_->counters[assign.id].name,
         "its new value passes 64 bits");
    return false;
  }
  values_[assign.counter] = value;
  return true;
}

void ControlWalk::load(const ControlCode::LoadValue& load) {
  values_[load.to] = inputs_->load(load.buffer, load_counts_[load.buffer]++);
  has_loaded_[load.control] = true;
}

bool ControlWalk::store_trips(const ControlCode::Trips& trips) {
  const ControlId loop = trips.loop.control;
  if (load_of(code_->program_->controls[loop]) != nullptr && !has_loaded_[loop]) {
    fail_in(loop, RunError::Kind::malformed, "its trips are asked for before its first read");
    return false;
  }
  const std::optional<Range> found = range(trips.loop, RunError::Kind::malformed);
  if (!found) return false;
  if (found->count > INT64_MAX) {
    fail_in(loop, RunError::Kind::malformed, "its trips pass 64 bits");
    return false;
  }
  values_[trips.to] = static_cast<std::int64_t>(found->count);
  return true;
}

bool ControlWalk::count_step() {
  if (++steps_ <= step_limit_) return true;
  fail_at_limit(fmt::format("more than {} steps of control", step_limit_));
  return false;
}

void ControlWalk::fail(RunError::Kind kind, const std::string& subject, const std::string& what) {
  const std::string variables = where();
  const std::string place = variables.empty() ? "" : fmt::format(" ({})", variables);
  error_ = RunError{kind, fmt::format("{}{}: {}", subject, place, what)};
  end_ = 0;
}

void ControlWalk::fail_in(ControlId control, RunError::Kind kind, const std::string& what) {
  fail(kind, code_->program_->controls[control].name, what);
}

void ControlWalk::fail_at_limit(const std::string& what) {
  std::string message = what;
  for (const ControlId control : scope())
    if (std::holds_alternative<While>(code_->program_->controls[control].form)) {
      message += fmt::format(", in {}", code_->program_->controls[control].name);
      break;
    }
  if (const std::string variables = where(); !variables.empty())
    message += fmt::format(" ({})", variables);
  error_ = RunError{RunError::Kind::limit, std::move(message)};
  end_ = 0;
}

std::vector<ControlId> ControlWalk::scope() const {
  std::vector<ControlId> controls;
  if (at_ == 0) return controls;
  for (auto around = code_->operations_[at_ - 1].scope; around; around = code_->parents_[*around])
    controls.push_back(*around);
  return controls;
}

std::string ControlWalk::where() const {
  std::vector<std::string> variables;
  for (const ControlId control : scope())
    if (const For* loop = std::get_if<For>(&code_->program_->controls[control].form))
      variables.push_back(
          fmt::format("{}={}", loop->variable, values_[code_->layout_.of(Symbol::of(control))]));
  std::ranges::reverse(variables);
  return fmt::format("{}", fmt::join(variables, ", "));
}

}  // namespace tidemark
