#include "core/ir/expression.h"

#include <algorithm>
#include <utility>

#include "core/check.h"

namespace tidemark {

Expression Expression::leaf(ExpressionNode::Kind kind, std::uint32_t index) {
  Expression result;
  result.nodes_.front() = {kind, index, 0};
  return result;
}

// Sums grow term by term: room for a few terms at once is one allocation, not four.
Expression& Expression::append(const Expression& b, ExpressionNode node) {
  constexpr std::size_t kRoom = 8;
  if (nodes_.capacity() < nodes_.size() + b.nodes_.size() + 1)
    nodes_.reserve(std::max(kRoom, 2 * (nodes_.size() + b.nodes_.size() + 1)));
  nodes_.insert(nodes_.end(), b.nodes_.begin(), b.nodes_.end());
  nodes_.push_back(node);
  return *this;
}

Expression Expression::element(RegisterId ring, Expression index) {
  index.nodes_.push_back({ExpressionNode::Kind::indexed_register, ring.value, 0});
  return index;
}

Expression operator+(Expression a, const Expression& b) {
  return std::move(a.append(b, {ExpressionNode::Kind::add, 0, 0}));
}

Expression operator-(Expression a, const Expression& b) {
  return std::move(a.append(b, {ExpressionNode::Kind::subtract, 0, 0}));
}

Expression operator*(Expression a, const Expression& b) {
  return std::move(a.append(b, {ExpressionNode::Kind::multiply, 0, 0}));
}

Expression operator%(Expression a, std::int64_t modulus) {
  CHECK(modulus > 0);
  a.nodes_.push_back({ExpressionNode::Kind::remainder, 0, modulus});
  return a;
}

}  // namespace tidemark
