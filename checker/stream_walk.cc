#include "checker/stream_walk.h"

#include <fmt/format.h>

#include <utility>

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
  State(const Program& the_program, const Streams& the_streams, const Stream& the_stream,
        const Inputs& inputs, const RunLimits& limits)
      : program(the_program),
        streams(the_streams),
        stream(the_stream),
        instance_limit(limits.instances),
        code(compile_stream(program, streams, stream)),
        walk(code.control, inputs, limits.steps) {}

  const StreamEvent* next() {
    while (true) {
      const std::uint32_t visited = walk.next();
      if (visited == ControlWalk::kEnd) return nullptr;
      StreamOperation& operation = code.operations[visited];
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

  std::optional<std::int64_t> value(const StreamOperation& operation,
                                    const FlatExpression& expression) {
    const std::optional<std::int64_t> value = expression.value(walk.values(), evaluation);
    if (!value) fail(operation, evaluation.error);
    return value;
  }

  // An index below count; nullopt after an error.
  std::optional<std::uint32_t> index(const StreamOperation& operation,
                                     const FlatExpression& expression, std::uint32_t count) {
    const std::optional<std::int64_t> index = value(operation, expression);
    if (!index || (*index >= 0 && *index < count)) return index;
    fail(operation, fmt::format("index {} is outside [{}]", *index, count));
    return std::nullopt;
  }

  bool assign(const StreamOperation& operation) {
    ++register_operations;
    const std::optional<std::int64_t> assigned = value(operation, operation.value);
    const std::optional<std::uint32_t> element =
        operation.kind == StreamOperation::Kind::assign
            ? 0
            : index(operation, operation.index, operation.target.count);
    if (!assigned || !element) return false;
    walk.values()[operation.target.first + *element] = *assigned;
    return true;
  }

  // Chooses the event's semaphores; false if it is passed over, or after an error.
  bool stands(StreamOperation& operation) {
    if (operation.unless) {
      const std::optional<std::int64_t> unless = value(operation, *operation.unless);
      if (!unless || *unless != 0) return false;
    }
    for (const ChosenSemaphore& choice : operation.chosen) {
      const auto element = index(operation, choice.index, choice.count);
      if (!element) return false;
      chosen(operation, choice) = choice.first + *element;
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
    const std::optional<std::int64_t> found = value(operation, operation.value);
    if (!found) return false;
    operation.event.value = *found;
    if (operation.event.kind != StreamEvent::Kind::take || *found >= 0) return true;
    fail(operation, fmt::format("it takes {}", *found));
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
  StreamCode code;
  ControlWalk walk;
  Evaluation evaluation;
  std::uint64_t instances = 0;
  std::uint64_t register_operations = 0;
};

StreamWalk::StreamWalk(const Program& program, const Streams& streams, const Stream& stream,
                       const Inputs& inputs, const RunLimits& limits)
    : state_(std::make_unique<State>(program, streams, stream, inputs, limits)) {}

StreamWalk::~StreamWalk() = default;
StreamWalk::StreamWalk(StreamWalk&&) noexcept = default;
StreamWalk& StreamWalk::operator=(StreamWalk&&) noexcept = default;

const StreamEvent* StreamWalk::next() { return state_->next(); }
const std::optional<RunError>& StreamWalk::error() const { return state_->walk.error(); }
std::uint64_t StreamWalk::register_operations() const { return state_->register_operations; }

}  // namespace tidemark
