#include "core/ir/expression.h"

#include <utility>

#include "core/check.h"

namespace tidemark {

void ExpressionNodes::append(ExpressionNode node) { append(std::span(&node, 1)); }

void ExpressionNodes::append(std::span<const ExpressionNode> nodes) {
  const std::size_t size = size_ + nodes.size();
  if (size <= few_.size()) {
    std::ranges::copy(nodes, few_.begin() + static_cast<std::ptrdiff_t>(size_));
  } else {
    if (!many_) {
      many_ = std::vector<ExpressionNode>();
      many_->reserve(2 * size);
      many_->assign(few_.begin(), few_.begin() + static_cast<std::ptrdiff_t>(size_));
    }
    many_->insert(many_->end(), nodes.begin(), nodes.end());
  }
  size_ = size;
}

Expression Expression::element(RegisterId ring, Expression index) {
  index.nodes_.append({ExpressionNode::Kind::indexed_register, ring.value, 0});
  return index;
}

Expression Expression::both(Expression a, const Expression& b, ExpressionNode::Kind operation) {
  a.nodes_.append(b.nodes_.all());
  a.nodes_.append({operation, 0, 0});
  return a;
}

Expression operator+(Expression a, const Expression& b) {
  return Expression::both(std::move(a), b, ExpressionNode::Kind::add);
}

Expression operator-(Expression a, const Expression& b) {
  return Expression::both(std::move(a), b, ExpressionNode::Kind::subtract);
}

Expression operator*(Expression a, const Expression& b) {
  return Expression::both(std::move(a), b, ExpressionNode::Kind::multiply);
}

Expression operator%(Expression a, std::int64_t modulus) {
  CHECK(modulus > 0);
  a.nodes_.append({ExpressionNode::Kind::remainder, 0, modulus});
  return a;
}

}  // namespace tidemark
