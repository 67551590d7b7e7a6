#include "oracle/joint_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace tidemark {
namespace {

// For each access of the program, by whom.
template <class Visit>
void for_each_access(const Program& program, const Visit& visit) {
  for (const Instruction& instruction : program.instructions) {
    for (const Access& access : instruction.reads) visit(access, instruction.engine, false);
    for (const Access& access : instruction.writes) visit(access, instruction.engine, true);
  }
  for (const Control& control : program.controls)
    if (const Load* load = load_of(control))
      for (const EngineId engine : participants(program)) visit(*load, engine, false);
}

using KeySet = std::set<std::tuple<CellId, EngineId, bool>>;

void add_keys(const JointCode& code, EngineId engine, const Access& access, bool is_write,
              KeySet& keys) {
  const std::int64_t slots = code.program->buffers[access.buffer].slot_count();
  const bool is_fixed = access.slot && access.slot->form.is_constant();
  for (std::int64_t slot = 0; slot < slots; ++slot) {
    if (is_fixed && access.slot->modulus == 0 && access.slot->form.constant != slot) continue;
    for (const CellId cell : code.cells.of(access.buffer, slot))
      keys.emplace(cell, engine, is_write);
  }
}

std::span<const SignalOn> signals_of(const JointNode& node) {
  if (node.kind == JointNode::Kind::issue) return std::get<Issue>(node.statement->form).signals;
  if (node.kind == JointNode::Kind::read) return std::get<Read>(node.statement->form).signals;
  return {};
}

bool raises_one(std::span<const SignalOn> signals, SemaphoreId semaphore) {
  std::int64_t amount = 0;
  for (const SignalOn& signal : signals)
    if (signal.target.semaphore == semaphore) amount += signal.amount;
  return amount == 1;
}

// A semaphore that every instance of its raiser raises by 1, and that nobody resets.
bool is_unit(const JointCode& code, SemaphoreId semaphore, EngineId raiser) {
  if (code.streams->semaphores[semaphore].count) return false;
  for (const JointBarrier& barrier : code.barriers)
    if (std::ranges::find(barrier.resets, semaphore) != barrier.resets.end()) return false;
  for (const JointNode& node : code.nodes) {
    const bool is_instance =
        node.kind == JointNode::Kind::issue || node.kind == JointNode::Kind::read;
    if (is_instance && node.engine == raiser && !raises_one(signals_of(node), semaphore))
      return false;
  }
  return true;
}

}  // namespace

void find_own_buffers(JointCode& code) {
  const Program& program = *code.program;
  Table<CellId, std::set<EngineId>> engines(code.cells.count());
  const auto each_cell = [&](BufferId buffer, const auto& visit) {
    for (std::int64_t slot = 0; slot < program.buffers[buffer].slot_count(); ++slot)
      for (const CellId cell : code.cells.of(buffer, slot)) visit(cell);
  };
  std::set<std::pair<BufferId, EngineId>> touched;
  for_each_access(program, [&](const Access& access, EngineId engine, bool) {
    touched.emplace(access.buffer, engine);
  });
  for (const auto& [buffer, engine] : touched)
    each_cell(buffer, [&](CellId cell) { engines[cell].insert(engine); });
  code.is_own = Table<BufferId, bool>(program.buffers.size(), true);
  for (const BufferId buffer : program.buffers.ids())
    each_cell(buffer, [&](CellId cell) {
      if (engines[cell].size() > 1) code.is_own[buffer] = false;
      for (const EngineId engine : engines[cell])
        if (program.engines[engine].inflight > 1) code.is_own[buffer] = false;
    });
}

void find_keys(JointCode& code) {
  KeySet keys;
  for_each_access(*code.program, [&](const Access& access, EngineId engine, bool is_write) {
    if (!code.is_own[access.buffer]) add_keys(code, engine, access, is_write, keys);
  });
  code.keys_of = Table<EngineId, std::vector<KeyId>>(code.program->engines.size());
  code.keys_of_cell = Table<CellId, std::vector<KeyId>>(code.cells.count());
  code.write_keys_of_cell = code.keys_of_cell;
  for (const auto& [cell, engine, is_write] : keys) {
    code.keys_of[engine].emplace_back(code.keys.size());
    code.keys_of_cell[cell].emplace_back(code.keys.size());
    if (is_write) code.write_keys_of_cell[cell].emplace_back(code.keys.size());
    code.keys.push_back({cell, engine, is_write});
  }
  for (std::uint32_t k = 1; k < code.keys.size(); ++k) {  // in order: reads right before writes
    const Key& read = code.keys[k - 1];
    const Key& write = code.keys[k];
    if (read.cell == write.cell && read.engine == write.engine)
      code.pairs.push_back({KeyId(k - 1), KeyId(k)});
  }
}

