#include "core/target/target.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tidemark {
namespace {

std::optional<double> attribute(const Instruction& instruction, std::string_view name) {
  const auto found = std::ranges::find(instruction.attributes, name, &Attribute::name);
  if (found == instruction.attributes.end()) return std::nullopt;
  return static_cast<double>(found->value);
}

const TargetEngine* find_engine(const Target& target, std::string_view name) {
  const auto found = std::ranges::find(target.engines, name, &TargetEngine::name);
  return found == target.engines.end() ? nullptr : &*found;
}

CostRule rule_for(const Target& target, std::string_view engine, std::string_view opcode) {
  for (const CostRule& rule : target.rules)
    if (rule.engine == engine && rule.opcode == opcode) return rule;
  return {};
}

double cycles(const Target& target, const Instruction& instruction, std::string_view engine,
              double columns) {
  const CostRule rule = rule_for(target, engine, instruction.opcode);
  const double floor = rule.floor < 0 ? target.floor_cycles : rule.floor;
  const double start = attribute(instruction, "start").value_or(0) != 0 ? rule.start : 0;
  return std::max(floor, rule.column * columns) + rule.fixed + start;
}

Occupancy transfer(const QueueCosts& queue, double bytes) {
  const double moving = bytes / (queue.bytes_per_ns * queue.engines);
  return {std::max(queue.issue_ns, moving), queue.start_ns + std::min(queue.issue_ns, moving)};
}

}  // namespace

std::string_view name(Evidence evidence) {
  switch (evidence) {
    case Evidence::official:
      return "official";
    case Evidence::reported:
      return "reported";
    case Evidence::guess:
      return "guess";
  }
  std::unreachable();
}

double gigahertz_of(const Target& target, std::string_view engine) {
  const TargetEngine* found = find_engine(target, engine);
  return found ? found->gigahertz : target.queue.gigahertz;
}

Occupancy occupancy_of(const Target& target, const Program& program,
                       const Instruction& instruction) {
  const std::string& name = program.engines[instruction.engine].name;
  const TargetEngine* engine = find_engine(target, name);
  if (const auto columns = attribute(instruction, "columns"); engine && columns)
    return {cycles(target, instruction, name, *columns) / engine->gigahertz, 0};
  if (const auto bytes = attribute(instruction, "bytes");
      !engine && bytes && target.queue.bytes_per_ns > 0)
    return transfer(target.queue, *bytes);
  return {attribute(instruction, "cost").value_or(0),
          attribute(instruction, "latency").value_or(0)};
}

}  // namespace tidemark
