#include "checker/standing_event.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/domain.h"

namespace tidemark {
namespace {

std::string at_line(SourceLine line) {
  return line.number == 0 ? "" : fmt::format(" (line {})", line.number);
}

class Describer {
 public:
  Describer(const Program& program, const Streams& streams)
      : program_(program), streams_(streams), semaphores_(flatten_semaphores(streams)) {}

  StandingEvent describe(const StreamEvent& event) const {
    return {statement(event) + at_line(event.line), semaphore(event)};
  }

 private:
  std::string name(SemaphoreIndex s) const { return name_of(semaphores_[s], streams_); }

  std::string statement(const StreamEvent& event) const {
    switch (event.kind) {
      case StreamEvent::Kind::issue:
        return "issue " + program_.instructions[event.instruction].name;
      case StreamEvent::Kind::read:
        return "read " + program_.controls[event.control].name;
      case StreamEvent::Kind::wait:
        return fmt::format("wait {} >= {}", name(event.semaphore), event.value);
      case StreamEvent::Kind::wait_equal:
        return fmt::format("wait {} == {}", name(event.semaphore), event.value);
      case StreamEvent::Kind::take:
        return fmt::format("take {} {}", name(event.semaphore), event.value);
      case StreamEvent::Kind::signal:
        return "signal " + name(event.semaphore);
      case StreamEvent::Kind::reset:
        return "reset " + name(event.semaphore);
      case StreamEvent::Kind::barrier:
        return barrier(event);
    }
    __builtin_unreachable();
  }

  std::string barrier(const StreamEvent& event) const {
    std::string names;
    for (const EngineId engine : event.engines)
      names += (names.empty() ? "" : ", ") + program_.engines[engine].name;
    return "barrier {" + names + "}";
  }

  static std::optional<SemaphoreIndex> semaphore(const StreamEvent& event) {
    switch (event.kind) {
      case StreamEvent::Kind::wait:
      case StreamEvent::Kind::wait_equal:
      case StreamEvent::Kind::take:
        return event.semaphore;
      case StreamEvent::Kind::issue:
      case StreamEvent::Kind::read:
      case StreamEvent::Kind::signal:
      case StreamEvent::Kind::reset:
      case StreamEvent::Kind::barrier:
        return std::nullopt;
    }
    __builtin_unreachable();
  }

  const Program& program_;
  const Streams& streams_;
  std::vector<FlatSemaphore> semaphores_;
};

// Does something lower the semaphore?
bool is_lowered(const Lines& lines, SemaphoreIndex s) {
  for (const LineBarrier& barrier : lines.barriers)
    if (std::ranges::find(barrier.resets, s) != barrier.resets.end()) return true;
  for (const Line& line : lines.of)
    for (const LineEvent& event : line.events)
      if (event.index == s &&
          (event.kind == StreamEvent::Kind::take || event.kind == StreamEvent::Kind::reset))
        return true;
  return false;
}

}  // namespace

StandingEvent standing_event(const Program& program, const Streams& streams, const Stream& stream,
                             const Inputs& inputs, std::uint64_t index) {
  StreamWalk walk(program, streams, stream, inputs);
  const StreamEvent* event = walk.next();
  for (std::uint64_t i = 0; i < index && event != nullptr; ++i) event = walk.next();
  if (event == nullptr) return {};
  return Describer(program, streams).describe(*event);
}

std::optional<StandingEvent> last_wait(const Program& program, const Streams& streams,
                                       const Stream& stream, const Inputs& inputs,
                                       std::uint64_t ordinal, SemaphoreIndex semaphore) {
  const Describer describer(program, streams);
  StreamWalk walk(program, streams, stream, inputs);
  std::optional<StandingEvent> last;
  std::uint64_t issued = 0;
  while (const StreamEvent* event = walk.next()) {
    switch (event->kind) {
      case StreamEvent::Kind::issue:
      case StreamEvent::Kind::read:
        if (++issued == ordinal) return last;
        break;
      case StreamEvent::Kind::wait:
      case StreamEvent::Kind::wait_equal:
      case StreamEvent::Kind::take:
        if (event->semaphore == semaphore) last = describer.describe(*event);
        break;
      case StreamEvent::Kind::signal:
      case StreamEvent::Kind::reset:
      case StreamEvent::Kind::barrier:
        break;
    }
  }
  return last;
}

std::vector<ReachedValue> thresholds_of(const Lines& lines, EngineId engine,
                                        std::uint64_t ordinal) {
  const std::vector<LineInstance>& instances = lines.of[engine].instances;
  std::vector<ReachedValue> thresholds;
  for (const Raise& shown : lines.raises_of(instances[ordinal - 1])) {
    if (is_lowered(lines, shown.semaphore)) {
      thresholds.push_back({shown.semaphore, {}});
      continue;
    }
    std::int64_t total = 0;
    for (std::uint64_t i = 0; i < ordinal; ++i)
      for (const Raise& raise : lines.raises_of(instances[i]))
        if (raise.semaphore == shown.semaphore) total += raise.amount;
    thresholds.push_back({shown.semaphore, total});
  }
  return thresholds;
}

}  // namespace tidemark
