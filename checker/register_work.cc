#include "checker/register_work.h"

#include <utility>

namespace tidemark {
namespace {

using Kind = ExpressionNode::Kind;

bool is_operation(Kind kind) {
  switch (kind) {
    case Kind::integer:
    case Kind::reg:
    case Kind::param:
    case Kind::variable:
      return false;
    case Kind::indexed_register:
    case Kind::trips:
    case Kind::add:
    case Kind::subtract:
    case Kind::multiply:
    case Kind::remainder:
      return true;
  }
  std::unreachable();
}

}  // namespace

std::uint32_t work_of(const Expression& expression) {
  std::uint32_t work = 0;
  for (const ExpressionNode& node : expression.nodes()) work += is_operation(node.kind) ? 1 : 0;
  return work;
}

bool has_offset(const Expression& threshold) {
  const auto nodes = threshold.nodes();
  if (nodes.size() < 3) return false;
  const Kind last = nodes.back().kind;
  const bool is_sum = last == Kind::add || last == Kind::subtract;
  return is_sum && nodes[nodes.size() - 2].kind == Kind::integer;
}

std::uint32_t threshold_work(const Expression& threshold) {
  return work_of(threshold) - (has_offset(threshold) ? 1 : 0);
}

}  // namespace tidemark
