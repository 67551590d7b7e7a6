// Going over a stream's statements and expressions to change them.
#pragma once

#include <optional>
#include <vector>

#include "core/check.h"
#include "core/ir/streams.h"

namespace tidemark::lowering {

// Calls `visit(StreamStatement&)` on every statement, outer ones first.
template <class Statements, class Visit>  // StreamBlock, const or not
void for_each_statement(Statements& block, Visit&& visit) {
  for (auto& statement : block) {
    visit(statement);
    if (auto* loop = std::get_if<StreamFor>(&statement.form)) {
      for_each_statement(loop->body, visit);
    } else if (auto* loop = std::get_if<StreamWhile>(&statement.form)) {
      for_each_statement(loop->body, visit);
    } else if (auto* branch = std::get_if<StreamIf>(&statement.form)) {
      for_each_statement(branch->then_block, visit);
      for_each_statement(branch->else_block, visit);
    }
  }
}

// Calls `visit(Expression&)` on every expression of the statement itself.
template <class Visit>
void for_each_expression(StreamStatement& statement, Visit&& visit) {
  const auto in_ref = [&](SemaphoreRef& ref) {
    if (ref.index) visit(*ref.index);
  };
  if (auto* issue = std::get_if<Issue>(&statement.form)) {
    for (SignalOn& signal : issue->signals) in_ref(signal.target);
  } else if (auto* read = std::get_if<Read>(&statement.form)) {
    for (SignalOn& signal : read->signals) in_ref(signal.target);
  } else if (auto* wait = std::get_if<Wait>(&statement.form)) {
    in_ref(wait->semaphore);
    visit(wait->threshold);
  } else if (auto* take = std::get_if<Take>(&statement.form)) {
    in_ref(take->semaphore);
    visit(take->amount);
  } else if (auto* set = std::get_if<SetRegister>(&statement.form)) {
    if (set->index) visit(*set->index);
    visit(set->value);
  } else if (auto* barrier = std::get_if<Barrier>(&statement.form)) {
    for (SemaphoreRef& reset : barrier->resets) in_ref(reset);
    if (barrier->unless) visit(*barrier->unless);
  } else if (auto* reset = std::get_if<Reset>(&statement.form)) {
    in_ref(reset->semaphore);
  } else if (auto* signal = std::get_if<SignalNow>(&statement.form)) {
    in_ref(signal->signal.target);
  }
}

// The expression built again, with `leaf(RegisterId)` in place of every `reg r` and
// `ring(RegisterId)` the ring in place of r in every `r[...]`.
template <class Leaf, class Ring>
Expression rebuild(const Expression& expression, Leaf&& leaf, Ring&& ring) {
  using Kind = ExpressionNode::Kind;
  std::vector<Expression> stack;
  const auto pop = [&] {
    Expression top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  for (const ExpressionNode& node : expression.nodes()) switch (node.kind) {
      case Kind::integer:
        stack.emplace_back(node.value);
        break;
      case Kind::reg:
        stack.push_back(leaf(RegisterId(node.index)));
        break;
      case Kind::indexed_register:
        stack.push_back(Expression::element(ring(RegisterId(node.index)), pop()));
        break;
      case Kind::param:
        stack.push_back(Expression::of(ParamId(node.index)));
        break;
      case Kind::variable:
        stack.push_back(Expression::variable(ControlId(node.index)));
        break;
      case Kind::trips:
        stack.push_back(Expression::trips(ControlId(node.index)));
        break;
      case Kind::add:
      case Kind::subtract:
      case Kind::multiply: {
        const Expression b = pop();
        Expression a = pop();
        stack.push_back(node.kind == Kind::add        ? std::move(a) + b
                        : node.kind == Kind::subtract ? std::move(a) - b
                                                      : std::move(a) * b);
        break;
      }
      case Kind::remainder:
        stack.push_back(pop() % node.value);
        break;
    }
  CHECK(stack.size() == 1);
  return pop();
}

// Every `reg r` for which `value_of(RegisterId)` has a value replaced by that.
template <class ValueOf>
Expression substitute(const Expression& expression, ValueOf&& value_of) {
  const auto leaf = [&](RegisterId reg) {
    std::optional<Expression> value = value_of(reg);
    return value ? *std::move(value) : Expression::of(reg);
  };
  return rebuild(expression, leaf, [](RegisterId ring) { return ring; });
}

// Registers by other numbers.
template <class Moved>
Expression renumber(const Expression& expression, Moved&& moved) {
  return rebuild(expression, [&](RegisterId reg) { return Expression::of(moved(reg)); }, moved);
}

// A name for a register or semaphore that nothing of the program or of `taken` has.
std::string unused_name(const std::string& stem, const Program& program,
                        const std::vector<std::string>& taken);
std::vector<std::string> register_names(const Stream& stream);

}  // namespace tidemark::lowering
