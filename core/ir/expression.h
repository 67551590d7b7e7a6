// Integer expressions of a stream: over its registers, params, loop variables in
// scope, and the trip counts of loops. Held in postfix, so that building, printing
// and evaluating take no recursion.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ir/ids.h"
#include "core/ir/rare.h"

namespace tidemark {

struct ExpressionNode {
  enum class Kind : std::uint8_t {
    integer,           // pushes `value`
    reg,               // pushes register `index`
    indexed_register,  // pops i, pushes element i of the register ring `index`
    param,             // pushes param `index`
    variable,          // pushes the variable of the loop `index` (a ControlId)
    trips,             // pushes the trips that loop `index` would have here
    add,
    subtract,
    multiply,   // these three pop b, then a
    remainder,  // pops a, pushes a % value, value > 0, as the program's remainder
  };

  Kind kind = Kind::integer;
  std::uint32_t index = 0;
  std::int64_t value = 0;

  friend bool operator==(const ExpressionNode&, const ExpressionNode&) = default;
};

// A list that keeps a few nodes in place: most expressions of a stream are a register, a sum
// with a constant or an element of a ring, and large streams have millions of them.
class ExpressionNodes {
 public:
  explicit ExpressionNodes(ExpressionNode only) : few_{only} {}

  std::span<const ExpressionNode> all() const {
    return {many_ ? many_->data() : few_.data(), size_};
  }
  void append(ExpressionNode node);
  void append(std::span<const ExpressionNode> nodes);

  friend bool operator==(const ExpressionNodes& a, const ExpressionNodes& b) {
    return std::ranges::equal(a.all(), b.all());
  }

 private:
  std::array<ExpressionNode, 3> few_;
  std::size_t size_ = 1;
  Rare<std::vector<ExpressionNode>> many_;  // all of them, once they are more than a few
};

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
  static Expression element(RegisterId ring, Expression index);

  // The four operators build exactly the tree written; nothing is folded.
  friend Expression operator+(Expression a, const Expression& b);
  friend Expression operator-(Expression a, const Expression& b);
  friend Expression operator*(Expression a, const Expression& b);
  friend Expression operator%(Expression a, std::int64_t modulus);

  std::span<const ExpressionNode> nodes() const { return nodes_.all(); }

  friend bool operator==(const Expression&, const Expression&) = default;

 private:
  explicit Expression(ExpressionNode only) : nodes_(only) {}

  static Expression leaf(ExpressionNode::Kind kind, std::uint32_t index) {
    return Expression(ExpressionNode{kind, index, 0});
  }
  static Expression both(Expression a, const Expression& b, ExpressionNode::Kind operation);

  ExpressionNodes nodes_;
};

}  // namespace tidemark
