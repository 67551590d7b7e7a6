// An expression built anew by its operators, with parts of it replaced on the way.
#pragma once

#include <utility>
#include <vector>

#include "core/check.h"
#include "core/ir/expression.h"

namespace tidemark {

// `replace(node)` stands in place of each node, which has as many operands; then
// `leaf(RegisterId)` in place of each register that is no ring. Linear but for the copies.
template <class Replace, class Leaf>
Expression rebuild(const Expression& expression, Replace&& replace, Leaf&& leaf) {
  using Kind = ExpressionNode::Kind;
  std::vector<Expression> stack;
  const auto pop = [&] {
    Expression top = std::move(stack.back());
    stack.pop_back();
    return top;
  };
  const auto binary = [&](auto&& combine) {
    const Expression b = pop();
    stack.push_back(combine(pop(), b));
  };
  for (const ExpressionNode& original : expression.nodes()) {
    const ExpressionNode node = replace(original);
    switch (node.kind) {
      case Kind::integer:
        stack.emplace_back(node.value);
        break;
      case Kind::reg:
        stack.push_back(leaf(RegisterId(node.index)));
        break;
      case Kind::indexed_register:
        stack.push_back(Expression::element(RegisterId(node.index), pop()));
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
        binary([](Expression a, const Expression& b) { return std::move(a) + b; });
        break;
      case Kind::subtract:
        binary([](Expression a, const Expression& b) { return std::move(a) - b; });
        break;
      case Kind::multiply:
        binary([](Expression a, const Expression& b) { return std::move(a) * b; });
        break;
      case Kind::remainder:
        stack.push_back(pop() % node.value);
        break;
    }
  }
  CHECK(stack.size() == 1);
  return pop();
}

template <class Replace>
Expression rebuild(const Expression& expression, Replace&& replace) {
  return rebuild(expression, replace, [](RegisterId r) { return Expression::of(r); });
}

}  // namespace tidemark
