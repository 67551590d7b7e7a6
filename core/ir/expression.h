// Integer expressions of a stream: over its registers, params, loop variables in
// scope, and the trip counts of loops. Held in postfix, so that building, printing
// and evaluating take no recursion.
#pragma once

#include <cstdint>
#include <utility>

#include "core/check.h"
#include "core/ir/expression_node_list.h"
#include "core/ir/ids.h"

namespace tidemark {

// Invariant: a well formed postfix sequence that leaves one value.
class Expression {
 public:
  Expression(std::int64_t value = 0)  // NOLINT: integers are expressions
      : nodes_({ExpressionNode::Kind::integer, 0, value}) {}

  static Expression of(RegisterId r) { return leaf(ExpressionNode::Kind::reg, r.value); }
  static Expression of(ParamId p) { return leaf(ExpressionNode::Kind::param, p.value); }
  static Expression variable(ControlId loop) {
    return leaf(ExpressionNode::Kind::variable, loop.value);
  }
  static Expression trips(ControlId loop) { return leaf(ExpressionNode::Kind::trips, loop.value); }
  static Expression element(RegisterId ring, Expression index) {
    index.nodes_.append({ExpressionNode::Kind::indexed_register, ring.value, 0});
    return index;
  }

  // The operators build exactly the tree written; nothing is folded.
  Expression& operator+=(const Expression& b) { return combine(b, ExpressionNode::Kind::add); }
  Expression& operator-=(const Expression& b) { return combine(b, ExpressionNode::Kind::subtract); }
  Expression& operator*=(const Expression& b) { return combine(b, ExpressionNode::Kind::multiply); }
  Expression& operator%=(std::int64_t modulus) {
    CHECK(modulus > 0);
    nodes_.append({ExpressionNode::Kind::remainder, 0, modulus});
    return *this;
  }
  friend Expression operator+(Expression a, const Expression& b) { return std::move(a += b); }
  friend Expression operator-(Expression a, const Expression& b) { return std::move(a -= b); }
  friend Expression operator*(Expression a, const Expression& b) { return std::move(a *= b); }
  friend Expression operator%(Expression a, std::int64_t modulus) {
    return std::move(a %= modulus);
  }

  ExpressionNodes nodes() const { return nodes_.all(); }

  friend bool operator==(const Expression&, const Expression&) = default;

 private:
  explicit Expression(const ExpressionNode& only) : nodes_(only) {}

  static Expression leaf(ExpressionNode::Kind kind, std::uint32_t index) {
    return Expression(ExpressionNode{kind, index, 0});
  }
  Expression& combine(const Expression& b, ExpressionNode::Kind operation) {
    nodes_.append(b.nodes_);
    nodes_.append({operation, 0, 0});
    return *this;
  }

  ExpressionNodeList nodes_;
};

}  // namespace tidemark
