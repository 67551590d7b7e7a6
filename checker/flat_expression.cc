#include "checker/flat_expression.h"

#include <fmt/format.h>

#include <utility>

namespace tidemark {

using NodeKind = ExpressionNode::Kind;

FlatExpression::Node FlatExpression::flatten(const ExpressionNode& node,
                                             const ExpressionPlaces& places) {
  const auto place = [](ValueSlot slot) { return Node{NodeKind::reg, 1, slot, 0}; };
  switch (node.kind) {
    case NodeKind::reg:
      return place(places.registers[RegisterId(node.index)].first);
    case NodeKind::param:
      return place(places.values.of(Symbol::of(ParamId(node.index))));
    case NodeKind::variable:
      return place(places.values.of(Symbol::of(ControlId(node.index))));
    case NodeKind::trips:
      return place(places.trips[ControlId(node.index)]);
    case NodeKind::indexed_register: {
      const RegisterPlace& ring = places.registers[RegisterId(node.index)];
      return {node.kind, ring.count, ring.first, 0};
    }
    case NodeKind::integer:
    case NodeKind::add:
    case NodeKind::subtract:
    case NodeKind::multiply:
    case NodeKind::remainder:
      return {node.kind, 0, 0, node.value};
  }
  std::unreachable();
}

FlatExpression::FlatExpression(const Expression& expression, const ExpressionPlaces& places) {
  const ExpressionNodes nodes = expression.nodes();
  if (is_short(nodes, places)) return;
  kind_ = Kind::postfix;
  nodes_.reserve(nodes.size());
  for (const ExpressionNode& node : nodes) nodes_.push_back(flatten(node, places));
}

// Finds the two short forms, which are most.
bool FlatExpression::is_short(ExpressionNodes nodes, const ExpressionPlaces& places) {
  if (nodes.size() != 1 && nodes.size() != 3) return false;
  const Node first = flatten(nodes[0], places);
  if (nodes.size() == 1 && first.kind == NodeKind::integer) {
    constant_ = first.value;
    return true;
  }
  if (first.kind != NodeKind::reg) return false;
  kind_ = Kind::sum;
  slot_ = first.slot;
  if (nodes.size() == 1) return true;
  if (nodes[1].kind != NodeKind::integer) return false;
  const std::int64_t by = nodes[1].value;
  if (nodes[2].kind == NodeKind::add)
    constant_ = by;
  else if (nodes[2].kind == NodeKind::subtract && by != INT64_MIN)
    constant_ = -by;
  else
    return false;
  return true;
}

namespace {

// a = a OP b; false if that passes 64 bits.
bool apply(NodeKind kind, std::int64_t& a, std::int64_t b) {
  if (kind == NodeKind::add) return !__builtin_add_overflow(a, b, &a);
  if (kind == NodeKind::subtract) return !__builtin_sub_overflow(a, b, &a);
  return !__builtin_mul_overflow(a, b, &a);
}

}  // namespace

bool FlatExpression::overflows(FlatEvaluation& evaluation) {
  evaluation.error = "a value passes 64 bits";
  return false;
}

bool FlatExpression::evaluate_postfix(const std::int64_t* values, FlatEvaluation& evaluation,
                                      std::int64_t& result) const {
  std::vector<std::int64_t>& stack = evaluation.stack;
  stack.clear();
  for (const Node& node : nodes_) {
    switch (node.kind) {
      case NodeKind::integer:
        stack.push_back(node.value);
        break;
      case NodeKind::reg:
      case NodeKind::param:
      case NodeKind::variable:
      case NodeKind::trips:
        stack.push_back(values[node.slot]);
        break;
      case NodeKind::indexed_register:
        if (static_cast<std::uint64_t>(stack.back()) >= node.count) {
          evaluation.error =
              fmt::format("index {} is outside a ring of {} registers", stack.back(), node.count);
          return false;
        }
        stack.back() = values[node.slot + static_cast<std::size_t>(stack.back())];
        break;
      case NodeKind::add:
      case NodeKind::subtract:
      case NodeKind::multiply: {
        const std::int64_t right = stack.back();
        stack.pop_back();
        if (!apply(node.kind, stack.back(), right)) return overflows(evaluation);
        break;
      }
      case NodeKind::remainder:
        stack.back() = floor_mod(stack.back(), node.value);
        break;
    }
  }
  result = stack.back();
  return true;
}

}  // namespace tidemark
