#include "checker/stream_operations.h"

#include <algorithm>

#include "checker/register_work.h"
#include "core/check.h"

namespace tidemark {
namespace {

// Calls `look` with each expression of the statement, not of statements inside it.
template <class Look>
struct EachExpression {
  Look look;

  void operator()(const Issue& issue) const { in(issue.signals); }
  void operator()(const Read& read) const { in(read.signals); }
  void operator()(const Wait& wait) const {
    in(wait.semaphore);
    look(wait.threshold);
  }
  void operator()(const Take& take) const {
    in(take.semaphore);
    look(take.amount);
  }
  void operator()(const SetRegister& set) const {
    in(set.index);
    look(set.value);
  }
  void operator()(const Barrier& barrier) const {
    for (const SemaphoreRef& reset : barrier.resets) in(reset);
    in(barrier.unless);
  }
  void operator()(const Reset& reset) const { in(reset.semaphore); }
  void operator()(const SignalNow& signal) const { in(signal.signal.target); }
  void operator()(const StreamFor&) const {}
  void operator()(const StreamIf&) const {}
  void operator()(const StreamWhile&) const {}

 private:
  void in(const SemaphoreRef& semaphore) const { in(semaphore.index); }
  void in(const Rare<Expression>& expression) const {
    if (expression) look(*expression);
  }
  void in(const Signals& signals) const {
    for (const SignalOn& signal : signals) in(signal.target);
  }
};

}  // namespace

StreamOperations::StreamOperations(const Streams& streams, const Stream& stream,
                                   ValueLayout& layout)
    : streams_(streams), layout_(layout) {
  first_.reserve(streams.semaphores.size());
  registers_.reserve(stream.registers.size());
  SemaphoreIndex next = 0;
  for (const Semaphore& semaphore : streams.semaphores) {
    first_.push(next);
    next += static_cast<SemaphoreIndex>(semaphore.count.value_or(1));
  }
  for (const Register& declared : stream.registers) {
    const auto count = static_cast<std::uint32_t>(declared.count.value_or(1));
    registers_.push({layout.add(count), count});
  }
  const std::size_t loops = layout.control_count();
  const ValueSlot trips = layout.add(loops);
  trips_.reserve(loops);
  for (std::size_t i = 0; i < loops; ++i) trips_.push(static_cast<ValueSlot>(trips + i));
}

std::vector<ControlId> StreamOperations::loops_asked_in(
    std::span<const StreamStatement> statements) const {
  std::vector<ControlId> loops;
  const auto look = [&](const Expression& expression) {
    for (const ExpressionNode& node : expression.nodes())
      if (node.kind == ExpressionNode::Kind::trips) loops.push_back(ControlId(node.index));
  };
  for (const StreamStatement& statement : statements)
    std::visit(EachExpression{look}, statement.form);
  std::ranges::sort(loops);
  const auto repeated = std::ranges::unique(loops);
  loops.erase(repeated.begin(), repeated.end());
  return loops;
}

// Fills one operation in, by the form of its statement.
class StreamOperations::Maker {
 public:
  Maker(const StreamOperations& in, StreamOperation& operation)
      : in_(in), operation_(operation), event_(operation.event) {}

  void operator()(const Issue& issue) {
    event_.kind = StreamEvent::Kind::issue;
    event_.instruction = issue.instruction;
    raise(issue.signals);
  }

  void operator()(const Read& read) {
    event_.kind = StreamEvent::Kind::read;
    event_.control = read.control;
    raise(read.signals);
  }

  void operator()(const Wait& wait) {
    event_.kind =
        wait.kind == WaitKind::equal ? StreamEvent::Kind::wait_equal : StreamEvent::Kind::wait;
    event_.semaphore = choose(wait.semaphore, ChosenSemaphore::Part::event, 0);
    operation_.value = flatten(wait.threshold);
    event_.has_offset = has_offset(wait.threshold);
    operation_.register_work += threshold_work(wait.threshold);
  }

  void operator()(const Take& take) {
    event_.kind = StreamEvent::Kind::take;
    event_.semaphore = choose(take.semaphore, ChosenSemaphore::Part::event, 0);
    operation_.value = flatten(take.amount);
    operation_.register_work += threshold_work(take.amount);
  }

  void operator()(const SetRegister& set) {
    operation_.kind =
        set.index ? StreamOperation::Kind::assign_element : StreamOperation::Kind::assign;
    operation_.target = in_.registers_[set.target];
    operation_.value = flatten(set.value);
    operation_.register_work += std::max(1u, work_of(set.value));
    if (!set.index) return;
    operation_.index = flatten(*set.index);
    operation_.register_work += 1 + work_of(*set.index);
  }

  void operator()(const Barrier& barrier) {
    event_.kind = StreamEvent::Kind::barrier;
    event_.engines = barrier.engines;
    for (const SemaphoreRef& reset : barrier.resets)
      operation_.resets.push_back(
          choose(reset, ChosenSemaphore::Part::reset, operation_.resets.size()));
    event_.resets = operation_.resets;
    if (!barrier.unless) return;
    operation_.unless = flatten(*barrier.unless);
    operation_.register_work += work_of(*barrier.unless);
    operation_.kind = StreamOperation::Kind::chosen_event;
  }

  void operator()(const Reset& reset) {
    event_.kind = StreamEvent::Kind::reset;
    event_.semaphore = choose(reset.semaphore, ChosenSemaphore::Part::event, 0);
  }

  void operator()(const SignalNow& signal) {
    event_.kind = StreamEvent::Kind::signal;
    event_.semaphore = choose(signal.signal.target, ChosenSemaphore::Part::event, 0);
    event_.value = signal.signal.amount;
  }

  void operator()(const StreamFor&) { CHECK(false); }
  void operator()(const StreamIf&) { CHECK(false); }
  void operator()(const StreamWhile&) { CHECK(false); }

 private:
  FlatExpression flatten(const Expression& expression) const {
    return {expression, {in_.layout_, in_.registers_, in_.trips_}};
  }

  void raise(const Signals& signals) {
    for (const SignalOn& signal : signals)
      operation_.raises.push_back(
          {choose(signal.target, ChosenSemaphore::Part::raise, operation_.raises.size()),
           signal.amount});
    event_.raises = operation_.raises;
  }

  SemaphoreIndex choose(const SemaphoreRef& semaphore, ChosenSemaphore::Part part, std::size_t at) {
    const SemaphoreIndex first = in_.first_[semaphore.semaphore];
    if (!semaphore.index) return first;
    const std::int64_t count = in_.streams_.semaphores[semaphore.semaphore].count.value_or(1);
    operation_.kind = StreamOperation::Kind::chosen_event;
    operation_.register_work += 1 + work_of(*semaphore.index);
    operation_.chosen.push_back(
        {part, at, first, static_cast<std::uint32_t>(count), flatten(*semaphore.index)});
    return first;
  }

  const StreamOperations& in_;
  StreamOperation& operation_;
  StreamEvent& event_;
};

StreamOperation StreamOperations::make(const StreamStatement& statement) const {
  StreamOperation operation;
  operation.statement = &statement;
  operation.event.line = statement.line;
  operation.event.statement = &statement;
  std::visit(Maker(*this, operation), statement.form);
  return operation;
}

}  // namespace tidemark
