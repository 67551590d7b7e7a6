#include "core/run/control_code.h"

#include "core/check.h"

namespace tidemark {

ControlCode::ControlCode(const Program& program)
    : program_(&program), layout_(program), parents_(program.controls.size()) {
  operations_.reserve(program.instructions.size() + program.assignments.size() +
                      3 * program.controls.size());
}

void ControlCode::append(Operation::Kind kind, std::size_t index, std::uint32_t target) {
  const auto scope = open_.empty() ? std::nullopt : std::optional(open_.back().control);
  operations_.push_back({kind, static_cast<std::uint32_t>(index), target, scope});
}

void ControlCode::open(ControlId control) {
  if (!open_.empty()) parents_[control] = open_.back().control;
  open_.push_back({.control = control, .begin = here(), .branch = 0});
}

ControlCode::Open ControlCode::close() {
  CHECK(!open_.empty());
  const Open closed = open_.back();
  open_.pop_back();
  return closed;
}

void ControlCode::visit(std::uint32_t payload) { append(Operation::Kind::visit, payload); }

void ControlCode::assign(AssignmentId assignment) {
  const Assignment& form = program_->assignments[assignment];
  append(Operation::Kind::assign, assigns_.size());
  assigns_.push_back(
      {FlatAffine(form.value, layout_), layout_.of(Symbol::of(form.counter)), form.counter});
}

void ControlCode::load(ControlId control) {
  const Load* load = load_of(program_->controls[control]);
  CHECK(load != nullptr);
  append(Operation::Kind::load, loads_.size());
  loads_.push_back({load->buffer, layout_.loaded(control), control});
}

void ControlCode::trips(ControlId loop_id, ValueSlot to) {
  append(Operation::Kind::trips, trips_.size());
  trips_.push_back({loop(loop_id), to});
}

void ControlCode::begin_for(ControlId control) {
  append(Operation::Kind::enter_for, loops_.size());
  open(control);
  open_.back().branch = here() - 1;
  loops_.push_back(loop(control));
}

void ControlCode::end_for() {
  const Operation enter = operations_[open_.back().branch];
  append(Operation::Kind::next_trip, enter.index, open_.back().begin);
  operations_[close().branch].target = here();
}

void ControlCode::begin_if(ControlId control) {
  append(Operation::Kind::branch, conditions_.size());
  open(control);
  open_.back().branch = here() - 1;
  conditions_.push_back(condition(control));
}

void ControlCode::begin_else() {
  append(Operation::Kind::jump, 0);
  operations_[open_.back().branch].target = here();
  open_.back().branch = here() - 1;
}

void ControlCode::end_if() { operations_[close().branch].target = here(); }

void ControlCode::begin_while(ControlId control) { open(control); }

void ControlCode::test_while() {
  append(Operation::Kind::branch, conditions_.size());
  open_.back().branch = here() - 1;
  conditions_.push_back(condition(open_.back().control));
}

void ControlCode::end_while() {
  append(Operation::Kind::jump, 0, open_.back().begin);
  operations_[close().branch].target = here();
}

namespace {

struct BoundForm {
  const ValueLayout& layout;
  ControlId control;

  FlatAffine operator()(const Affine& affine) const { return FlatAffine(affine, layout); }
  FlatAffine operator()(const Load&) const { return FlatAffine(layout.loaded(control)); }
};

}  // namespace

ControlCode::Loop ControlCode::loop(ControlId control) const {
  const For& form = std::get<For>(program_->controls[control].form);
  const BoundForm bound{layout_, control};
  return {std::visit(bound, form.lower), std::visit(bound, form.upper), bound(form.step),
          layout_.of(Symbol::of(control)), control};
}

ControlCode::Condition ControlCode::condition(ControlId control) const {
  const auto not_zero = [&](ValueSlot slot) -> Condition {
    return {FlatResidue(slot), FlatResidue(Residue{}, layout_), Comparison::not_equal, control};
  };
  const If* form = std::get_if<If>(&program_->controls[control].form);
  if (form == nullptr || std::holds_alternative<Load>(form->condition))
    return not_zero(layout_.loaded(control));
  if (const ParamId* param = std::get_if<ParamId>(&form->condition))
    return not_zero(layout_.of(Symbol::of(*param)));
  const Compare& compare = std::get<Compare>(form->condition);
  return {FlatResidue(compare.left, layout_), FlatResidue(compare.right, layout_),
          compare.comparison, control};
}

}  // namespace tidemark
