#include "core/ir/expression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/ir/streams.h"

namespace tidemark {
namespace {

using Kind = ExpressionNode::Kind;

std::vector<ExpressionNode> nodes_of(const Expression& e) {
  std::vector<ExpressionNode> nodes;
  for (const ExpressionNode& node : e.nodes()) nodes.push_back(node);
  return nodes;
}

TEST(Expression, IsPostfix) {
  const Expression slot = (Expression::variable(ControlId(3)) + Expression(5)) % 4;
  const Expression e = Expression::element(RegisterId(2), slot) - Expression::of(ParamId(1));
  const std::vector<ExpressionNode> expected = {
      {Kind::variable, 3, 0},  {Kind::integer, 0, 5},          {Kind::add, 0, 0},
      {Kind::remainder, 0, 4}, {Kind::indexed_register, 2, 0}, {Kind::param, 1, 0},
      {Kind::subtract, 0, 0}};
  EXPECT_EQ(nodes_of(e), expected);
  EXPECT_EQ(e.nodes().back(), expected.back());
  EXPECT_TRUE(std::ranges::equal(e.nodes().subspan(1, 3), std::span(expected).subspan(1, 3)));
}

// Beyond what stands in place, and beyond what a packed node has room for.
TEST(Expression, KeepsEveryValue) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  Expression sum = 0;
  std::vector<ExpressionNode> expected = {{Kind::integer, 0, 0}};
  for (const std::int64_t value :
       {std::int64_t{1} << 25, (std::int64_t{1} << 26) - 1, std::int64_t{1} << 26,
        -(std::int64_t{1} << 26), -(std::int64_t{1} << 26) - 1, kMost, kLeast}) {
    sum += Expression(value);
    sum %= kMost;
    expected.insert(expected.end(),
                    {{Kind::integer, 0, value}, {Kind::add, 0, 0}, {Kind::remainder, 0, kMost}});
    EXPECT_EQ(nodes_of(sum), expected);
  }
  const auto largest = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(Expression::of(RegisterId(largest)).nodes()[0].index, largest);
}

TEST(Expression, GrowsAndKeepsWhatItWas) {
  for (const std::int64_t term : {std::int64_t{1}, std::int64_t{1} << 40}) {
    Expression sum = 0;
    for (int terms = 1; terms < 12; ++terms) {
      const Expression before = sum;
      sum += Expression(term);
      EXPECT_EQ(sum.nodes().size(), before.nodes().size() + 2);
      EXPECT_TRUE(std::ranges::equal(sum.nodes().first(before.nodes().size()), before.nodes()));
      EXPECT_NE(sum, before);
      EXPECT_EQ(sum, before + Expression(term));
    }
  }
}

TEST(Expression, CombinesWithItself) {
  Expression sum = Expression::of(RegisterId(1));
  for (int doubled = 0; doubled < 5; ++doubled) {
    const Expression before = sum;
    sum += sum;
    EXPECT_EQ(sum, before + before);
  }
  EXPECT_EQ(sum.nodes().size(), 63U);
}

TEST(Expression, CopiesAreDeepAndMovesKeepTheValue) {
  Expression shorter = Expression::of(RegisterId(1)) + Expression(2);
  Expression longer = shorter * shorter * shorter;
  const Expression copy = longer;
  Expression moved = std::move(longer);
  EXPECT_EQ(moved, copy);
  moved += Expression(1);
  EXPECT_NE(moved, copy);
  longer = shorter;
  EXPECT_EQ(longer, shorter);
  std::swap(longer, moved);
  EXPECT_EQ(moved, shorter);
  EXPECT_EQ(longer, copy + Expression(1));
}

// Large streams have millions of them.
TEST(Expression, StaysSmall) {
  EXPECT_EQ(sizeof(Expression), 32U);
  EXPECT_EQ(sizeof(StreamStatement), 64U);
}

}  // namespace
}  // namespace tidemark
