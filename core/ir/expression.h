// Integer expressions of a stream: over its registers, params, loop variables in
// scope, and the trip counts of loops. Held in postfix, so that building, printing
// and evaluating take no recursion.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ir/ids.h"

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

// Invariant: a well formed postfix sequence that leaves one value.
class Expression {
 public:
  Expression(std::int64_t value = 0)  // NOLINT: integers are expressions
      : nodes_{{ExpressionNode::Kind::integer, 0, value}} {}

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

  const std::vector<ExpressionNode>& nodes() const { return nodes_; }

  friend bool operator==(const Expression&, const Expression&) = default;

 private:
  static Expression leaf(ExpressionNode::Kind kind, std::uint32_t index);
  Expression& append(const Expression& b, ExpressionNode node);

  std::vector<ExpressionNode> nodes_;
};

}  // namespace tidemark
