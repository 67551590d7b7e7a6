#include "checker/stream_walk.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "checker/compiled.h"
#include "checker/stream_code.h"
#include "core/run/control_walk.h"
#include "core/text/print.h"

namespace tidemark {

std::vector<FlatSemaphore> flatten_semaphores(const Streams& streams) {
  std::vector<FlatSemaphore> flat;
  for (const SemaphoreId id : streams.semaphores.ids()) {
    const Semaphore& semaphore = streams.semaphores[id];
    for (std::int64_t i = 0; i < semaphore.count.value_or(1); ++i)
      flat.push_back({id, i, semaphore.width});
  }
  return flat;
}

struct StreamWalk::State {
  // `reused` may be null.
  State(const Program& the_program, const Streams& the_streams, const Stream& the_stream,
        StreamCode* reused, const Inputs& inputs, const RunLimits& limits)
      : program(the_program),
        streams(the_streams),
        stream(the_stream),
        instance_limit(limits.instances),
        own_code(reused ? std::nullopt : std::optional(compile_stream(program, streams, stream))),
        code(reused ? *reused : *own_code),
        walk(code.control, inputs, limits.steps) {}

  const StreamEvent* next() {
    while (true) {
      const std::uint32_t visited = walk.next();
      if (visited == ControlWalk::kEnd) return nullptr;
      StreamOperation& operation = code.operations[visited];
      register_work += operation.register_work;
      switch (operation.kind) {
        case StreamOperation::Kind::assign:
        case StreamOperation::Kind::assign_element:
          if (!assign(operation)) return nullptr;
          break;
        case StreamOperation::Kind::event:
          return finish(operation);
        case StreamOperation::Kind::chosen_event:
          if (stands(operation)) return finish(operation);
          if (walk.error()) return nullptr;
          break;
      }
    }
  }

  // These find a value, or say false after an error.
  bool evaluate(const StreamOperation& operation, const FlatExpression& expression,
                std::int64_t& value) {
    if (expression.evaluate(walk.values(), evaluation, value)) return true;
    fail(operation, evaluation.error);
    return false;
  }

  bool evaluate_index(const StreamOperation& operation, const FlatExpression& expression,
                      std::uint32_t count, std::uint32_t& index) {
    std::int64_t value = 0;
    if (!evaluate(operation, expression, value)) return false;
    if (value < 0 || value >= count) {
      fail(operation, fmt::format("index {} is outside [{}]", value, count));
      return false;
    }
    index = static_cast<std::uint32_t>(value);
    return true;
  }

  bool assign(const StreamOperation& operation) {
    ++register_operations;
    std::int64_t assigned = 0;
    std::uint32_t element = 0;
    if (!evaluate(operation, operation.value, assigned)) return false;
    if (operation.kind == StreamOperation::Kind::assign_element &&
        !evaluate_index(operation, operation.index, operation.target.count, element))
      return false;
    walk.values()[operation.target.first + element] = assigned;
    return true;
  }

  // Chooses the event's semaphores; false if it is passed over, or after an error.
  bool stands(StreamOperation& operation) {
    std::int64_t unless = 0;
    if (operation.unless && !evaluate(operation, *operation.unless, unless)) return false;
    if (unless != 0) return false;
    for (const ChosenSemaphore& choice : operation.chosen) {
      std::uint32_t element = 0;
      if (!evaluate_index(operation, choice.index, choice.count, element)) return false;
      chosen(operation, choice) = choice.first + element;
    }
    return true;
  }

  static SemaphoreIndex& chosen(StreamOperation& operation, const ChosenSemaphore& choice) {
    switch (choice.part) {
      case ChosenSemaphore::Part::event:
        return operation.event.semaphore;
      case ChosenSemaphore::Part::raise:
        return operation.raises[choice.at].semaphore;
      case ChosenSemaphore::Part::reset:
        return operation.resets[choice.at];
    }
    std::unreachable();
  }

  const StreamEvent* finish(StreamOperation& operation) {
    StreamEvent& event = operation.event;
    switch (event.kind) {
      case StreamEvent::Kind::issue:
      case StreamEvent::Kind::read:
        return count_instance() ? &event : nullptr;
      case StreamEvent::Kind::wait:
      case StreamEvent::Kind::wait_equal:
      case StreamEvent::Kind::take:
        return find_value(operation) ? &event : nullptr;
      case StreamEvent::Kind::signal:
      case StreamEvent::Kind::reset:
      case StreamEvent::Kind::barrier:
        return &event;
    }
    std::unreachable();
  }

  bool count_instance() {
    if (instances++ < instance_limit) return true;
    walk.fail_at_limit(fmt::format("more than {} instances of {}", instance_limit,
                                   program.engines[stream.engine].name));
    return false;
  }

  bool find_value(StreamOperation& operation) {
    StreamEvent& event = operation.event;
    if (!evaluate(operation, operation.value, event.value)) return false;
    if (event.kind != StreamEvent::Kind::take || event.value >= 0) return true;
    fail(operation, fmt::format("it takes {}", event.value));
    return false;
  }

  void fail(const StreamOperation& operation, const std::string& what) {
    const std::uint32_t line = operation.event.line.number;
    walk.fail(RunError::Kind::malformed,
              fmt::format("stream {}{}: {}", program.engines[stream.engine].name,
                          line == 0 ? "" : fmt::format(", line {}", line),
                          print_statement(*operation.statement, stream, streams, program)),
              what);
  }

  const Program& program;
  const Streams& streams;
  const Stream& stream;
  std::uint64_t instance_limit;
  std::optional<StreamCode> own_code;
  StreamCode& code;
  ControlWalk walk;
  FlatEvaluation evaluation;
  std::uint64_t instances = 0;
  std::uint64_t register_operations = 0;
  std::uint64_t register_work = 0;
};

StreamWalk::StreamWalk(const Program& program, const Streams& streams, const Stream& stream,
                       const Inputs& inputs, const RunLimits& limits)
    : state_(std::make_unique<State>(program, streams, stream, nullptr, inputs, limits)) {}

StreamWalk::StreamWalk(Compiled& compiled, std::size_t index, const Inputs& inputs,
                       const RunLimits& limits)
    : state_(std::make_unique<State>(compiled.program, compiled.streams,
                                     compiled.streams.streams[index], &compiled.codes[index],
                                     inputs, limits)) {}

StreamWalk::~StreamWalk() = default;
StreamWalk::StreamWalk(StreamWalk&&) noexcept = default;
StreamWalk& StreamWalk::operator=(StreamWalk&&) noexcept = default;

const StreamEvent* StreamWalk::next() { return state_->next(); }
const std::optional<RunError>& StreamWalk::error() const { return state_->walk.error(); }
std::uint64_t StreamWalk::register_operations() const { return state_->register_operations; }
std::uint64_t StreamWalk::register_work() const { return state_->register_work; }
std::uint64_t StreamWalk::control_steps() const { return state_->walk.steps(); }

}  // namespace tidemark
