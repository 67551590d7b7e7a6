#include "core/ir/expression_node_list.h"

#include <vector>

#include "core/check.h"

namespace tidemark {

struct ExpressionNodeList::ManyNodes {
  std::vector<PackedNode> packed;
  std::vector<std::int64_t> large_operands;
};

void ExpressionNodeList::copy_many() { held_.many.nodes = new ManyNodes(*held_.many.nodes); }

void ExpressionNodeList::delete_many() { delete held_.many.nodes; }

ExpressionNodes ExpressionNodeList::all_many() const {
  const ManyNodes& many = *held_.many.nodes;
  return {many.packed, many.large_operands.data()};
}

void ExpressionNodeList::become_many() {
  if (!is_few()) return;
  auto* nodes = new ManyNodes;
  nodes->packed.reserve(2 * (kFew + 1));
  nodes->packed.assign(few().nodes.begin(), few().nodes.begin() + few().size);
  held_.many = {kMany, nodes};
}

void ExpressionNodeList::append_to_many(ExpressionNode::Kind kind, std::int64_t operand) {
  become_many();
  ManyNodes& many = *held_.many.nodes;
  if (PackedNode::is_small(operand)) {
    many.packed.emplace_back(kind, PackedNode::Size::small, operand);
    return;
  }
  const std::int64_t place = std::ssize(many.large_operands);
  CHECK(PackedNode::is_small(place));
  many.large_operands.push_back(operand);
  many.packed.emplace_back(kind, PackedNode::Size::large, place);
}

void ExpressionNodeList::append_to_many(const ExpressionNodeList& nodes) {
  const std::size_t added = nodes.all().size();  // which may be this list's own
  for (std::size_t i = 0; i < added; ++i) append(nodes.all()[i]);
}

}  // namespace tidemark
