#include "checker/instance_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/check.h"
#include "core/run/sequential_run.h"

namespace tidemark {
namespace {

std::optional<CellId> shared(const std::vector<CellId>& a, const std::vector<CellId>& b) {
  const auto found = std::ranges::find_first_of(a, b);
  if (found == a.end()) return std::nullopt;
  return *found;
}

// "k[1]" where a slot of the access' buffer has the cell.
std::optional<std::string> slot_with(const Program& program, const Cells& cells,
                                     const Access& access, CellId cell) {
  const Buffer& buffer = program.buffers[access.buffer];
  for (std::int64_t slot = 0; slot < buffer.slot_count(); ++slot) {
    const auto of_slot = cells.of(access.buffer, slot);
    if (std::ranges::find(of_slot, cell) == of_slot.end()) continue;
    return buffer.slots ? fmt::format("{}[{}]", buffer.name, slot) : buffer.name;
  }
  return std::nullopt;
}

std::string touch(const Program& program, const Cells& cells, const InstanceNote& note,
                  CellId cell) {
  const bool writes = std::ranges::find(note.writes, cell) != note.writes.end();
  std::vector<Access> accesses;
  if (note.is_read)
    accesses = {*load_of(program.controls[note.control])};
  else
    accesses = writes ? program.instructions[note.instruction].writes
                      : program.instructions[note.instruction].reads;
  for (const Access& access : accesses)
    if (const auto slot = slot_with(program, cells, access, cell))
      return fmt::format("{} {}", writes ? "writes" : "reads", *slot);
  CHECK(!"the instance touches the cell");
}

}  // namespace

std::string instance_name(const Program& program, bool is_read, std::uint32_t source,
                          std::uint64_t ordinal) {
  return is_read ? fmt::format("read {}#{}", program.controls[ControlId(source)].name, ordinal)
                 : fmt::format("{}#{}", program.instructions[InstructionId(source)].name, ordinal);
}

InstanceNote note_of(const Program& program, const Inputs& inputs, EngineId engine,
                     std::uint64_t ordinal) {
  const Cells cells(program);
  SequentialRun run(program, cells, inputs);
  const Instance* instance = run.next();
  while (instance != nullptr && (instance->engine != engine || instance->ordinal != ordinal))
    instance = run.next();
  CHECK(instance != nullptr);
  const bool is_read = instance->is_read;
  const std::uint32_t source = is_read ? instance->control.value : instance->instruction.value;
  return {.name = instance_name(program, is_read, source, ordinal),
          .where = run.where(),
          .line = is_read ? program.controls[instance->control].line
                          : program.instructions[instance->instruction].line,
          .is_read = is_read,
          .instruction = instance->instruction,
          .control = instance->control,
          .reads = {instance->reads.begin(), instance->reads.end()},
          .writes = {instance->writes.begin(), instance->writes.end()}};
}

Collision collision_of(const Program& program, const InstanceNote& first,
                       const InstanceNote& second) {
  std::optional<CellId> cell = shared(first.writes, second.writes);
  if (!cell) cell = shared(first.writes, second.reads);
  if (!cell) cell = shared(first.reads, second.writes);
  CHECK(cell);
  const Cells cells(program);
  return {touch(program, cells, first, *cell), touch(program, cells, second, *cell)};
}

}  // namespace tidemark
