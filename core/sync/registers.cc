#include "core/sync/registers.h"

#include <fmt/format.h>

namespace tidemark::sync {

Names names_in_expressions(const Program& program) {
  Names names;
  for (const Param& param : program.params) names.insert(param.name);
  for (const Engine& engine : program.engines) names.insert(engine.name);
  for (const Control& control : program.controls)
    if (const auto* loop = std::get_if<For>(&control.form)) names.insert(loop->variable);
  return names;
}

RegisterId Registers::declare(const std::string& wanted, std::optional<std::int64_t> count) {
  std::string name = wanted;
  while (!taken_.insert(name).second) name += '_';
  return stream_.registers.push({name, count});
}

RegisterId Registers::declare_count(EngineId named_for) {
  return declare("n_" + program_.engines[named_for].name, std::nullopt);
}

RegisterId Registers::first_snapshot(const Snapshots& snapshots, GroupId id) {
  const SnapshotGroup& group = snapshots.groups()[id];
  if (group.shares) return snapshot(snapshots, *group.shares);
  return declare(name_of(group), group.slots > 1 ? std::optional(group.slots) : std::nullopt);
}

RegisterId Registers::step(const Snapshots& snapshots, GroupId id) {
  return known(steps_, id.value,
               [&] { return declare(name_of(snapshots.groups()[id]) + "_step", std::nullopt); });
}

std::string Registers::name_of(const SnapshotGroup& group) const {
  const Region& region = operands_.regions[group.first];
  std::string name =
      fmt::format("{}_{}", program_.engines[group.producer].name,
                  program_.buffers.empty() ? "all" : program_.buffers[region.buffer].name);
  if (!region.is_ring() && program_.buffers.contains(region.buffer) &&
      program_.buffers[region.buffer].slots)
    name += fmt::format("_{}", region.first_slot);
  if (group.writes) name += "_w";
  return name;
}

RegisterId Registers::lookup(BufferId buffer, std::size_t piece, std::int64_t slots) {
  const auto [found, added] = lookups_.try_emplace({buffer, piece});
  if (added)
    found->second =
        declare(fmt::format("{}_piece_{}", program_.buffers[buffer].name, piece), slots);
  return found->second;
}

}  // namespace tidemark::sync
