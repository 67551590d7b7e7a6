#include "oracle/tracking.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace tidemark {
namespace {

// What is known of an integer: its residue, or (modulus 0) all of it.
using Pair = std::pair<ColumnId, std::int64_t>;

class Closure {
 public:
  explicit Closure(const JointCode& code) : code_(code) {}

  Tracking find() {
    for (const Instruction& instruction : code_.program->instructions) {
      for (const Access& access : instruction.reads) want_slot(access);
      for (const Access& access : instruction.writes) want_slot(access);
    }
    for (const Control& control : code_.program->controls) {
      if (const Load* load = load_of(control)) want_slot(*load);
      if (const auto* branch = std::get_if<If>(&control.form))
        if (const auto* compare = std::get_if<Compare>(&branch->condition)) {
          want_residue(compare->left);
          want_residue(compare->right);
        }
    }
    for (const JointNode& node : code_.nodes)
      if (node.statement != nullptr) want_in(node);
    while (!open_.empty()) {
      const Pair pair = open_.back();
      open_.pop_back();
      follow(pair.first, pair.second);
    }
    return result();
  }

 private:
  void want(ColumnId column, std::int64_t modulus) {
    if (modulus != 1 && wanted_.emplace(column, modulus).second)
      open_.emplace_back(column, modulus);
  }

  void want(const Affine& over_columns, std::int64_t modulus) {
    for (const AffineTerm& term : over_columns.terms)
      want(ColumnId(term.symbol.index),
           modulus == 0 ? 0 : modulus / std::gcd(term.coefficient, modulus));
  }

  void want_slot(const Access& access) {
    if (access.slot && !code_.is_own[access.buffer])
      want(over_columns(code_, access.slot->form), access.slot->modulus);
  }
  void want_residue(const Residue& residue) {
    if (residue.modulus != 0) want(over_columns(code_, residue.form), residue.modulus);
  }

  // Every column of the expression, of registers in rings too; not what `%` and rings' indices
  // are taken of, which is known as far as these want it (want_in).
  void want_leaves(const JointNode& node, ExpressionNodes nodes, std::int64_t modulus) {
    using Kind = ExpressionNode::Kind;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      const ExpressionNode& leaf = nodes[i];
      if (leaf.kind == Kind::param) want(code_.param(ParamId(leaf.index)), modulus);
      if (leaf.kind == Kind::variable) want(code_.variable(ControlId(leaf.index)), modulus);
      if (leaf.kind == Kind::trips)
        for (const auto& [loop, snapshot] : node.trips)
          if (loop.value == leaf.index) want(code_.seen_trips(snapshot), modulus);
      if (leaf.kind == Kind::reg || leaf.kind == Kind::indexed_register)
        want_register(node.engine, RegisterId(leaf.index), modulus);
      if (leaf.kind == Kind::remainder || leaf.kind == Kind::indexed_register)
        i -= operand_before(nodes, i).size();
    }
  }

  void want_register(EngineId engine, RegisterId id, std::int64_t modulus) {
    const std::uint32_t first = code_.registers[engine][id.value];
    const std::int64_t count = code_.stream_of[engine]->registers[id].count.value_or(1);
    for (std::int64_t i = 0; i < count; ++i)
      want(ColumnId(first + static_cast<std::uint32_t>(i)), modulus);
  }

