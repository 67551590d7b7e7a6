#include "core/run/run_code.h"

#include <optional>
#include <utility>

namespace tidemark {
namespace {

class Compiler {
 public:
  Compiler(const Program& program, const Cells& cells)
      : program_(program),
        cells_(cells),
        participants_(participants(program)),
        code_{.control = ControlCode(program),
              .sources = {},
              .indexed = {},
              .gatherings = {},
              .cells = {}} {}

  RunCode compile() && {
    code_.cells.reserve(count_accesses());  // spans into it must stay
    compile_block(program_.body);
    return std::move(code_);
  }

 private:
  std::size_t count_accesses() const {
    std::size_t count = program_.controls.size() * participants_.size();
    for (const Instruction& instruction : program_.instructions)
      count += instruction.reads.size() + instruction.writes.size();
    return count;
  }

  void compile_block(const Block& block) {
    for (const Statement& statement : block)
      std::visit([this](auto id) { compile_statement(id); }, statement);
  }

  void compile_statement(AssignmentId id) { code_.control.assign(id); }

  void compile_statement(InstructionId id) {
    const Instruction& instruction = program_.instructions[id];
    Instance instance;
    instance.engine = instruction.engine;
    instance.instruction = id;
    add_source(instance, instruction.reads, instruction.writes);
  }

  void compile_statement(ControlId id) {
    std::visit([&](const auto& form) { compile_control(id, form); }, program_.controls[id].form);
  }

  void compile_control(ControlId id, const For& loop) {
    compile_load(id);
    code_.control.begin_for(id);
    compile_block(loop.body);
    code_.control.end_for();
  }

  void compile_control(ControlId id, const If& branch) {
    compile_load(id);
    code_.control.begin_if(id);
    compile_block(branch.then_block);
    if (!branch.else_block.empty()) {
      code_.control.begin_else();
      compile_block(branch.else_block);
    }
    code_.control.end_if();
  }

  void compile_control(ControlId id, const While& loop) {
    code_.control.begin_while(id);
    compile_load(id);
    code_.control.test_while();
    compile_block(loop.body);
    code_.control.end_while();
  }

  void compile_load(ControlId id) {
    const Load* load = load_of(program_.controls[id]);
    if (load == nullptr) return;
    for (const EngineId engine : participants_) {
      Instance instance;
      instance.engine = engine;
      instance.is_read = true;
      instance.control = id;
      add_source(instance, {load, 1}, {});
    }
    code_.control.load(id);
  }

  void add_source(const Instance& instance, std::span<const Access> reads,
                  std::span<const Access> writes) {
    code_.control.visit(static_cast<std::uint32_t>(code_.sources.size()));
    Source source{.instance = instance, .first_indexed = next_indexed()};
    if (all_single(reads) && all_single(writes)) {
      source.instance.reads = place(reads);
      source.instance.writes = place(writes);
    } else {
      source.gathering = static_cast<std::uint32_t>(code_.gatherings.size());
      code_.gatherings.push_back({gather(reads), gather(writes)});
    }
    source.last_indexed = next_indexed();
    code_.sources.push_back(source);
  }

  // The slot, where it is the same at every instance and inside the buffer.
  std::optional<std::int64_t> constant_slot(const Access& access) const {
    if (!access.slot) return 0;
    if (!access.slot->form.is_constant()) return std::nullopt;
    const std::int64_t constant = access.slot->form.constant;
    const std::int64_t slot =
        access.slot->modulus == 0 ? constant : floor_mod(constant, access.slot->modulus);
    if (slot < 0 || slot >= program_.buffers[access.buffer].slot_count()) return std::nullopt;
    return slot;
  }

  bool all_single(std::span<const Access> accesses) const {
    for (const Access& access : accesses) {
      const std::optional<std::int64_t> slot = constant_slot(access);
      const bool is_single =
          slot ? cells_.of(access.buffer, *slot).size() == 1 : cells_.is_private(access.buffer);
      if (!is_single) return false;
    }
    return true;
  }

  // Where the cells of these accesses stand; those that do not change are filled in.
  std::span<const CellId> place(std::span<const Access> accesses) {
    const std::size_t begin = code_.cells.size();
    for (const Access& access : accesses) {
      const std::optional<std::int64_t> slot = constant_slot(access);
      if (!slot) {
        IndexedAccess indexed = index(access);
        indexed.first_cell = cells_.of(access.buffer, 0)[0].value;
        indexed.at = static_cast<std::uint32_t>(code_.cells.size());
        code_.indexed.push_back(indexed);
      }
      code_.cells.push_back(slot ? cells_.of(access.buffer, *slot)[0] : CellId());
    }
    return {code_.cells.data() + begin, accesses.size()};
  }

  std::vector<GatheredAccess> gather(std::span<const Access> accesses) {
    std::vector<GatheredAccess> gathered;
    for (const Access& access : accesses) {
      if (const std::optional<std::int64_t> slot = constant_slot(access)) {
        gathered.emplace_back(cells_.of(access.buffer, *slot));
      } else {
        gathered.emplace_back(next_indexed());
        code_.indexed.push_back(index(access));
      }
    }
    return gathered;
  }

  IndexedAccess index(const Access& access) {
    return {.index = FlatResidue(*access.slot, code_.control.layout()),
            .buffer = access.buffer,
            .slots = static_cast<std::uint32_t>(program_.buffers[access.buffer].slot_count())};
  }

  std::uint32_t next_indexed() const { return static_cast<std::uint32_t>(code_.indexed.size()); }

  const Program& program_;
  const Cells& cells_;
  std::vector<EngineId> participants_;
  RunCode code_;
};

}  // namespace

RunCode compile_run(const Program& program, const Cells& cells) {
  return Compiler(program, cells).compile();
}

}  // namespace tidemark
