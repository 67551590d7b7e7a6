// The linear parts of an expression: sums of integers and of integers times registers,
// params and loop variables, as large as they come, at the root, under a `%`, or as the index
// of a ring of registers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "core/ir/expression.h"

namespace tidemark::lowering {

struct Leaf {
  ExpressionNode::Kind kind = ExpressionNode::Kind::reg;  // reg, param or variable
  std::uint32_t index = 0;
  friend auto operator<=>(const Leaf&, const Leaf&) = default;
};

struct LinearPart {
  std::map<Leaf, std::int64_t> terms;  // no coefficient is 0
  std::int64_t constant = 0;
};

Expression to_expression(const std::map<Leaf, std::int64_t>& terms);

// The operations that the terms take; none for a single register, param or variable.
std::int64_t operations_of(const std::map<Leaf, std::int64_t>& terms);

// The expression with every linear part for which `replace` has something in its place.
using Replace = std::function<std::optional<Expression>(const LinearPart&)>;
Expression replace_linear_parts(const Expression& expression, const Replace& replace);

}  // namespace tidemark::lowering
