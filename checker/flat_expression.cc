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

FlatExpression::FlatExpression(const Expression& expression, const ExpressionPlaces& places)
    : kind_(Kind::postfix) {
  for (const ExpressionNode& node : expression.nodes()) nodes_.push_back(flatten(node, places));
  shorten();
}

void FlatExpression::shorten() {
  const auto is = [this](std::size_t at, NodeKind kind) { return nodes_[at].kind == kind; };
  const auto become_sum = [this](ValueSlot slot, std::int64_t constant) {
    kind_ = Kind::sum;
    slot_ = slot;
    constant_ = constant;
  };
  if (nodes_.size() == 1 && is(0, NodeKind::integer)) {
    kind_ = Kind::constant;
    constant_ = nodes_[0].value;
  } else if (nodes_.size() == 1) {
    become_sum(nodes_[0].slot, 0);
  } else if (nodes_.size() == 3 && is(0, NodeKind::reg) && is(1, NodeKind::integer)) {
    const std::int64_t by = nodes_[1].value;
    if (is(2, NodeKind::add)) become_sum(nodes_[0].slot, by);
    if (is(2, NodeKind::subtract) && by != INT64_MIN) become_sum(nodes_[0].slot, -by);
  }
}

namespace {

// a = a OP b; false if that passes 64 bits.
bool apply(NodeKind kind, std::int64_t& a, std::int64_t b) {
  if (kind == NodeKind::add) return !__builtin_add_overflow(a, b, &a);
  if (kind == NodeKind::subtract) return !__builtin_sub_overflow(a, b, &a);
  return !__builtin_mul_overflow(a, b, &a);
}

}  // namespace

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
        if (!apply(node.kind, stack.back(), right)) {
          evaluation.error = "a value passes 64 bits";
          return false;
        }
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
