// Going over a stream's statements and expressions to change them.
#pragma once

#include <optional>
#include <vector>

#include "core/ir/rebuild.h"
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

// Every `reg r` for which `value_of(RegisterId)` has a value replaced by that.
template <class ValueOf>
Expression substitute(const Expression& expression, ValueOf&& value_of) {
  const auto same = [](const ExpressionNode& node) { return node; };
  return rebuild(expression, same, [&](RegisterId reg) {
    std::optional<Expression> value = value_of(reg);
    return value ? *std::move(value) : Expression::of(reg);
  });
}

// Registers by other numbers.
template <class Moved>
Expression renumber(const Expression& expression, Moved&& moved) {
  using Kind = ExpressionNode::Kind;
  return rebuild(expression, [&](ExpressionNode node) {
    if (node.kind == Kind::reg || node.kind == Kind::indexed_register)
      node.index = moved(RegisterId(node.index)).value;
    return node;
  });
}

// Each of an array counts.
std::int64_t semaphore_count(const Streams& streams);

// A name for a register or semaphore that nothing of the program or of `taken` has.
std::string unused_name(const std::string& stem, const Program& program,
                        const std::vector<std::string>& taken);
std::vector<std::string> register_names(const Stream& stream);

}  // namespace tidemark::lowering
