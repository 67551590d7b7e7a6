#include "core/text/affine_syntax.h"

#include <utility>

#include <fmt/format.h>

#include "core/check.h"

namespace tidemark::text {

namespace {

std::unexpected<AffineFault> fault(std::string_view at, std::string message,
                                   std::string hint = {}) {
  return std::unexpected(
      AffineFault{AffineFault::Kind::other, at, std::move(message), std::move(hint)});
}

std::unexpected<AffineFault> not_outermost(std::string_view at) {
  return fault(at, "a remainder is part of a larger expression",
               "'%' binds like '*' and stands outermost: (i + 1) % n");
}

}  // namespace

std::expected<Residue, AffineFault> AffineBuilder::residue(std::span<const SyntaxNode> nodes,
                                                           const IntegerNames& names) {
  stack_.clear();
  for (const SyntaxNode& node : nodes)
    if (Step step = apply(node, names); !step) return std::unexpected(std::move(step.error()));
  CHECK(stack_.size() == 1);
  return std::move(stack_.back());
}

AffineBuilder::Step AffineBuilder::apply(const SyntaxNode& node, const IntegerNames& names) {
  switch (node.kind) {
    case SyntaxNode::Kind::integer:
      stack_.push_back({Affine(node.value), 0});
      return {};
    case SyntaxNode::Kind::name:
      return push_name(node, names);
    case SyntaxNode::Kind::element:
      return fault(node.text, "an element cannot stand in an expression of a program",
                   "a value from memory is read with 'load', as a bound or a condition");
    case SyntaxNode::Kind::trips:
      return fault(node.text, "trips() is for streams");
    case SyntaxNode::Kind::remainder:
      if (stack_.back().modulus != 0) return not_outermost(node.text);
      stack_.back().modulus = node.value;
      return {};
    case SyntaxNode::Kind::negate:
    case SyntaxNode::Kind::add:
    case SyntaxNode::Kind::subtract:
    case SyntaxNode::Kind::multiply:
      return combine(node);
  }
  CHECK(false);
}

AffineBuilder::Step AffineBuilder::push_name(const SyntaxNode& node, const IntegerNames& names) {
  const auto found = names.find(node.text);
  if (found == names.end())
    return std::unexpected(AffineFault{AffineFault::Kind::unknown_name, node.text, {}, {}});
  stack_.push_back({Affine(found->second), 0});
  return {};
}

AffineBuilder::Step AffineBuilder::combine(const SyntaxNode& node) {
  Residue right = std::move(stack_.back());
  stack_.pop_back();
  Residue zero;
  Residue* left = node.kind == SyntaxNode::Kind::negate ? &zero : &stack_.back();
  if (left->modulus != 0 || right.modulus != 0) return not_outermost(node.text);

  std::optional<Affine> result;
  if (node.kind == SyntaxNode::Kind::add) {
    result = add(left->form, right.form);
  } else if (node.kind == SyntaxNode::Kind::multiply) {
    if (!left->form.is_constant() && !right.form.is_constant())
      return fault(node.text, "this is a product of two values that are not constant",
                   "expressions are affine: integers times params, variables and counters");
    result = right.form.is_constant() ? scale(left->form, right.form.constant)
                                      : scale(right.form, left->form.constant);
  } else {
    result = subtract(left->form, right.form);
  }
  if (!result) return fault(node.text, "a coefficient of this expression passes 64 bits");
  if (node.kind == SyntaxNode::Kind::negate)
    return stack_.push_back({*std::move(result), 0}), Step();
  left->form = *std::move(result);
  return {};
}

}  // namespace tidemark::text
