#include <optional>

#include "gen/edits.h"
#include "gen/program_size.h"

namespace tidemark::edits {
namespace {

// Every access of the program, those of control included.
template <class Visit>
void each_access(Program& program, Visit visit) {
  for (Instruction& instruction : program.instructions) {
    for (Access& access : instruction.reads) visit(access);
    for (Access& access : instruction.writes) visit(access);
  }
  for (Control& control : program.controls) {
    if (auto* loop = std::get_if<For>(&control.form)) {
      for (Bound* bound : {&loop->lower, &loop->upper})
        if (auto* load = std::get_if<Load>(bound)) visit(*load);
    } else if (auto* loop = std::get_if<While>(&control.form)) {
      visit(loop->condition);
    } else if (auto* load = std::get_if<Load>(&std::get<If>(control.form).condition)) {
      visit(*load);
    }
  }
}

std::vector<Edit> drop_buffers(const Program& program) {
  Table<BufferId, bool> used(program.buffers.size());
  Program copy = program;
  each_access(copy, [&](Access& access) { used[access.buffer] = true; });
  std::vector<Edit> edits;
  for (const BufferId id : program.buffers.ids())
    if (!used[id]) edits.push_back([id](Draft& draft) { draft.buffers[id] = Fate::drop; });
  return edits;
}

std::vector<Edit> drop_ranges(const Program& program) {
  std::vector<Edit> edits;
  for (const BufferId id : program.buffers.ids())
    if (program.buffers[id].range)
      edits.push_back([id](Draft& draft) { draft.program.buffers[id].range.reset(); });
  return edits;
}

// From the first byte, one byte for each slot.
std::vector<Edit> shorten_ranges(const Program& program) {
  std::vector<Edit> edits;
  for (const BufferId id : program.buffers.ids()) {
    const Buffer& buffer = program.buffers[id];
    if (buffer.range && buffer.range->begin < buffer.range->end)
      edits.push_back([id](Draft& draft) {
        Buffer& shortened = draft.program.buffers[id];
        shortened.range->begin = 0;
        shortened.range->end = shortened.slot_count();
      });
  }
  return edits;
}

std::vector<Edit> drop_slots(const Program& program) {
  std::vector<Edit> edits;
  for (const BufferId id : program.buffers.ids())
    if (program.buffers[id].slots)
      edits.push_back([id](Draft& draft) {
        draft.program.buffers[id].slots.reset();
        each_access(draft.program, [id](Access& access) {
          if (access.buffer == id) access.slot.reset();
        });
      });
  return edits;
}

// A ring of n slots becomes one of `slots`, and so do the remainders by n.
void resize(Draft& draft, BufferId id, std::int64_t slots) {
  Buffer& buffer = draft.program.buffers[id];
  const std::int64_t before = buffer.slot_count();
  if (buffer.range)
    buffer.range->end =
        buffer.range->begin + (buffer.range->end - buffer.range->begin) / before * slots;
  buffer.slots = slots;
  each_access(draft.program, [&](Access& access) {
    if (access.buffer == id && access.slot->modulus == before) access.slot->modulus = slots;
  });
}

template <std::int64_t (*fewer)(std::int64_t)>
std::vector<Edit> shrink_rings(const Program& program) {
  std::vector<Edit> edits;
  for (const BufferId id : program.buffers.ids()) {
    const std::int64_t slots = program.buffers[id].slot_count();
    if (slots > 1) edits.push_back([=](Draft& draft) { resize(draft, id, fewer(slots)); });
  }
  return edits;
}

std::int64_t to_two(std::int64_t) { return 2; }
std::int64_t one_less(std::int64_t slots) { return slots - 1; }

// Each buffer becomes the one before it that has as many slots.
std::vector<Edit> merge_buffers(const Program& program) {
  std::vector<Edit> edits;
  for (const BufferId from : program.buffers.ids())
    for (const BufferId to : program.buffers.ids())
      if (to < from && program.buffers[to].slots == program.buffers[from].slots)
        edits.push_back([=](Draft& draft) {
          if (draft.buffers[from] == Fate::drop || draft.buffers[to] == Fate::drop) return;
          draft.buffers[from] = Fate::drop;
          each_access(draft.program, [=](Access& access) {
            if (access.buffer == from) access.buffer = to;
          });
        });
  return edits;
}

// One engine becomes another, which is how an engine is dropped that has work.
std::vector<Edit> merge_engines(const Program& program) {
  std::vector<Edit> edits;
  for (const EngineId from : program.engines.ids())
    for (const EngineId to : program.engines.ids())
      if (to < from)
        edits.push_back([=](Draft& draft) {
          for (Instruction& instruction : draft.program.instructions)
            if (instruction.engine == from) instruction.engine = to;
        });
  return edits;
}

std::vector<Edit> plain_engines(const Program& program) {
  std::vector<Edit> edits;
  for (const EngineId id : program.engines.ids()) {
    if (program.engines[id].stripes > 1)
      edits.push_back([id](Draft& draft) { draft.program.engines[id].stripes = 1; });
    if (program.engines[id].inflight > 1)
      edits.push_back([id](Draft& draft) { draft.program.engines[id].inflight = 1; });
  }
  return edits;
}

std::vector<Edit> two_in_flight(const Program& program) {
  std::vector<Edit> edits;
  for (const EngineId id : program.engines.ids())
    if (program.engines[id].inflight > 2)
      edits.push_back([id](Draft& draft) { draft.program.engines[id].inflight = 2; });
  return edits;
}

template <std::int64_t value>
std::vector<Edit> fix_params(const Program& program) {
  std::vector<Edit> edits;
  for (const ParamId id : program.params.ids())
    edits.push_back([id](Draft& draft) { draft.param_values[id] = value; });
  return edits;
}

template <class Id, class T>
void rename_plainly(Table<Id, T>& table) {
  for (const Id id : table.ids()) table[id].name = plain_name(id);
}

void rename_variables(Program& program, const Block& block, std::size_t depth) {
  for (const Statement& statement : block) {
    const auto* id = std::get_if<ControlId>(&statement);
    if (id == nullptr) continue;
    if (auto* loop = std::get_if<For>(&program.controls[*id].form)) {
      loop->variable = plain_variable(depth);
      rename_variables(program, loop->body, depth + 1);
    } else if (const auto* loop = std::get_if<While>(&program.controls[*id].form)) {
      rename_variables(program, loop->body, depth);
    } else {
      const If& branch = std::get<If>(program.controls[*id].form);
      rename_variables(program, branch.then_block, depth);
      rename_variables(program, branch.else_block, depth);
    }
  }
}

std::vector<Edit> rename(const Program&) {
  return {[](Draft& draft) { draft.program.name = kPlainProgram; },
          [](Draft& draft) {
            for (Instruction& instruction : draft.program.instructions) instruction.label.clear();
            for (Control& control : draft.program.controls) control.label.clear();
          },
          [](Draft& draft) {
            for (Instruction& instruction : draft.program.instructions)
              instruction.opcode = kPlainOpcode;
          },
          [](Draft& draft) { rename_plainly(draft.program.engines); },
          [](Draft& draft) { rename_plainly(draft.program.buffers); },
          [](Draft& draft) { rename_plainly(draft.program.memories); },
          [](Draft& draft) {
            rename_plainly(draft.program.params);
            rename_plainly(draft.program.counters);
            rename_variables(draft.program, draft.program.body, 0);
          }};
}

}  // namespace

std::vector<Pass> of_declarations() {
  return {{"drop buffers", drop_buffers},
          {"drop ranges", drop_ranges},
          {"shorten ranges", shorten_ranges},
          {"drop slots", drop_slots},
          {"merge engines", merge_engines},
          {"merge buffers", merge_buffers},
          {"plain engines", plain_engines},
          {"two in flight", two_in_flight},
          {"params 0", fix_params<0>},
          {"params 1", fix_params<1>},
          {"params 2", fix_params<2>},
          {"params 3", fix_params<3>},
          {"rings of two", shrink_rings<to_two>},
          {"smaller rings", shrink_rings<one_less>},
          {"rename", rename}};
}

}  // namespace tidemark::edits
