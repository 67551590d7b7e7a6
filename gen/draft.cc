#include "gen/draft.h"

#include <utility>

#include "core/ir/control_blocks.h"
#include "core/ir/finish.h"

namespace tidemark {
namespace {

// Writes the program of a draft anew. `failed_` is set where there is none.
class Rewriting {
 public:
  explicit Rewriting(const Draft& draft)
      : draft_(draft), old_(draft.program), variables_(old_.controls.size()) {}

  std::optional<Program> run() {
    new_.name = old_.name;
    declare_used();
    for (const ParamId id : old_.params.ids())
      if (!draft_.param_values[id]) params_[id] = new_.params.push(old_.params[id]);
    for (const BufferId id : old_.buffers.ids())
      if (draft_.buffers[id] == Fate::keep) declare(id);
    append(old_.body, new_.body);
    if (failed_ || !finish(new_).empty()) return std::nullopt;
    return std::move(new_);
  }

 private:
  // Declarations.

  void declare_used() {
    Table<EngineId, bool> engines(old_.engines.size());
    Table<CounterId, bool> counters(old_.counters.size());
    mark_used(old_.body, engines, counters);
    for (const EngineId id : old_.engines.ids())
      if (engines[id]) engines_[id] = new_.engines.push(old_.engines[id]);
    for (const CounterId id : old_.counters.ids())
      if (counters[id]) counters_[id] = new_.counters.push(old_.counters[id]);
  }

  // A counter is used where it is assigned: one that is only read is always 0.
  void mark_used(const Block& block, Table<EngineId, bool>& engines,
                 Table<CounterId, bool>& counters) const {
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
        if (draft_.instructions[*instruction] == Fate::keep)
          engines[old_.instructions[*instruction].engine] = true;
      } else if (const auto* assignment = std::get_if<AssignmentId>(&statement)) {
        if (draft_.assignments[*assignment] == Fate::keep)
          counters[old_.assignments[*assignment].counter] = true;
      } else {
        for (const Block* inner : kept_blocks(std::get<ControlId>(statement)))
          mark_used(*inner, engines, counters);
      }
    }
  }

  std::vector<const Block*> kept_blocks(ControlId id) const {
    const Fate fate = draft_.controls[id];
    if (fate == Fate::drop) return {};
    const std::vector<const Block*> all = blocks_of(old_.controls[id]);
    if (all.size() == 1 || fate == Fate::keep || fate == Fate::both_arms) return all;
    return {fate == Fate::otherwise ? all.back() : all.front()};
  }

  void declare(BufferId id) {
    Buffer buffer = old_.buffers[id];
    if (buffer.range) {
      std::optional<MemoryId>& memory = memories_[buffer.range->memory];
      if (!memory) memory = new_.memories.push(old_.memories[buffer.range->memory]);
      buffer.range->memory = *memory;
    }
    buffers_[id] = new_.buffers.push(std::move(buffer));
  }

  // Statements.

  void append(const Block& from, Block& to) {
    for (const Statement& statement : from)
      std::visit([&](auto id) { append_one(id, to); }, statement);
  }

  void append_one(InstructionId id, Block& to) {
    if (draft_.instructions[id] == Fate::drop) return;
    Instruction instruction = old_.instructions[id];
    instruction.engine = *engines_[instruction.engine];
    for (Access& access : instruction.reads) rewrite(access);
    for (Access& access : instruction.writes) rewrite(access);
    to.emplace_back(new_.instructions.push(std::move(instruction)));
  }

  void append_one(AssignmentId id, Block& to) {
    if (draft_.assignments[id] == Fate::drop) return;
    Assignment assignment = old_.assignments[id];
    assignment.counter = *counters_[assignment.counter];
    rewrite(assignment.value);
    to.emplace_back(new_.assignments.push(std::move(assignment)));
  }

  void append_one(ControlId id, Block& to) {
    switch (draft_.controls[id]) {
      case Fate::drop:
        return;
      case Fate::keep:
        return append_whole(id, to);
      case Fate::body:
      case Fate::otherwise:
      case Fate::both_arms:
        return append_trip(id, 0, to);
      case Fate::body_twice:
        append_trip(id, 0, to);
        return append_trip(id, 1, to);
    }
  }

