#include "oracle/unroller.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/check.h"

namespace tidemark {

Unrolling unroll(const JointCode& code, Solver& solver, Symbolic& symbolic,
                 const UnrollLimits& limits) {
  return Unroller(code, solver, symbolic, limits).run();
}

Unroller::Unroller(const JointCode& code, Solver& solver, Symbolic& symbolic,
                   const UnrollLimits& limits)
    : code_(code), solver_(solver), symbolic_(symbolic), limits_(limits) {
  std::size_t next = 0;
  for (const SemaphoreId semaphore : code.streams->semaphores.ids()) {
    first_element_.push(next);
    next += static_cast<std::size_t>(size(semaphore));
  }
  first_epoch_ = code.column_count + next;
}

Unrolling Unroller::run() && {
  Values values(first_epoch_ + code_.streams->semaphores.size(), Affine(0));
  const Path everywhere{{}, symbolic_.truth(true)};
  for (const ParamId id : code_.program->params.ids())
    result_.params.push(values[code_.param(id).value] = param(id));
  walk(0, code_.nodes.size(), everywhere, values);
  if (symbolic_.is_lost()) stop("64 bits may be passed");
  return std::move(result_);
}

Affine Unroller::param(ParamId id) {
  if (limits_.given != nullptr) return limits_.given->param(id);
  return any_integer("param." + code_.program->params[id].name);
}

Affine Unroller::loaded_value(BufferId buffer) {
  if (limits_.given != nullptr) return limits_.given->load(buffer, load_counts_[buffer]++);
  return any_integer(fmt::format("load.{}", ++names_));
}

// Of 64 bits.
Affine Unroller::any_integer(const std::string& name) {
  const Affine value = symbolic_.input(name);
  const Term term = symbolic_.term(value);
  solver_.require(solver_.less_equal(solver_.integer(INT64_MIN), term));
  solver_.require(solver_.less_equal(term, solver_.integer(INT64_MAX)));
  result_.moderate.push_back(symbolic_.at_least(value, INT32_MIN));
  result_.moderate.push_back(symbolic_.at_least(INT32_MAX, value));
  return value;
}

void Unroller::stop(const std::string& reason) {
  if (result_.reason.empty()) result_.reason = reason;
}

void Unroller::walk(std::size_t from, std::size_t to, const Path& path, Values& values) {
  for (std::size_t i = from; i < to && result_.reason.empty();) {
    const Node& node = code_.nodes[i];
    if (result_.events.size() > limits_.events)
      return stop(fmt::format("more than {} events", limits_.events));
    if (limits_.deadline && std::chrono::steady_clock::now() > *limits_.deadline)
      return stop("the time is up");
    switch (node.kind) {
      case Node::Kind::enter_for:
        i = for_loop(i, path, values);
        break;
      case Node::Kind::branch_if:
        i = branch(i, path, values);
        break;
      case Node::Kind::enter_while:
        i = while_loop(i, path, values);
        break;
      default:
        step(node, path, values);
        ++i;
    }
  }
}

void Unroller::step(const Node& node, const Path& path, Values& values) {
  switch (node.kind) {
    case Node::Kind::set_register:
      return set_register(node, path, values);
    case Node::Kind::wait:
      return wait(node, path, values);
    case Node::Kind::issue:
    case Node::Kind::read:
      return instance(node, path, values);
    case Node::Kind::barrier:
      return barrier(node, path, values);
    case Node::Kind::assign: {
      const Assignment& assignment = code_.program->assignments[node.assignment];
      values[code_.counter(assignment.counter).value] = value(assignment.value, values);
      return;
    }
    case Node::Kind::snapshot:
      return snapshot(node, path, values);
    case Node::Kind::enter_for:
    case Node::Kind::head_for:
    case Node::Kind::next_trip:
    case Node::Kind::branch_if:
    case Node::Kind::leave_arm:
    case Node::Kind::join:
    case Node::Kind::enter_while:
    case Node::Kind::head_while:
    case Node::Kind::test_while:
    case Node::Kind::next_while:
    case Node::Kind::end:
      return;  // walk() knows where they lead
  }
}

std::optional<bool> Unroller::decide(const Path& path, const Truth& condition) {
  if (condition.known) return condition.known;
  if (implies(path, {{condition}, {}})) return true;
  const Truth opposite = symbolic_.negate(condition);
  if (implies(path, {{opposite}, {}})) return false;
  const auto is_impossible = [&](const Truth& truth) {
    return solver_.ask("does control come here", std::array{path.truth.term, truth.term}) ==
           Answer::unsatisfiable;
  };
  if (is_impossible(condition)) return false;
  if (is_impossible(opposite)) return true;
  return std::nullopt;
}

void Unroller::require(const Path& path, const Truth& truth) {
  const Truth needed = symbolic_.if_then(path.truth, truth);
  if (needed.known != true) solver_.require(needed.term);
}

void Unroller::merge(const Truth& condition, const Values& then_values, Values& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = symbolic_.choose(condition, then_values[i], values[i]);
}

std::size_t Unroller::for_loop(std::size_t enter, const Path& path, Values& values) {
  const ControlId id = code_.nodes[enter].control;
  const auto& loop = std::get<For>(code_.program->controls[id].form);
  const Affine lower = bound(loop.lower, id, path, values);
  const Affine upper = bound(loop.upper, id, path, values);
  const Affine by = value(loop.step, values);
  require(path, symbolic_.at_least(by, 1));
  loaded_.erase(id);
  values[code_.variable(id).value] = lower;
  values[code_.step(id).value] = by;
  trip(enter + 1, 0, upper, path, values);
  return code_.nodes[enter + 1].target;
}

void Unroller::trip(std::size_t head, std::int64_t done, const Affine& upper, const Path& path,
                    Values& values) {
  const Node& node = code_.nodes[head];
  const std::size_t variable = code_.variable(node.control).value;
  const Truth more = symbolic_.at_least(upper, symbolic_.add(values[variable], 1));
  if (done >= limits_.trips && !more.known) return require(path, symbolic_.negate(more));
  const std::optional<bool> decided = decide(path, more);
  if (decided == false || !result_.reason.empty()) return;
  result_.most_trips = std::max(result_.most_trips, done + 1);
  const Path inside = decided ? path : symbolic_.extended(path, more);
  Values then_values = values;
  walk(head + 1, node.target - 1, inside, then_values);
  then_values[variable] =
      symbolic_.add(then_values[variable], then_values[code_.step(node.control).value]);
  trip(head, done + 1, upper, inside, then_values);
  if (decided)
    values = std::move(then_values);
  else
    merge(more, then_values, values);
}

Truth Unroller::condition(const Node& node, const Path& path, Values& values) {
  const auto& branch = std::get<If>(code_.program->controls[node.control].form);
  if (const auto* param = std::get_if<ParamId>(&branch.condition))
    return symbolic_.negate(symbolic_.equal(values[code_.param(*param).value], 0));
  const auto* compare = std::get_if<Compare>(&branch.condition);
  if (compare == nullptr)
    return symbolic_.negate(symbolic_.equal(load(node.control, path, values), 0));
  const Affine left = value(compare->left, values);
  const Affine right = value(compare->right, values);
  switch (compare->comparison) {
    case Comparison::equal:
      return symbolic_.equal(left, right);
    case Comparison::not_equal:
      return symbolic_.negate(symbolic_.equal(left, right));
    case Comparison::less:
      return symbolic_.at_least(right, symbolic_.add(left, 1));
    case Comparison::less_equal:
      return symbolic_.at_least(right, left);
    case Comparison::greater:
      return symbolic_.at_least(left, symbolic_.add(right, 1));
    case Comparison::greater_equal:
      return symbolic_.at_least(left, right);
  }
  __builtin_unreachable();
}

std::size_t Unroller::branch(std::size_t test, const Path& path, Values& values) {
  const Node& node = code_.nodes[test];
  const Truth holds = condition(node, path, values);
  loaded_.erase(node.control);
  const std::size_t leave = node.target - 1;
  const std::size_t join = code_.nodes[leave].target;
  const std::optional<bool> decided = decide(path, holds);
  if (decided) {
    *decided ? walk(test + 1, leave, path, values) : walk(node.target, join, path, values);
    return join + 1;
  }
  Values then_values = values;
  walk(test + 1, leave, symbolic_.extended(path, holds), then_values);
  walk(node.target, join, symbolic_.extended(path, symbolic_.negate(holds)), values);
  merge(holds, then_values, values);
  return join + 1;
}

std::size_t Unroller::while_loop(std::size_t enter, const Path& path, Values& values) {
  std::size_t test = enter + 1;
  while (code_.nodes[test].kind != Node::Kind::test_while) ++test;
  iteration(enter + 1, test, 0, path, values);
  return code_.nodes[test].target;
}

void Unroller::iteration(std::size_t head, std::size_t test, std::int64_t done, const Path& path,
                         Values& values) {
  const ControlId id = code_.nodes[head].control;
  walk(head + 1, test, path, values);
  const Truth more = symbolic_.negate(symbolic_.equal(load(id, path, values), 0));
  loaded_.erase(id);
  if (!result_.reason.empty() || more.known == false) return;
  if (done >= limits_.trips && !more.known) return require(path, symbolic_.negate(more));
  result_.most_trips = std::max(result_.most_trips, done + 1);
  const Path inside = symbolic_.extended(path, more);
  Values then_values = values;
  walk(test + 1, code_.nodes[test].target - 1, inside, then_values);
  iteration(head, test, done + 1, inside, then_values);
  merge(more, then_values, values);
}

// The value that the control statement at hand reads, made where it is first asked for: at the
// first engine's read.
Affine Unroller::load(ControlId control, const Path& path, Values& values) {
  const auto [known, is_new] = loaded_.try_emplace(control);
  if (!is_new) return known->second;
  const BufferId buffer = load_of(code_.program->controls[control])->buffer;
  const Affine read = known->second = loaded_value(buffer);
  const Control& form = code_.program->controls[control];
  result_.loads.push_back({buffer, path, read});
  if (const auto* loop = std::get_if<For>(&form.form)) {
    const Affine range = symbolic_.subtract(bound(loop->upper, control, path, values),
                                            bound(loop->lower, control, path, values));
    values[code_.range(control).value] = range;
    values[code_.trips(control).value] = trips(range, value(loop->step, values), path);
  }
  return read;
}

Affine Unroller::bound(const Bound& bound, ControlId control, const Path& path, Values& values) {
  const auto* affine = std::get_if<Affine>(&bound);
  return affine ? value(*affine, values) : load(control, path, values);
}

}  // namespace tidemark
