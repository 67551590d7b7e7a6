// The nodes of an expression, as they are read and as they are kept: large streams have millions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tidemark {

struct ExpressionNode {
  enum class Kind : std::uint8_t {
    integer,           // pushes `value`
    reg,               // pushes register `index`
    indexed_register,  // pops i, pushes element i of the register ring `index`
    param,             // pushes param `index`
    variable,          // pushes the variable of the loop `index` (a ControlId)
    trips,             // pushes the trips that loop `index` would have here
    add,
    subtract,
    multiply,   // these three pop b, then a
    remainder,  // pops a, pushes a % value, value > 0, as the program's remainder
  };

  Kind kind = Kind::integer;
  std::uint32_t index = 0;
  std::int64_t value = 0;

  friend bool operator==(const ExpressionNode&, const ExpressionNode&) = default;
};

// A node in four bytes. `operand` is its index or value where that is small; where it is not, its
// place among the large operands of all the nodes, which are kept apart.
struct PackedNode {
  enum class Size : std::uint8_t { small, large };

  ExpressionNode::Kind kind : 4 = ExpressionNode::Kind::integer;
  Size size : 1 = Size::small;  // of the operand
  std::int32_t operand : 27 = 0;

  PackedNode() = default;
  PackedNode(ExpressionNode::Kind the_kind, Size the_size, std::int64_t the_operand)
      : kind(the_kind), size(the_size), operand(static_cast<std::int32_t>(the_operand)) {}

  static constexpr bool is_small(std::int64_t operand) {
    return -(1 << 26) <= operand && operand < 1 << 26;
  }
  static constexpr bool has_value(ExpressionNode::Kind kind) {
    return kind == ExpressionNode::Kind::integer || kind == ExpressionNode::Kind::remainder;
  }
  static constexpr std::int64_t operand_of(const ExpressionNode& node) {
    return has_value(node.kind) ? node.value : node.index;
  }
  ExpressionNode unpack(const std::int64_t* large_operands) const {
    const std::int64_t whole = size == Size::large ? large_operands[operand] : operand;
    if (has_value(kind)) return {kind, 0, whole};
    return {kind, static_cast<std::uint32_t>(whole), 0};
  }

  friend bool operator==(const PackedNode&, const PackedNode&) = default;
};
static_assert(sizeof(PackedNode) == 4);

// Nodes where they are packed, seen like a span of them: each is unpacked as it is read.
class ExpressionNodes {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = ExpressionNode;

    Iterator() = default;
    Iterator(const PackedNode* node, const std::int64_t* large_operands)
        : node_(node), large_operands_(large_operands) {}

    ExpressionNode operator*() const { return node_->unpack(large_operands_); }
    Iterator& operator++() {
      ++node_;
      return *this;
    }
    Iterator operator++(int) { return {node_++, large_operands_}; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.node_ == b.node_; }

   private:
    const PackedNode* node_ = nullptr;
    const std::int64_t* large_operands_ = nullptr;
  };

  ExpressionNodes(std::span<const PackedNode> nodes, const std::int64_t* large_operands)
      : nodes_(nodes), large_operands_(large_operands) {}

  std::size_t size() const { return nodes_.size(); }
  ExpressionNode operator[](std::size_t i) const { return nodes_[i].unpack(large_operands_); }
  ExpressionNode back() const { return nodes_.back().unpack(large_operands_); }
  Iterator begin() const { return {nodes_.data(), large_operands_}; }
  Iterator end() const { return {nodes_.data() + nodes_.size(), large_operands_}; }
  ExpressionNodes subspan(std::size_t first, std::size_t count) const {
    return {nodes_.subspan(first, count), large_operands_};
  }
  ExpressionNodes first(std::size_t count) const { return subspan(0, count); }

 private:
  std::span<const PackedNode> nodes_;
  const std::int64_t* large_operands_;
};

}  // namespace tidemark