  void append_whole(ControlId id, Block& to) {
    const ControlId written = new_.controls.push({});
    to.emplace_back(written);
    Control control = old_.controls[id];
    std::visit([&](auto& form) { rewrite(form, written, id); }, control.form);
    new_.controls[written] = std::move(control);
  }

  // The body as in trip `trip`, its variable replaced. A loaded bound counts as 0.
  void append_trip(ControlId id, std::int64_t trip, Block& to) {
    if (const auto* loop = std::get_if<For>(&old_.controls[id].form)) {
      Affine value;
      if (const auto* lower = std::get_if<Affine>(&loop->lower)) value = *lower;
      Affine advance = loop->step;
      advance = checked(scale(advance, trip));
      value = checked(add(value, advance));
      rewrite(value);
      variables_[id] = value;
    }
    for (const Block* block : kept_blocks(id)) append(*block, to);
  }

  void rewrite(For& loop, ControlId written, ControlId old) {
    rewrite(loop.lower);
    rewrite(loop.upper);
    rewrite(loop.step);
    variables_[old] = Affine(Symbol::of(written));
    loop.body = rewritten(loop.body);
  }

  void rewrite(If& branch, ControlId, ControlId) {
    if (auto* compare = std::get_if<Compare>(&branch.condition)) {
      rewrite(compare->left.form);
      rewrite(compare->right.form);
    } else if (auto* load = std::get_if<Load>(&branch.condition)) {
      rewrite(*load);
    } else {
      rewrite_param_condition(branch.condition);
    }
    branch.then_block = rewritten(branch.then_block);
    branch.else_block = rewritten(branch.else_block);
  }

  void rewrite(While& loop, ControlId, ControlId) {
    rewrite(loop.condition);
    loop.body = rewritten(loop.body);
  }

  Block rewritten(const Block& block) {
    Block result;
    append(block, result);
    return result;
  }

  // Parts of statements.

  void rewrite_param_condition(Condition& condition) {
    const ParamId param = std::get<ParamId>(condition);
    if (const auto value = draft_.param_values[param])
      condition = Compare{{Affine(*value), 0}, Comparison::not_equal, {Affine(0), 0}};
    else
      condition = *params_[param];
  }

  void rewrite(Bound& bound) {
    std::visit([this](auto& either) { rewrite(either); }, bound);
  }

  void rewrite(Access& access) {
    const auto buffer = buffers_[access.buffer];
    if (!buffer) return fail();
    access.buffer = *buffer;
    if (access.slot) rewrite(access.slot->form);
  }

  void rewrite(Affine& form) {
    Affine result = form.constant;
    for (const AffineTerm& term : form.terms)
      result = checked(add(result, checked(scale(value_of(term.symbol), term.coefficient))));
    form = std::move(result);
  }

  Affine value_of(Symbol symbol) {
    switch (symbol.kind) {
      case Symbol::Kind::param: {
        const ParamId id(symbol.index);
        if (const auto value = draft_.param_values[id]) return *value;
        return Affine(Symbol::of(*params_[id]));
      }
      case Symbol::Kind::variable:
        return variables_[ControlId(symbol.index)];
      case Symbol::Kind::counter: {
        const auto counter = counters_[CounterId(symbol.index)];
        return counter ? Affine(Symbol::of(*counter)) : Affine(0);
      }
    }
    __builtin_unreachable();
  }

  Affine checked(const std::optional<Affine>& form) {
    if (form) return *form;
    fail();
    return 0;
  }

  void fail() { failed_ = true; }

  template <class Id>
  using Renaming = Table<Id, std::optional<Id>>;

  const Draft& draft_;
  const Program& old_;
  Program new_;
  Renaming<EngineId> engines_{old_.engines.size()};
  Renaming<ParamId> params_{old_.params.size()};
  Renaming<MemoryId> memories_{old_.memories.size()};
  Renaming<BufferId> buffers_{old_.buffers.size()};
  Renaming<CounterId> counters_{old_.counters.size()};
  Table<ControlId, Affine> variables_;  // what stands for each old loop variable, in scope
  bool failed_ = false;
};

}  // namespace

Draft::Draft(const Program& finished)
    : program(finished),
      instructions(finished.instructions.size()),
      assignments(finished.assignments.size()),
      controls(finished.controls.size()),
      param_values(finished.params.size()),
      buffers(finished.buffers.size()) {}

std::optional<Program> finished(const Draft& draft) { return Rewriting(draft).run(); }

}  // namespace tidemark
