// A list of an expression's nodes in the room of four pointers. Nearly all expressions of a stream
// are so short that their nodes stand in it: a register, a sum, an element of a ring.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "core/ir/expression_nodes.h"

namespace tidemark {

class ExpressionNodeList {
 public:
  explicit ExpressionNodeList(const ExpressionNode& only) { append(only); }
  ExpressionNodeList(const ExpressionNodeList& other) : held_(other.held_) {
    if (!is_few()) copy_many();
  }
  ExpressionNodeList(ExpressionNodeList&& other) noexcept : held_(other.held_) {
    if (!is_few()) other.held_ = {};
  }
  ExpressionNodeList& operator=(ExpressionNodeList other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~ExpressionNodeList() {
    if (!is_few()) delete_many();
  }

  ExpressionNodes all() const {
    return is_few() ? ExpressionNodes(std::span(few().nodes).first(few().size), nullptr)
                    : all_many();
  }

  void append(const ExpressionNode& node) {
    const std::int64_t operand = PackedNode::operand_of(node);
    if (!has_room(1) || !PackedNode::is_small(operand)) return append_to_many(node.kind, operand);
    few().nodes[few().size++] = {node.kind, PackedNode::Size::small, operand};
  }
  void append(const ExpressionNodeList& nodes) {
    const std::uint32_t added = nodes.few().size;
    if (!has_room(added)) return append_to_many(nodes);
    for (std::uint32_t i = 0; i < added; ++i) few().nodes[few().size++] = nodes.few().nodes[i];
  }

  friend bool operator==(const ExpressionNodeList& a, const ExpressionNodeList& b) {
    return std::ranges::equal(a.all(), b.all());
  }

 private:
  static constexpr std::uint32_t kFew = 7, kMany = 1 << 30;

  struct Few {
    std::uint32_t size = 0;
    std::array<PackedNode, kFew> nodes = {};
  };
  struct ManyNodes;
  struct Many {
    std::uint32_t size;  // kMany, with which there is no room for more
    ManyNodes* nodes;    // owned
  };
  union Held {  // which of them, the size says
    Few few = {};
    Many many;
  };

  bool is_few() const { return held_.few.size <= kFew; }
  bool has_room(std::uint32_t more) const { return held_.few.size + more <= kFew; }
  Few& few() { return held_.few; }
  const Few& few() const { return held_.few; }

  void append_to_many(ExpressionNode::Kind kind, std::int64_t operand);
  void append_to_many(const ExpressionNodeList& nodes);
  void become_many();
  void copy_many();
  void delete_many();
  ExpressionNodes all_many() const;

  Held held_;
};

}  // namespace tidemark
