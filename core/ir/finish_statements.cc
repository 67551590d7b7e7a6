#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/ir/finish_parts.h"
#include "core/ir/names.h"

namespace tidemark::internal {

namespace {

// Relies on check_tree: depth is within the limit, so recursion over blocks is too.
class StatementCheck {
 public:
  StatementCheck(const Program& program, ProgramErrors& errors)
      : program_(program), errors_(errors), in_scope_(program.controls.size(), 0) {
    for (const Param& param : program.params) taken_.push_back(param.name);
    for (const Counter& counter : program.counters) taken_.push_back(counter.name);
    std::ranges::sort(taken_);
  }

  void run() { block(program_.body); }

 private:
  static constexpr std::size_t kAttributes = 64;  // of one instruction

  void block(const Block& statements) {
    for (const Statement& statement : statements)
      std::visit([this](auto id) { check(id); }, statement);
  }

  void check(InstructionId id) {
    const Instruction& i = program_.instructions[id];
    line_ = i.line;
    if (!program_.engines.contains(i.engine))
      fault(i.opcode, fmt::format("instruction '{}' has no engine", i.opcode));
    if (!is_word(i.opcode)) fault(i.opcode, fmt::format("'{}' is no opcode", i.opcode));
    label(i.label);
    for (const Access& a : i.reads) access(a);
    for (const Access& a : i.writes) access(a);
    attributes(i.attributes);
  }

  void check(AssignmentId id) {
    const Assignment& assignment = program_.assignments[id];
    line_ = assignment.line;
    if (!program_.counters.contains(assignment.counter))
      fault({}, "an assignment to a counter that does not exist");
    affine(assignment.value);
  }

  void check(ControlId id) {
    const Control& control = program_.controls[id];
    line_ = control.line;
    label(control.label);
    std::visit([&](const auto& form) { check_form(id, form); }, control.form);
  }

  void check_form(ControlId id, const For& loop) {
    bound(loop.lower);
    bound(loop.upper);
    if (std::holds_alternative<Load>(loop.lower) && std::holds_alternative<Load>(loop.upper))
      fault("load", "only one of a loop's two bounds can be a load");
    affine(loop.step);
    variable(loop.variable);
    in_scope_[id] = 1;
    variables_.push_back(loop.variable);
    block(loop.body);
    variables_.pop_back();
    in_scope_[id] = 0;
  }

  void check_form(ControlId, const If& branch) {
    if (const auto* compare = std::get_if<Compare>(&branch.condition)) {
      residue(compare->left);
      residue(compare->right);
    } else if (const auto* param = std::get_if<ParamId>(&branch.condition)) {
      if (!program_.params.contains(*param))
        fault({}, "a condition on a param that does not exist");
    } else {
      access(std::get<Load>(branch.condition));
    }
    block(branch.then_block);
    block(branch.else_block);
  }

  void check_form(ControlId, const While& loop) {
    access(loop.condition);
    block(loop.body);
  }

  void variable(const std::string& name) {
    if (!is_name(name)) fault(name, fmt::format("'{}' is no name for a loop variable", name));
    if (std::ranges::binary_search(taken_, std::string_view(name)))
      fault(name, fmt::format("loop variable '{}' is named like a param or counter", name));
    if (std::ranges::find(variables_, name) != variables_.end())
      fault(name, fmt::format("loop variable '{}' is that of a loop around this one", name));
  }

  void label(const std::string& label) {
    if (!label.empty() && !is_name(label)) fault(label, fmt::format("'{}' is no label", label));
  }

  void bound(const Bound& bound) {
    if (const auto* form = std::get_if<Affine>(&bound)) return affine(*form);
    access(std::get<Load>(bound));
  }

  void access(const Access& a) {
    if (!program_.buffers.contains(a.buffer)) return fault({}, "an unknown buffer");
    const Buffer& buffer = program_.buffers[a.buffer];
    if (buffer.slots && !a.slot)
      fault(buffer.name,
            fmt::format("buffer '{}' has {} slots: an index is needed", buffer.name, *buffer.slots),
            fmt::format("write {}[e] or {}[e % {}]", buffer.name, buffer.name, *buffer.slots));
    if (!buffer.slots && a.slot)
      fault(buffer.name, fmt::format("buffer '{}' has no slots to index", buffer.name),
            fmt::format("declare it as 'buffer {}[n]', or write its bare name", buffer.name));
    if (a.slot) residue(*a.slot);
  }

  void residue(const Residue& e) {
    if (e.modulus < 0) fault({}, fmt::format("a remainder by {}: it is positive", e.modulus));
    affine(e.form);
  }

  void affine(const Affine& e) {
    const AffineTerm* before = nullptr;
    for (const AffineTerm& term : e.terms) {
      if (term.coefficient == 0 || (before != nullptr && !(before->symbol < term.symbol)))
        fault({}, "an affine form whose terms are not sorted, distinct and other than 0");
      before = &term;
      symbol(term.symbol);
    }
  }

  void symbol(Symbol symbol) {
    switch (symbol.kind) {
      case Symbol::Kind::param:
        if (symbol.index >= program_.params.size()) fault({}, "a param that does not exist");
        return;
      case Symbol::Kind::counter:
        if (symbol.index >= program_.counters.size()) fault({}, "a counter that does not exist");
        return;
      case Symbol::Kind::variable:
        if (symbol.index >= in_scope_.size() || !in_scope_[ControlId(symbol.index)])
          fault({}, "a loop variable is used outside its loop");
        return;
    }
  }

  void attributes(const std::vector<Attribute>& attributes) {
    if (attributes.size() > kAttributes)
      return fault({}, fmt::format("more than {} attributes", kAttributes));
    for (auto it = attributes.begin(); it != attributes.end(); ++it) {
      if (!is_word(it->name)) fault(it->name, fmt::format("'{}' is no attribute", it->name));
      if (std::ranges::find(attributes.begin(), it, it->name, &Attribute::name) != it)
        fault(it->name, fmt::format("attribute '{}' is given twice", it->name));
    }
  }

  void fault(std::string_view subject, std::string message, std::string hint = {}) {
    errors_.add(line_, std::string(subject), std::move(message), std::move(hint));
  }

  const Program& program_;
  ProgramErrors& errors_;
  Table<ControlId, char> in_scope_;  // loops around the statement at hand
  std::vector<std::string_view> variables_;
  std::vector<std::string_view> taken_;  // params and counters, sorted
  SourceLine line_;
};

}  // namespace

void check_statements(const Program& program, ProgramErrors& errors) {
  StatementCheck(program, errors).run();
}

}  // namespace tidemark::internal