void find_counts(JointCode& code) {
  code.first_count = Table<SemaphoreId, std::uint32_t>(code.streams->semaphores.size());
  for (const SemaphoreId id : code.streams->semaphores.ids()) {
    code.first_count[id] = static_cast<std::uint32_t>(code.counts.size());
    std::optional<EngineId> raiser;
    for (const JointNode& node : code.nodes)
      for (const SignalOn& signal : signals_of(node))
        if (signal.target.semaphore == id) raiser = node.engine;
    const bool unit = raiser && is_unit(code, id, *raiser);
    for (std::int64_t i = 0; i < code.streams->semaphores[id].count.value_or(1); ++i)
      code.counts.push_back({id, i, raiser, unit});
  }
  for (const JointWait& wait : code.waits)
    if (wait.awaited &&
        code.instance_counts.try_emplace(*wait.awaited, CountId(code.counts.size())).second)
      code.counts.push_back({std::nullopt, 0, wait.awaited, true});
}

void lay_out_columns(JointCode& code) {
  const Program& program = *code.program;
  std::uint32_t next = 0;
  const auto take = [&](std::size_t count) {
    const std::uint32_t first = next;
    next += static_cast<std::uint32_t>(count);
    return first;
  };
  code.first_param = take(program.params.size());
  code.first_loop = take(6 * program.controls.size());
  code.first_counter = take(program.counters.size());
  code.first_snapshot = take(2 * code.snapshot_controls.size());
  code.first_ordinal = take(program.engines.size());
  code.raised.assign(code.counts.size(), 0);
  code.raised_before.assign(code.counts.size(), {});
  code.products.clear();
  for (std::size_t i = 0; i < code.counts.size(); ++i) {
    const Count& count = code.counts[i];
    if (!count.raiser) continue;
    code.raised[i] = count.is_unit ? code.ordinal(*count.raiser).value : take(1);
    for (std::int64_t d = 1; d < program.engines[*count.raiser].inflight && !count.is_unit; ++d)
      code.raised_before[i].push_back(take(1));
  }
  code.registers = Table<EngineId, std::vector<std::uint32_t>>(program.engines.size());
  for (const Stream& stream : code.streams->streams)
    for (const Register& r : stream.registers)
      code.registers[stream.engine].push_back(take(static_cast<std::size_t>(r.count.value_or(1))));
  code.first_key = take(code.keys.size());
  code.first_wait = take(code.waits.size());
  code.key_counts.assign(code.keys.size(), {});
  for (std::size_t key = 0; key < code.keys.size() && next <= kMostColumns; ++key) {
    code.key_counts[key].resize(code.counts.size());
    for (std::size_t i = 0; i < code.counts.size(); ++i)
      if (code.counts[i].raiser == code.keys[key].engine && !code.counts[i].is_unit)
        code.key_counts[key][i] = {ColumnId(take(1)), ColumnId(take(1))};
  }
  for (const std::vector<SnapshotId>& nest : code.passed_nests) {
    ColumnId inner = code.seen_trips(nest.back());
    for (std::size_t i = nest.size() - 1; i-- > 0;) {
      const ColumnId product(take(1));
      const ControlId outer = code.snapshot_controls[nest[i].value];
      code.products.push_back({outer, nest[i], inner, product, ColumnId(take(1))});
      inner = product;
    }
  }
  code.column_count = next;
}

std::string column_name(const JointCode& code, ColumnId column) {
  const Program& program = *code.program;
  const std::uint32_t c = column.value;
  if (c < code.first_loop) return program.params[ParamId(c)].name;
  if (c < code.first_counter) {
    const ControlId id((c - code.first_loop) / 6);
    constexpr const char* kNames[] = {"trip", "trips", "range", "variable", "step", "advance"};
    return fmt::format("{}({})", kNames[(c - code.first_loop) % 6], program.controls[id].name);
  }
  if (c < code.first_snapshot) return program.counters[CounterId(c - code.first_counter)].name;
  if (c < code.first_ordinal) return fmt::format("seen.{}", c - code.first_snapshot);
  if (c < code.first_ordinal + program.engines.size())
    return fmt::format("instances({})", program.engines[EngineId(c - code.first_ordinal)].name);
  if (c >= code.first_wait && c < code.first_wait + code.waits.size())
    return fmt::format("threshold.{}", c - code.first_wait);
  if (c >= code.first_key && c < code.first_wait) {
    const Key& key = code.keys[c - code.first_key];
    return fmt::format("last_{}({}, cell {})", key.is_write ? "write" : "read",
                       program.engines[key.engine].name, key.cell.value);
  }
  for (const EngineId engine : code.registers.ids())
    for (std::size_t r = code.registers[engine].size(); r-- > 0;) {
      const Register& reg = code.stream_of[engine]->registers[RegisterId(r)];
      const std::uint32_t first = code.registers[engine][r];
      if (c < first || c >= first + reg.count.value_or(1)) continue;
      const std::string name = fmt::format("{}.{}", program.engines[engine].name, reg.name);
      return reg.count ? fmt::format("{}[{}]", name, c - first) : name;
    }
  return fmt::format("count.{}", c);
}

}  // namespace tidemark
