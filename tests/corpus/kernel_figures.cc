#include "tests/corpus/kernel_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <sstream>
#include <vector>

#include "checker/clocks.h"
#include "checker/stream_walk.h"
#include "core/check.h"
#include "core/run/sequential_run.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

constexpr std::size_t kBusiest = 12;

std::optional<std::int64_t> constant_trips(const Control& control) {
  const auto* loop = std::get_if<For>(&control.form);
  if (loop == nullptr) return std::nullopt;
  const auto* lower = std::get_if<Affine>(&loop->lower);
  const auto* upper = std::get_if<Affine>(&loop->upper);
  if (lower == nullptr || upper == nullptr) return std::nullopt;
  if (!lower->is_constant() || !upper->is_constant() || !loop->step.is_constant())
    return std::nullopt;
  const std::int64_t step = loop->step.constant;
  return std::max<std::int64_t>(0, (upper->constant - lower->constant + step - 1) / step);
}

std::vector<const Block*> blocks_of(const Control& control) {
  if (const auto* loop = std::get_if<For>(&control.form)) return {&loop->body};
  if (const auto* loop = std::get_if<While>(&control.form)) return {&loop->body};
  const auto& branch = std::get<If>(control.form);
  return {&branch.then_block, &branch.else_block};
}

bool is_dynamic_loop(const Control& control) {
  return !std::holds_alternative<If>(control.form) && !constant_trips(control);
}

bool holds_dynamic_loop(const Program& program, const Block& block) {
  return std::ranges::any_of(block, [&](const Statement& statement) {
    const auto* id = std::get_if<ControlId>(&statement);
    if (id == nullptr) return false;
    const Control& control = program.controls[*id];
    return is_dynamic_loop(control) ||
           std::ranges::any_of(blocks_of(control), [&](const Block* inner) {
             return holds_dynamic_loop(program, *inner);
           });
  });
}

// An instruction that is executed the same number of times in every trip.
struct Pulse {
  InstructionId instruction;
  std::uint64_t per_trip = 1;
};

std::optional<Pulse> pulse_of(const Program& program, const Block& block) {
  for (const Statement& statement : block) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement))
      return Pulse{*instruction};
    const auto* id = std::get_if<ControlId>(&statement);
    if (id == nullptr) continue;
    const std::optional<std::int64_t> trips = constant_trips(program.controls[*id]);
    if (trips.value_or(0) == 0) continue;
    std::optional<Pulse> inner = pulse_of(program, *blocks_of(program.controls[*id]).front());
    if (!inner) continue;
    inner->per_trip *= static_cast<std::uint64_t>(*trips);
    return inner;
  }
  return std::nullopt;
}

std::uint64_t innermost_trips(const Program& program, const Inputs& inputs) {
  Table<InstructionId, std::uint64_t> executed(program.instructions.size());
  const Cells cells(program);
  SequentialRun run(program, cells, inputs);
  while (const Instance* instance = run.next())
    if (!instance->is_read) ++executed[instance->instruction];
  CHECK(!run.error());

  std::uint64_t trips = 0;
  for (const Control& control : program.controls) {
    if (!is_dynamic_loop(control)) continue;
    const Block& body = *blocks_of(control).front();
    if (holds_dynamic_loop(program, body)) continue;
    if (const std::optional<Pulse> pulse = pulse_of(program, body))
      trips += executed[pulse->instruction] / pulse->per_trip;
  }
  return trips;
}

std::int64_t registers_of_fullest(const Streams& streams) {
  std::int64_t most = 0;
  for (const Stream& stream : streams.streams) {
    std::int64_t registers = 0;
    for (const Register& r : stream.registers) registers += r.count.value_or(1);
    most = std::max(most, registers);
  }
  return most;
}

std::vector<std::int64_t> loads_for(const Control& control, std::int64_t trips) {
  if (std::holds_alternative<For>(control.form)) return {trips};
  if (std::holds_alternative<If>(control.form)) return {1, 0};
  std::vector<std::int64_t> values;
  for (std::int64_t entry = 0; entry < trips * trips; ++entry) {
    values.insert(values.end(), static_cast<std::size_t>(trips), 1);
    values.push_back(0);
  }
  return values;
}

}  // namespace

Inputs steady_inputs(const Program& program, std::int64_t trips) {
  Inputs inputs(program);
  for (const ParamId param : program.params.ids()) inputs.set(param, trips);
  for (const Control& control : program.controls)
    if (const Load* load = load_of(control))
      inputs.set_loads(load->buffer, loads_for(control, trips));
  return inputs;
}

KernelFigures figures_of(const Program& program, const Inputs& inputs) {
  const Synchronized made = synchronize(program);
  const auto result = decide_by_clocks(program, Cells(program), made.streams, inputs);
  CHECK(result.has_value());
  KernelFigures figures;
  figures.instances = result->instances;
  figures.waits = result->costs.waits;
  figures.trivial_waits = result->costs.trivial_waits;
  figures.necessary_waits = result->necessary_waits;
  figures.register_operations = result->costs.register_operations;
  figures.iterations = innermost_trips(program, inputs);
  figures.registers = registers_of_fullest(made.streams);
  figures.is_exact = result->verdict == Verdict::exact;
  return figures;
}

std::string busiest_waits(const Program& program, const Inputs& inputs) {
  const std::string text = print(synchronize(program).streams, program);
  const auto streams = parse_streams(text, program);  // once more, for the lines
  CHECK(streams.has_value());
  std::map<std::uint32_t, std::uint64_t> executed;  // by line
  for (const Stream& stream : streams->streams) {
    StreamWalk walk(program, *streams, stream, inputs);
    while (const StreamEvent* event = walk.next())
      if (event->kind == StreamEvent::Kind::wait && event->value > 0)
        ++executed[event->line.number];
  }

  std::vector<std::pair<std::uint64_t, std::string>> rows;
  std::istringstream lines(text);
  std::string line, stream;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
    if (line.starts_with("stream ")) stream = line.substr(0, line.find(" {"));
    const auto found = executed.find(number);
    if (found == executed.end()) continue;
    const std::size_t begin = line.find_first_not_of(' ');
    rows.emplace_back(found->second, fmt::format("{}: {}", stream, line.substr(begin)));
  }
  std::ranges::sort(rows, std::greater<>());
  std::string result;
  for (const auto& [count, row] : rows | std::views::take(kBusiest))
    result += fmt::format("  {:>8}  {}\n", count, row);
  return result;
}

}  // namespace tidemark
