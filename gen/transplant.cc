#include "gen/transplant.h"

#include <algorithm>
#include <utility>

namespace tidemark {
namespace {

class Transplanting {
 public:
  Transplanting(const Program& donor, Program& host, const std::vector<ControlId>& loops)
      : donor_(donor), host_(host), loops_(loops), copies_(donor.controls.size()) {}

  std::optional<Statement> run(const Statement& statement) {
    const Statement copy = copied(statement);
    if (failed_) return std::nullopt;
    return copy;
  }

 private:
  Statement copied(const Statement& statement) {
    return std::visit([this](auto id) { return Statement(copied(id)); }, statement);
  }

  InstructionId copied(InstructionId id) {
    Instruction copy = donor_.instructions[id];
    copy.label.clear();
    copy.engine = alike(donor_.engines, host_.engines, copy.engine);
    for (Access& access : copy.reads) translate(access);
    for (Access& access : copy.writes) translate(access);
    return host_.instructions.push(std::move(copy));
  }

  AssignmentId copied(AssignmentId id) {
    Assignment copy = donor_.assignments[id];
    copy.counter = alike(donor_.counters, host_.counters, copy.counter);
    translate(copy.value);
    return host_.assignments.push(std::move(copy));
  }

  ControlId copied(ControlId id) {
    Control copy = donor_.controls[id];
    copy.label.clear();
    const ControlId written = host_.controls.push({});
    std::visit([&](auto& form) { translate(form, id, written); }, copy.form);
    host_.controls[written] = std::move(copy);
    return written;
  }

  void translate(For& loop, ControlId from, ControlId to) {
    translate(loop.lower);
    translate(loop.upper);
    translate(loop.step);
    copies_[from] = to;
    translate(loop.body);
  }
  void translate(While& loop, ControlId, ControlId) {
    translate(loop.condition);
    translate(loop.body);
  }
  void translate(If& branch, ControlId, ControlId) {
    if (auto* compare = std::get_if<Compare>(&branch.condition)) {
      translate(compare->left.form);
      translate(compare->right.form);
    } else if (auto* load = std::get_if<Load>(&branch.condition)) {
      translate(*load);
    } else {
      ParamId& param = std::get<ParamId>(branch.condition);
      param = alike(donor_.params, host_.params, param);
    }
    translate(branch.then_block);
    translate(branch.else_block);
  }

  void translate(Block& block) {
    for (Statement& statement : block) statement = copied(statement);
  }

  void translate(Bound& bound) {
    std::visit([this](auto& either) { translate(either); }, bound);
  }

  void translate(Access& access) {
    access.buffer = buffer_alike(access.buffer);
    if (access.slot) translate(access.slot->form);
    const bool has_slots = host_.buffers[access.buffer].slots.has_value();
    if (!has_slots) access.slot.reset();
    if (has_slots && !access.slot) access.slot = Residue{Affine(0), 0};
  }

  void translate(Affine& form) {
    Affine result = form.constant;
    for (const AffineTerm& term : form.terms) {
      const auto scaled = scale(value_of(term.symbol), term.coefficient);
      const auto sum = scaled ? add(result, *scaled) : std::nullopt;
      if (!sum) return fail();
      result = *sum;
    }
    form = std::move(result);
  }

  Affine value_of(Symbol symbol) {
    switch (symbol.kind) {
      case Symbol::Kind::param:
        return Affine(Symbol::of(alike(donor_.params, host_.params, ParamId(symbol.index))));
      case Symbol::Kind::counter:
        return Affine(Symbol::of(alike(donor_.counters, host_.counters, CounterId(symbol.index))));
      case Symbol::Kind::variable:
        return value_of_variable(ControlId(symbol.index));
    }
    __builtin_unreachable();
  }

  Affine value_of_variable(ControlId loop) const {
    if (copies_[loop]) return Affine(Symbol::of(*copies_[loop]));
    const auto& variable = std::get<For>(donor_.controls[loop].form).variable;
    for (const ControlId around : loops_)
      if (std::get<For>(host_.controls[around].form).variable == variable)
        return Affine(Symbol::of(around));
    return 0;
  }

  BufferId buffer_alike(BufferId id) {
    const std::size_t before = host_.buffers.size();
    const BufferId buffer = alike(donor_.buffers, host_.buffers, id);
    auto& range = host_.buffers[buffer].range;
    if (host_.buffers.size() > before && range)
      range->memory = alike(donor_.memories, host_.memories, range->memory);
    return buffer;
  }

  template <class Id, class Entity>
  static Id alike(const Table<Id, Entity>& from, Table<Id, Entity>& to, Id id) {
    const auto found = std::ranges::find(to, from[id].name, &Entity::name);
    if (found != to.end()) return Id(static_cast<std::size_t>(found - to.begin()));
    return to.push(from[id]);
  }

  void fail() { failed_ = true; }

  const Program& donor_;
  Program& host_;
  const std::vector<ControlId>& loops_;
  Table<ControlId, std::optional<ControlId>> copies_;  // of the loops copied so far
  bool failed_ = false;
};

}  // namespace

std::optional<Statement> transplant(const Program& donor, const Statement& statement, Program& host,
                                    const std::vector<ControlId>& loops) {
  return Transplanting(donor, host, loops).run(statement);
}

}  // namespace tidemark
