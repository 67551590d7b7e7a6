#include "checker/witness_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
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

std::string node_line(const Machine& machine, EngineId engine, std::uint64_t ordinal,
                      std::string_view style) {
  return fmt::format("  {} [label=\"{}: {}\"{}];\n", node(engine, ordinal),
                     machine.program().engines[engine].name, label(machine, engine, ordinal),
                     style);
}

constexpr std::string_view kNotIssued = ", style=dotted";

class Graph {
 public:
  Graph(const Witness& witness, const Machine& machine)
      : witness_(witness), machine_(machine), slices_(slices_of(witness, machine)) {}

  std::string draw() && {
    for (const Slice& slice : slices_) add(slice);
    if (witness_.verdict == Verdict::overwaits) add_held_back();
    return "digraph witness {\n  rankdir=LR;\n  node [shape=box];\n" + text_ + "}\n";
  }

 private:
  void add(const Slice& slice) {
    text_ += node_line(machine_, slice.engine, slice.ordinal, "");
    add_order(slice.engine, slice.ordinal);
    const LineInstance& instance = machine_.lines().of[slice.engine].instances[slice.ordinal - 1];
    for (const Needed& needed : machine_.lines().needs_of(instance)) {
      const bool has_issued = find(needed) != nullptr;
      if (!has_issued) text_ += node_line(machine_, needed.engine, needed.ordinal, kNotIssued);
      text_ +=
          fmt::format("  {} -> {} [{}];\n", node(needed.engine, needed.ordinal),
                      node(slice.engine, slice.ordinal),
                      had_completed(needed, slice) ? "style=dashed" : "color=red, label=missing");
    }
  }

  // What could issue, after the engine's last one.
  void add_held_back() {
    text_ += node_line(machine_, witness_.engine, witness_.ordinal, kNotIssued);
    add_order(witness_.engine, witness_.ordinal);
  }

  void add_order(EngineId engine, std::uint64_t ordinal) {
    if (ordinal > 1)
      text_ += fmt::format("  {} -> {};\n", node(engine, ordinal - 1), node(engine, ordinal));
  }

  const Slice* find(const Needed& needed) const {
    const auto found = std::ranges::find_if(slices_, [&](const Slice& slice) {
      return slice.engine == needed.engine && slice.ordinal == needed.ordinal;
    });
    return found == slices_.end() ? nullptr : &*found;
  }

  bool had_completed(const Needed& needed, const Slice& before) const {
    const Slice* slice = find(needed);
    return slice != nullptr && slice->end && *slice->end < before.begin;
  }

  const Witness& witness_;
  const Machine& machine_;
  std::vector<Slice> slices_;
  std::string text_;
};

}  // namespace

std::string to_dot(const Witness& witness, const Machine& machine) {
  return Graph(witness, machine).draw();
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
