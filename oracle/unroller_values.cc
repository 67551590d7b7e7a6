// Values and events of the unrolled run.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/check.h"
#include "oracle/tracking.h"
#include "oracle/unroller.h"

namespace tidemark {

Affine Unroller::value(const Affine& form, const Values& values) {
  Affine sum(form.constant);
  for (const AffineTerm& part : form.terms)
    sum = symbolic_.add(
        sum, symbolic_.multiply(values[code_.symbol(part.symbol).value], part.coefficient));
  return sum;
}

Affine Unroller::value(const Residue& residue, const Values& values) {
  const Affine form = value(residue.form, values);
  return residue.modulus == 0 ? form : symbolic_.remainder(form, residue.modulus);
}

Affine Unroller::leaf(const Node& node, const ExpressionNode& part, const Values& values) {
  using Kind = ExpressionNode::Kind;
  if (part.kind == Kind::integer) return part.value;
  if (part.kind == Kind::reg) return values[code_.registers[node.engine][part.index]];
  if (part.kind == Kind::param) return values[code_.param(ParamId(part.index)).value];
  if (part.kind == Kind::variable) return values[code_.variable(ControlId(part.index)).value];
  const auto seen = std::ranges::find(node.trips, ControlId(part.index),
                                      &std::pair<ControlId, SnapshotId>::first);
  CHECK(part.kind == Kind::trips && seen != node.trips.end());
  return values[code_.seen_trips(seen->second).value];
}

Affine Unroller::value(const Node& node, const Expression& expression, const Path& path,
                       const Values& values) {
  std::vector<Affine> stack;
  const auto pop = [&] {
    Affine top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  for (const ExpressionNode& part : expression.nodes()) {
    using Kind = ExpressionNode::Kind;
    switch (part.kind) {
      case Kind::integer:
      case Kind::reg:
      case Kind::param:
      case Kind::variable:
      case Kind::trips:
        stack.push_back(leaf(node, part, values));
        break;
      case Kind::indexed_register: {
        const auto count =
            code_.stream_of[node.engine]->registers[RegisterId(part.index)].count.value_or(1);
        stack.push_back(
            element(node, code_.registers[node.engine][part.index], count, pop(), path, values));
        break;
      }
      case Kind::remainder:
        stack.push_back(symbolic_.remainder(pop(), part.value));
        break;
      case Kind::add:
      case Kind::subtract:
      case Kind::multiply: {
        const Affine b = pop();
        const Affine a = pop();
        stack.push_back(part.kind == Kind::add        ? symbolic_.add(a, b)
                        : part.kind == Kind::subtract ? symbolic_.subtract(a, b)
                                                      : product(a, b, path));
        break;
      }
    }
  }
  return stack.back();
}

Affine Unroller::product(const Affine& a, const Affine& b, const Path& path) {
  if (a.is_constant()) return symbolic_.multiply(b, a.constant);
  if (b.is_constant()) return symbolic_.multiply(a, b.constant);
  if (const auto product = product_by_cases(a, b, path)) return *product;
  if (const auto product = product_by_cases(b, a, path)) return *product;
  stop("a product of two open values is not followed");
  return 0;
}

// Where `small` is 0 to a few trips, whatever the inputs.
std::optional<Affine> Unroller::product_by_cases(const Affine& small, const Affine& b,
                                                 const Path& path) {
  const std::int64_t most = std::max<std::int64_t>(limits_.trips, 4);
  const Truth inside =
      symbolic_.both(symbolic_.at_least(small, 0), symbolic_.at_least(most, small));
  if (decide(path, inside) != true) return std::nullopt;
  Affine result = 0;
  for (std::int64_t v = 1; v <= most; ++v)
    result = symbolic_.choose(symbolic_.equal(small, v), symbolic_.multiply(b, v), result);
  return result;
}

void Unroller::check_index(const Node& node, const Affine& index, std::int64_t size,
                           const Path& path) {
  const Truth inside =
      symbolic_.both(symbolic_.at_least(index, 0), symbolic_.at_least(size - 1, index));
  const Truth outside = symbolic_.both(path.truth, symbolic_.negate(inside));
  if (outside.known != false) result_.missteps.push_back({&node, outside});
}

Affine Unroller::element(const Node& node, std::size_t first, std::int64_t size,
                         const Affine& index, const Path& path, const Values& values) {
  check_index(node, index, size, path);
  if (index.is_constant())
    return values[first +
                  static_cast<std::size_t>(std::clamp<std::int64_t>(index.constant, 0, size - 1))];
  Affine result = values[first];
  for (std::int64_t i = 1; i < size; ++i)
    result = symbolic_.choose(symbolic_.equal(index, i),
                              values[first + static_cast<std::size_t>(i)], result);
  return result;
}

// max(0, ceil(range / step)).
Affine Unroller::trips(const Affine& range, const Affine& step, const Path& path) {
  if (range.is_constant() && range.constant <= 0) return 0;
  if (range.is_constant() && step.is_constant() && step.constant > 0)
    return (range.constant - 1) / step.constant + 1;
  const Truth some = symbolic_.at_least(range, 1);
  const std::optional<bool> decided = decide(path, some);
  if (decided == false) return 0;
  if (step == Affine(1)) return decided ? range : symbolic_.choose(some, range, 0);
  const Affine count = symbolic_.input(fmt::format("trips.{}", ++names_));
  require(path, symbolic_.if_then(symbolic_.negate(some), symbolic_.equal(count, 0)));
  require(path, symbolic_.if_then(some, symbolic_.at_least(count, 1)));
  pin_trips(count, range, step);
  return count;
}

// Where there are some: count <= n just where range <= n * step. That is asked of n = count and
// of count - 1 where the step is a number. Of a step that is open it is asked of a few n: what
// has more trips may have any number of them up to the range.
void Unroller::pin_trips(const Affine& count, const Affine& range, const Affine& step) {
  const Truth some = symbolic_.at_least(range, 1);
  const auto require_if_some = [&](const Truth& condition, const Truth& truth) {
    const Truth pinned = symbolic_.if_then(symbolic_.both(some, condition), truth);
    if (pinned.known != true) solver_.require(pinned.term);
  };
  const Truth always = symbolic_.truth(true);
  if (step.is_constant()) {
    const Affine steps = symbolic_.multiply(count, step.constant);
    require_if_some(always, symbolic_.at_least(steps, range));
    const Affine before = symbolic_.subtract(steps, step);
    return require_if_some(always, symbolic_.at_least(range, symbolic_.add(before, 1)));
  }
  require_if_some(symbolic_.at_least(step, 1), symbolic_.at_least(range, count));
  for (std::int64_t n = 1; n <= limits_.trips + 1; ++n) {
    const Truth is_few = symbolic_.at_least(n, count);
    const Truth is_reached = symbolic_.at_least(symbolic_.multiply(step, n), range);
    require_if_some(is_few, is_reached);
    require_if_some(is_reached, is_few);
  }
}

void Unroller::snapshot(const Node& node, const Path& path, Values& values) {
  const auto& loop = std::get<For>(code_.program->controls[node.control].form);
  const auto* lower = std::get_if<Affine>(&loop.lower);
  const auto* upper = std::get_if<Affine>(&loop.upper);
  const bool is_loaded = lower == nullptr || upper == nullptr;
  values[code_.seen_trips(node.snapshot).value] =
      is_loaded ? values[code_.trips(node.control).value]
                : trips(symbolic_.subtract(value(*upper, values), value(*lower, values)),
                        value(loop.step, values), path);
}

UnrolledAccess Unroller::access(const Access& access, bool is_write, const Path& path,
                                const Values& values) {
  const Affine slot = access.slot ? value(*access.slot, values) : Affine(0);
  const std::int64_t slots = code_.program->buffers[access.buffer].slot_count();
  require(path, symbolic_.at_least(slot, 0));  // else an error: no verdict
  require(path, symbolic_.at_least(slots - 1, slot));
  return {access.buffer, slot, is_write};
}

UnrolledCount Unroller::count(const Node& node, const SemaphoreRef& semaphore, const Path& path,
                              const Values& values) {
  const SemaphoreId id = semaphore.semaphore;
  const Affine index = semaphore.index ? value(node, *semaphore.index, path, values) : Affine(0);
  return {id, index, values[epoch(id)],
          element(node, first_counted(id), size(id), index, path, values)};
}

void Unroller::raise(const UnrolledRaise& by, Values& values) {
  const SemaphoreId id = by.count.semaphore;
  for (std::int64_t i = 0; i < size(id); ++i) {
    Affine& counted = values[first_counted(id) + static_cast<std::size_t>(i)];
    counted = symbolic_.choose(symbolic_.equal(by.count.element, i),
                               symbolic_.add(counted, by.amount), counted);
  }
}

void Unroller::instance(const Node& node, const Path& path, Values& values) {
  UnrolledEvent event{.node = &node, .engine = node.engine, .path = path};
  Affine& issued = values[code_.ordinal(node.engine).value];
  event.ordinal = issued;
  const Signals* signals = nullptr;
  if (node.kind == Node::Kind::read) {
    load(node.control, path, values);
    event.accesses.push_back(
        access(*load_of(code_.program->controls[node.control]), false, path, values));
    signals = &std::get<Read>(node.statement->form).signals;
  } else {
    const auto& issue = std::get<Issue>(node.statement->form);
    const Instruction& instruction = code_.program->instructions[issue.instruction];
    for (const Access& read : instruction.reads)
      event.accesses.push_back(access(read, false, path, values));
    for (const Access& write : instruction.writes)
      event.accesses.push_back(access(write, true, path, values));
    signals = &issue.signals;
  }
  for (const SignalOn& signal : *signals)
    event.raises.push_back({count(node, signal.target, path, values), signal.amount});
  for (UnrolledRaise& by : event.raises) {
    by.count.before = element(node, first_counted(by.count.semaphore), size(by.count.semaphore),
                              by.count.element, path, values);
    raise(by, values);
  }
  issued = symbolic_.add(issued, 1);
  result_.events.push_back(std::move(event));
}

void Unroller::wait(const Node& node, const Path& path, Values& values) {
  const auto& statement = std::get<Wait>(node.statement->form);
  UnrolledEvent event{
      .kind = UnrolledEvent::Kind::wait, .node = &node, .engine = node.engine, .path = path};
  event.waited = count(node, statement.semaphore, path, values);
  event.threshold = value(node, statement.threshold, path, values);
  result_.events.push_back(std::move(event));
}

void Unroller::barrier(const Node& node, const Path& path, Values& values) {
  result_.events.push_back(
      {.kind = UnrolledEvent::Kind::barrier, .node = &node, .engine = node.engine, .path = path});
  for (const SemaphoreId reset : code_.barriers[node.barrier.value].resets) {
    for (std::int64_t i = 0; i < size(reset); ++i)
      values[first_counted(reset) + static_cast<std::size_t>(i)] = 0;
    values[epoch(reset)] = symbolic_.add(values[epoch(reset)], 1);
  }
}

void Unroller::set_register(const Node& node, const Path& path, Values& values) {
  const auto& statement = std::get<SetRegister>(node.statement->form);
  const std::size_t first = code_.registers[node.engine][statement.target.value];
  const Affine next = value(node, statement.value, path, values);
  if (!statement.index) {
    values[first] = next;
    return;
  }
  const auto count = code_.stream_of[node.engine]->registers[statement.target].count.value_or(1);
  const Affine index = value(node, *statement.index, path, values);
  check_index(node, index, count, path);
  for (std::int64_t i = 0; i < count; ++i) {
    Affine& old = values[first + static_cast<std::size_t>(i)];
    old = symbolic_.choose(symbolic_.equal(index, i), next, old);
  }
}

}  // namespace tidemark
