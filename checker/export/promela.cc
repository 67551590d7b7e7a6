#include "checker/export/promela.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace tidemark {
namespace {

using EventKind = StreamEvent::Kind;

class PromelaWriter {
 public:
  PromelaWriter(const Program& program, const Lines& lines) : program_(program), lines_(lines) {}

  std::string write() {
    declare();
    for (const EngineId engine : program_.engines.ids()) {
      if (lines_.of[engine].events.empty()) continue;
      write_stream(engine);
      write_completions(engine);
    }
    for (std::size_t i = 0; i < lines_.barriers.size(); ++i) write_barrier(i);
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  void declare() {
    line("/* program {}, as run: engines by number, in order of declaration */", program_.name);
    for (std::size_t i = 0; i < lines_.semaphores.size(); ++i) line("int s{} = 0;", i);
    for (const EngineId engine : program_.engines.ids())
      line("short issued{0} = 0, done{0} = 0; byte at{0} = 0; /* {1} */", engine.value,
           program_.engines[engine].name);
  }

  void write_stream(EngineId engine) {
    const Line& stream = lines_.of[engine];
    std::size_t issued = 0;
    line("active proctype stream{}() {{", engine.value);
    for (const LineEvent& event : stream.events) {
      const bool is_instance = event.kind == EventKind::issue || event.kind == EventKind::read;
      if (is_instance)
        write_issue(engine, stream.instances[issued++]);
      else
        write_event(engine, event);
    }
    line("}}");
  }

  void write_issue(EngineId engine, const LineInstance& instance) {
    std::string needs = "true";
    for (const Needed& needed : lines_.needs_of(instance))
      needs += fmt::format(" && done{} >= {}", needed.engine.value, needed.ordinal);
    line("  atomic {{ (issued{0} - done{0} < {1}) -> assert({2}); issued{0}++ }};", engine.value,
         program_.engines[engine].inflight, needs);
    if (instance.is_read) line("  (done{0} == issued{0});", engine.value);
  }

  void write_event(EngineId engine, const LineEvent& event) {
    switch (event.kind) {
      case EventKind::issue:
      case EventKind::read:
        return;
      case EventKind::wait:
        return line("  (s{} >= {});", event.index, event.value);
      case EventKind::wait_equal:
        return line("  (s{} == {});", event.index, event.value);
      case EventKind::take:
        return line("  atomic {{ (s{0} >= {1}) -> s{0} = s{0} - {1} }};", event.index, event.value);
      case EventKind::signal:
        return line("  {};", raised({event.index, event.value}));
      case EventKind::reset:
        return line("  s{} = 0;", event.index);
      case EventKind::barrier:
        line("  at{} = {};", engine.value, event.index + 1);
        return line("  (at{} == 0);", engine.value);
    }
    std::unreachable();
  }

  std::string raised(const Raise& raise) const {
    const std::optional<int> width = lines_.semaphores[raise.semaphore].width;
    const std::string sum = fmt::format("s{} + {}", raise.semaphore, raise.amount);
    return width && *width < 31
               ? fmt::format("s{} = ({}) & {}", raise.semaphore, sum, (1 << *width) - 1)
               : fmt::format("s{} = {}", raise.semaphore, sum);
  }

  void write_completions(EngineId engine) {
    line("active proctype completions{}() {{", engine.value);
    std::size_t done = 0;
    for (const LineInstance& instance : lines_.of[engine].instances) {
      std::string raises;
      for (const Raise& raise : lines_.raises_of(instance)) raises += raised(raise) + "; ";
      line("  atomic {{ (issued{0} > {1}) -> {2}done{0}++ }};", engine.value, done++, raises);
    }
    line("  skip\n}}");
  }

  // Engines may stand at barriers of one set that name different semaphores.
  void write_barrier(std::size_t index) {
    const LineBarrier& barrier = lines_.barriers[index];
    const std::uint32_t first = barrier.engines.front().value;
    line("active proctype barrier{}() {{\nend: do", index);
    std::string open = fmt::format("at{} == {}", first, index + 1);
    std::string go;
    for (const EngineId engine : barrier.engines) {
      open += fmt::format(" && issued{0} == done{0} && ({1})", engine.value,
                          at_such_a_barrier(engine, barrier));
      go += resets_of(engine, barrier);
    }
    for (const EngineId engine : barrier.engines) go += fmt::format("at{} = 0; ", engine.value);
    line("  :: atomic {{ ({}) -> {}skip }}\n  od\n}}", open, go);
  }

  std::string at_such_a_barrier(EngineId engine, const LineBarrier& barrier) const {
    std::string any = "false";
    for (std::size_t i = 0; i < lines_.barriers.size(); ++i)
      if (lines_.barriers[i].engines == barrier.engines)
        any += fmt::format(" || at{} == {}", engine.value, i + 1);
    return any;
  }

  std::string resets_of(EngineId engine, const LineBarrier& barrier) const {
    std::string all;
    for (std::size_t i = 0; i < lines_.barriers.size(); ++i) {
      const LineBarrier& other = lines_.barriers[i];
      if (other.engines != barrier.engines || other.resets.empty()) continue;
      std::string resets;
      for (const SemaphoreIndex semaphore : other.resets)
        resets += fmt::format("s{} = 0; ", semaphore);
      all += fmt::format("if :: at{} == {} -> {}skip :: else fi; ", engine.value, i + 1, resets);
    }
    return all;
  }

  const Program& program_;
  const Lines& lines_;
  std::string text_;
};

}  // namespace

std::expected<std::string, std::string> to_promela(const Program& program, const Lines& lines) {
  constexpr std::int64_t kMost = (std::int64_t{1} << 31) - 1;
  for (const Engine& engine : program.engines)
    if (engine.stripes > 1)
      return std::unexpected(fmt::format("engine {} has stripes", engine.name));
  std::vector<std::int64_t> totals(lines.semaphores.size());
  const auto add = [&](const Raise& raise) { return (totals[raise.semaphore] += raise.amount); };
  for (const Line& line : lines.of) {
    for (const LineEvent& event : line.events)
      if (event.kind == EventKind::signal && add({event.index, event.value}) > kMost)
        return std::unexpected("a semaphore is raised past 31 bits");
    if (line.instances.size() > 32'000 || lines.barriers.size() > 250)
      return std::unexpected("the run is too long for a Promela model");
  }
  for (const Raise& raise : lines.raises)
    if (add(raise) > kMost) return std::unexpected("a semaphore is raised past 31 bits");
  return PromelaWriter(program, lines).write();
}

}  // namespace tidemark
