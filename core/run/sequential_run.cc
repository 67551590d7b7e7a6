#include "core/run/sequential_run.h"

#include <fmt/format.h>

#include <optional>
#include <variant>

#include "core/run/control_walk.h"
#include "core/run/run_code.h"

namespace tidemark {

struct SequentialRun::State {
  // `reused` may be null.
  State(const Program& the_program, const Cells& the_cells, RunCode* reused, const Inputs& inputs,
        const RunLimits& the_limits)
      : program(the_program),
        cells(the_cells),
        limits(the_limits),
        own_code(reused ? std::nullopt : std::optional(compile_run(program, cells))),
        code(reused ? *reused : *own_code),
        walk(code.control, inputs, limits.steps),
        ordinals(program.engines.size()) {}

  const Instance* next() {
    const std::uint32_t visited = walk.next();
    if (visited == ControlWalk::kEnd) return nullptr;
    if (produced == limits.instances) {
      walk.fail_at_limit(fmt::format("more than {} instances", limits.instances));
      return nullptr;
    }
    ++produced;
    Source& source = code.sources[visited];
    source.instance.ordinal = ++ordinals[source.instance.engine];
    for (std::uint32_t i = source.first_indexed; i < source.last_indexed; ++i)
      if (!find_cell(source, code.indexed[i])) return nullptr;
    if (source.gathering != kNoIndex) gather(source);
    return &source.instance;
  }

  // Finds the slot, and the cell if that is one; false after an error.
  bool find_cell(const Source& source, IndexedAccess& access) {
    std::int64_t index = 0;
    if (!access.index.evaluate(walk.values(), index)) {
      fail(source.instance, fmt::format("its index into {} passes 64 bits", name_of(access)));
      return false;
    }
    if (static_cast<std::uint64_t>(index) >= access.slots) {
      fail(source.instance,
           fmt::format("index {} is outside {}[{}]", index, name_of(access), access.slots));
      return false;
    }
    access.slot = index;
    if (access.at != kNoIndex)
      code.cells[access.at] = CellId(access.first_cell + static_cast<std::uint64_t>(index));
    return true;
  }

  void gather(Source& source) {
    const Gathering& gathering = code.gatherings[source.gathering];
    gathered.clear();
    append(gathering.reads);
    const std::size_t reads = gathered.size();
    append(gathering.writes);
    source.instance.reads = {gathered.data(), reads};
    source.instance.writes = {gathered.data() + reads, gathered.size() - reads};
  }

  void append(const std::vector<GatheredAccess>& accesses) {
    for (const GatheredAccess& access : accesses) {
      const auto touched = cells_of(access);
      gathered.insert(gathered.end(), touched.begin(), touched.end());
    }
  }

  std::span<const CellId> cells_of(const GatheredAccess& access) const {
    if (const auto* constant = std::get_if<std::span<const CellId>>(&access)) return *constant;
    const IndexedAccess& indexed = code.indexed[std::get<std::uint32_t>(access)];
    return cells.of(indexed.buffer, indexed.slot);
  }

  const std::string& name_of(const IndexedAccess& access) const {
    return program.buffers[access.buffer].name;
  }

  void fail(const Instance& instance, const std::string& what) {
    const std::string name = instance.is_read ? "read of " + program.controls[instance.control].name
                                              : program.instructions[instance.instruction].name;
    walk.fail(RunError::Kind::bad_inputs,
              fmt::format("{}, instance {} of {}", name, instance.ordinal,
                          program.engines[instance.engine].name),
              what);
  }

  const Program& program;
  const Cells& cells;
  RunLimits limits;
  std::optional<RunCode> own_code;
  RunCode& code;
  ControlWalk walk;
  Table<EngineId, std::uint64_t> ordinals;
  std::uint64_t produced = 0;
  std::vector<CellId> gathered;
};

SequentialRun::SequentialRun(const Program& program, const Cells& cells, const Inputs& inputs,
                             const RunLimits& limits)
    : state_(std::make_unique<State>(program, cells, nullptr, inputs, limits)) {}

SequentialRun::SequentialRun(const Program& program, const Cells& cells, RunCode& code,
                             const Inputs& inputs, const RunLimits& limits)
    : state_(std::make_unique<State>(program, cells, &code, inputs, limits)) {}

SequentialRun::~SequentialRun() = default;
SequentialRun::SequentialRun(SequentialRun&&) noexcept = default;
SequentialRun& SequentialRun::operator=(SequentialRun&&) noexcept = default;

const Instance* SequentialRun::next() { return state_->next(); }
const std::optional<RunError>& SequentialRun::error() const { return state_->walk.error(); }
std::string SequentialRun::where() const { return state_->walk.where(); }

}  // namespace tidemark