  // Operands of `%` in the expression, and indices of register rings.
  void want_in(const JointNode& node, const Expression& e) {
    const ExpressionNodes nodes = e.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].kind == ExpressionNode::Kind::remainder)
        want_leaves(node, operand_before(nodes, i), nodes[i].value);
      if (nodes[i].kind == ExpressionNode::Kind::indexed_register)
        want_index(node, operand_before(nodes, i));
    }
  }

  void want_index(const JointNode& node, ExpressionNodes index) {
    if (index.back().kind != ExpressionNode::Kind::remainder) want_leaves(node, index, 0);
  }

  // The operand that ends right before node i.
  static ExpressionNodes operand_before(ExpressionNodes nodes, std::size_t i) {
    std::size_t first = i;
    for (std::size_t missing = 1; missing > 0;) {
      using Kind = ExpressionNode::Kind;
      const Kind kind = nodes[--first].kind;
      const bool is_binary = kind == Kind::add || kind == Kind::subtract || kind == Kind::multiply;
      const bool is_unary = kind == Kind::remainder || kind == Kind::indexed_register;
      if (is_binary) ++missing;
      if (!is_binary && !is_unary) --missing;
    }
    return nodes.subspan(first, i - first);
  }

  void want_in(const JointNode& node) {
    const auto want_reference = [&](const SemaphoreRef& semaphore) {
      if (!semaphore.index) return;
      want_in(node, *semaphore.index);
      want_index(node, semaphore.index->nodes());
    };
    if (const auto* wait = std::get_if<Wait>(&node.statement->form)) {
      want_in(node, wait->threshold);
      want_reference(wait->semaphore);
    } else if (const auto* set = std::get_if<SetRegister>(&node.statement->form)) {
      want_in(node, set->value);
      if (set->index) want_in(node, *set->index);
      if (set->index) want_index(node, set->index->nodes());
    } else if (const auto* issue = std::get_if<Issue>(&node.statement->form)) {
      for (const SignalOn& signal : issue->signals) want_reference(signal.target);
    } else if (const auto* read = std::get_if<Read>(&node.statement->form)) {
      for (const SignalOn& signal : read->signals) want_reference(signal.target);
    }
  }

  // What the column is set to must be known in the same way.
  void follow(ColumnId column, std::int64_t modulus) {
    const Program& program = *code_.program;
    for (const Assignment& assignment : program.assignments)
      if (code_.counter(assignment.counter) == column)
        want(over_columns(code_, assignment.value), modulus);
    for (const ControlId id : program.controls.ids()) {
      const auto* loop = std::get_if<For>(&program.controls[id].form);
      if (loop == nullptr) continue;
      if (code_.variable(id) == column) {
        if (const auto* lower = std::get_if<Affine>(&loop->lower))
          want(over_columns(code_, *lower), modulus);
        want(code_.step(id), modulus);
      }
      if (code_.step(id) == column) want(over_columns(code_, loop->step), modulus);
    }
    for (const JointNode& node : code_.nodes)
      if (const auto* set = register_set(node, column))
        want_leaves(node, set->value.nodes(), modulus);
  }

  const SetRegister* register_set(const JointNode& node, ColumnId column) const {
    if (node.kind != JointNode::Kind::set_register) return nullptr;
    const auto& set = std::get<SetRegister>(node.statement->form);
    const std::uint32_t first = code_.registers[node.engine][set.target.value];
    const std::int64_t count =
        code_.stream_of[node.engine]->registers[set.target].count.value_or(1);
    return column.value >= first && column.value < first + count ? &set : nullptr;
  }

  bool is_lasting(ColumnId column) const {
    return std::ranges::none_of(code_.nodes, [&](const JointNode& node) {
      const auto* set = register_set(node, column);
      return set != nullptr && set->value.nodes().back().kind == ExpressionNode::Kind::integer;
    });
  }

  bool is_settled(const Control& control) const {
    const auto* branch = std::get_if<If>(&control.form);
    if (branch == nullptr) return false;
    if (std::holds_alternative<ParamId>(branch->condition)) return true;
    const auto* compare = std::get_if<Compare>(&branch->condition);
    const auto is_over_params = [](const Residue& side) {
      return side.modulus == 0 && std::ranges::all_of(side.form.terms, [](const AffineTerm& term) {
               return term.symbol.kind == Symbol::Kind::param;
             });
    };
    return compare != nullptr && is_over_params(compare->left) && is_over_params(compare->right);
  }

  Tracking result() const {
    Tracking tracking;
    for (const ControlId id : code_.program->controls.ids())
      if (is_settled(code_.program->controls[id])) tracking.settled.push_back(id);
    for (const Stream& stream : code_.streams->streams)
      for (const RegisterId id : stream.registers.ids()) {
        const ColumnId column(code_.registers[stream.engine][id.value]);
        if (!stream.registers[id].count && is_lasting(column)) tracking.lasting.push_back(column);
      }
    for (const auto& [column, modulus] : wanted_) {
      if (modulus == 0)
        tracking.exact.push_back(column);
      else
        tracking.residues.push_back({column, modulus});
    }
    return tracking;
  }

  const JointCode& code_;
  std::set<Pair> wanted_;
  std::vector<Pair> open_;
};

}  // namespace

Affine over_columns(const JointCode& code, const Affine& form) {
  Affine result(form.constant);
  for (const AffineTerm& term : form.terms)
    result.terms.push_back({column_symbol(code.symbol(term.symbol)), term.coefficient});
  std::ranges::sort(result.terms, {}, &AffineTerm::symbol);
  return result;
}

Tracking find_tracking(const JointCode& code) { return Closure(code).find(); }

}  // namespace tidemark
