// Machine::why_not: a step that the streams cannot take, explained.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "checker/machine.h"

namespace tidemark {
namespace {

std::string semaphore_name(const FlatSemaphore& flat, const Streams& streams) {
  const Semaphore& semaphore = streams.semaphores[flat.declared];
  return semaphore.count ? fmt::format("{}[{}]", semaphore.name, flat.index) : semaphore.name;
}

std::string event_text(const LineEvent& event, const Machine& machine, const Streams& streams) {
  const auto semaphore = [&] {
    return semaphore_name(machine.lines().semaphores[event.index], streams);
  };
  switch (event.kind) {
    case StreamEvent::Kind::issue:
      return "an issue";
    case StreamEvent::Kind::read:
      return "a read";
    case StreamEvent::Kind::wait:
      return fmt::format("wait {} >= {}", semaphore(), event.value);
    case StreamEvent::Kind::wait_equal:
      return fmt::format("wait {} == {}", semaphore(), event.value);
    case StreamEvent::Kind::take:
      return fmt::format("take {} {}", semaphore(), event.value);
    case StreamEvent::Kind::signal:
      return fmt::format("signal {}", semaphore());
    case StreamEvent::Kind::reset:
      return fmt::format("reset {}", semaphore());
    case StreamEvent::Kind::barrier: {
      std::vector<std::string> names;
      for (const EngineId engine : machine.lines().barriers[event.index].engines)
        names.push_back(machine.program().engines[engine].name);
      return fmt::format("barrier {{{}}}", fmt::join(names, ", "));
    }
  }
  std::unreachable();
}

bool tests_semaphore(const LineEvent& event) {
  return event.kind == StreamEvent::Kind::wait || event.kind == StreamEvent::Kind::wait_equal ||
         event.kind == StreamEvent::Kind::take;
}

}  // namespace

std::string Machine::why_not(const MachineState& state, const Step& step,
                             const Streams& streams) const {
  const std::string& name = program_.engines[step.engine].name;
  if (step.kind == Step::Kind::complete)
    return step.part < parts(step.engine)
               ? fmt::format("nothing of {} is in flight", name)
               : fmt::format("{} completes in {} parts", name, parts(step.engine));
  if (waits_for_read(state, step.engine)) return fmt::format("a read of {} is in flight", name);
  const LineEvent* at = event(state, step.engine);
  if (at == nullptr) return fmt::format("the stream of {} is at its end", name);
  const bool is_issue = at->kind == StreamEvent::Kind::issue || at->kind == StreamEvent::Kind::read;
  if (is_issue && step.kind == Step::Kind::issue)
    return fmt::format("all places of {} in flight are taken ({})", name,
                       program_.engines[step.engine].inflight);
  std::string why = fmt::format("{} stands at {}", name, event_text(*at, *this, streams));
  if (tests_semaphore(*at))
    why += fmt::format(", and {} is {}", semaphore_name(lines_.semaphores[at->index], streams),
                       state.semaphores[at->index]);
  return why;
}

}  // namespace tidemark
