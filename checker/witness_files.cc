#include "checker/witness_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "checker/instance_notes.h"

namespace tidemark {
namespace {

struct Slice {  // of one instance
  EngineId engine;
  std::uint32_t ordinal = 0;
  std::size_t begin = 0;             // the step of its issue
  std::optional<std::size_t> end{};  // that of its completion
};

// In order of issue.
std::vector<Slice> slices_of(const Witness& witness, const Machine& machine) {
  std::vector<Slice> slices;
  MachineState state = machine.start();
  for (std::size_t i = 0; i < witness.schedule.size(); ++i) {
    const Step& step = witness.schedule[i];
    machine.take(state, step);
    if (step.kind == Step::Kind::issue)
      slices.push_back({step.engine, state.issued[step.engine], i});
    const std::uint32_t completed = machine.completed(state, step.engine);
    for (Slice& slice : slices)
      if (slice.engine == step.engine && slice.ordinal <= completed && !slice.end) slice.end = i;
  }
  return slices;
}

std::string label(const Machine& machine, EngineId engine, std::uint64_t ordinal) {
  const LineInstance& instance = machine.lines().of[engine].instances[ordinal - 1];
  return instance_name(machine.program(), instance.is_read, instance.source, ordinal);
}

std::string node(EngineId engine, std::uint64_t ordinal) {
  return fmt::format("e{}_{}", engine.value, ordinal);
}

bool is_missing(const Witness& witness, const Slice& slice, const Needed& needed) {
  return witness.missing == needed && slice.engine == witness.engine &&
         slice.ordinal == witness.ordinal;
}

}  // namespace

std::string to_dot(const Witness& witness, const Machine& machine) {
  std::string text = "digraph witness {\n  rankdir=LR;\n  node [shape=box];\n";
  for (const Slice& slice : slices_of(witness, machine)) {
    text += fmt::format("  {} [label=\"{}: {}\"];\n", node(slice.engine, slice.ordinal),
                        machine.program().engines[slice.engine].name,
                        label(machine, slice.engine, slice.ordinal));
    if (slice.ordinal > 1)
      text += fmt::format("  {} -> {};\n", node(slice.engine, slice.ordinal - 1),
                          node(slice.engine, slice.ordinal));
    const LineInstance& instance = machine.lines().of[slice.engine].instances[slice.ordinal - 1];
    for (const Needed& needed : machine.lines().needs_of(instance))
      text += fmt::format(
          "  {} -> {} [{}];\n", node(needed.engine, needed.ordinal),
          node(slice.engine, slice.ordinal),
          is_missing(witness, slice, needed) ? "color=red, label=missing" : "style=dashed");
  }
  return text + "}\n";
}

std::string to_trace(const Witness& witness, const Machine& machine) {
  std::vector<std::string> events;
  for (const EngineId engine : machine.program().engines.ids())
    events.push_back(fmt::format(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name",)"
                                 R"("args":{{"name":"{}"}}}})",
                                 engine.value, machine.program().engines[engine].name));
  for (const Slice& slice : slices_of(witness, machine))
    events.push_back(fmt::format(R"({{"ph":"X","pid":1,"tid":{},"ts":{},"dur":{},"name":"{}"}})",
                                 slice.engine.value, slice.begin,
                                 slice.end.value_or(witness.schedule.size()) - slice.begin,
                                 label(machine, slice.engine, slice.ordinal)));
  return fmt::format("{{\"traceEvents\":[\n{}\n]}}\n", fmt::join(events, ",\n"));
}

}  // namespace tidemark
