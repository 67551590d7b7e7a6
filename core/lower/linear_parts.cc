#include "core/lower/linear_parts.h"

#include <utility>
#include <vector>

namespace tidemark::lowering {
namespace {

using Kind = ExpressionNode::Kind;

struct Part {
  Expression expression;
  std::optional<LinearPart> linear;
};

std::optional<LinearPart> scaled(const LinearPart& a, std::int64_t factor) {
  LinearPart result;
  if (__builtin_mul_overflow(a.constant, factor, &result.constant)) return std::nullopt;
  for (const auto& [leaf, coefficient] : a.terms)
    if (factor != 0 && __builtin_mul_overflow(coefficient, factor, &result.terms[leaf]))
      return std::nullopt;
  return result;
}

std::optional<LinearPart> sum(LinearPart a, const LinearPart& b) {
  if (__builtin_add_overflow(a.constant, b.constant, &a.constant)) return std::nullopt;
  for (const auto& [leaf, coefficient] : b.terms) {
    std::int64_t& into = a.terms[leaf];
    if (__builtin_add_overflow(into, coefficient, &into)) return std::nullopt;
    if (into == 0) a.terms.erase(leaf);
  }
  return a;
}

std::optional<LinearPart> product(const LinearPart& a, const LinearPart& b) {
  if (b.terms.empty()) return scaled(a, b.constant);
  if (a.terms.empty()) return scaled(b, a.constant);
  return std::nullopt;
}

std::optional<LinearPart> combined(Kind kind, const Part& a, const Part& b) {
  if (!a.linear || !b.linear) return std::nullopt;
  if (kind == Kind::multiply) return product(*a.linear, *b.linear);
  if (kind == Kind::add) return sum(*a.linear, *b.linear);
  const auto negative = scaled(*b.linear, -1);
  return negative ? sum(*a.linear, *negative) : std::nullopt;
}

class Replacer {
 public:
  Replacer(const Expression& expression, const Replace& replace) : replace_(replace) {
    for (const ExpressionNode& node : expression.nodes()) visit(node);
  }
  Expression result() { return finished(pop()); }

 private:
  Part pop() {
    Part top = std::move(stack_.back());
    stack_.pop_back();
    return top;
  }

  Expression finished(Part part) const {
    if (!part.linear) return std::move(part.expression);
    return replace_(*part.linear).value_or(std::move(part.expression));
  }

  void push_leaf(Expression expression, const ExpressionNode& node) {
    stack_.push_back({std::move(expression), LinearPart{{{{node.kind, node.index}, 1}}, 0}});
  }

  void visit(const ExpressionNode& node) {
    switch (node.kind) {
      case Kind::integer:
        stack_.push_back({Expression(node.value), LinearPart{{}, node.value}});
        return;
      case Kind::reg:
        return push_leaf(Expression::of(RegisterId(node.index)), node);
      case Kind::param:
        return push_leaf(Expression::of(ParamId(node.index)), node);
      case Kind::variable:
        return push_leaf(Expression::variable(ControlId(node.index)), node);
      case Kind::trips:
        stack_.push_back({Expression::trips(ControlId(node.index)), std::nullopt});
        return;
      case Kind::indexed_register:
        stack_.push_back(
            {Expression::element(RegisterId(node.index), finished(pop())), std::nullopt});
        return;
      case Kind::remainder:
        stack_.push_back({finished(pop()) % node.value, std::nullopt});
        return;
      case Kind::add:
      case Kind::subtract:
      case Kind::multiply:
        return combine(node.kind);
    }
    std::unreachable();
  }

  void combine(Kind kind) {
    Part b = pop(), a = pop();
    std::optional<LinearPart> linear = combined(kind, a, b);
    Expression left = linear ? std::move(a.expression) : finished(std::move(a));
    const Expression right = linear ? std::move(b.expression) : finished(std::move(b));
    Expression whole = kind == Kind::add        ? std::move(left) + right
                       : kind == Kind::subtract ? std::move(left) - right
                                                : std::move(left) * right;
    stack_.push_back({std::move(whole), std::move(linear)});
  }

  const Replace& replace_;
  std::vector<Part> stack_;
};

Expression leaf_expression(const Leaf& leaf) {
  if (leaf.kind == Kind::reg) return Expression::of(RegisterId(leaf.index));
  if (leaf.kind == Kind::param) return Expression::of(ParamId(leaf.index));
  return Expression::variable(ControlId(leaf.index));
}

}  // namespace

Expression to_expression(const std::map<Leaf, std::int64_t>& terms) {
  std::optional<Expression> sum;
  for (const auto& [leaf, coefficient] : terms) {
    Expression term = leaf_expression(leaf);
    if (coefficient != 1) term = Expression(coefficient) * term;
    sum = sum ? *std::move(sum) + term : std::move(term);
  }
  return sum.value_or(Expression(0));
}

std::int64_t operations_of(const std::map<Leaf, std::int64_t>& terms) {
  std::int64_t operations = terms.empty() ? 0 : static_cast<std::int64_t>(terms.size()) - 1;
  for (const auto& [leaf, coefficient] : terms) operations += coefficient != 1 ? 1 : 0;
  return operations;
}

Expression replace_linear_parts(const Expression& expression, const Replace& replace) {
  return Replacer(expression, replace).result();
}

}  // namespace tidemark::lowering
