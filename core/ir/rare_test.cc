#include "core/ir/rare.h"

#include <gtest/gtest.h>

#include "core/ir/streams.h"

namespace tidemark {
namespace {

TEST(Rare, IsLikeAnOptional) {
  const Rare<Expression> none;
  const Rare<Expression> three = Expression(3);
  EXPECT_FALSE(none);
  ASSERT_TRUE(three);
  EXPECT_EQ(*three, Expression(3));
  EXPECT_EQ(none, Rare<Expression>(std::nullopt));
  EXPECT_NE(none, three);
  EXPECT_NE(three, Rare<Expression>(Expression(4)));
}

TEST(Rare, CopiesAreDeep) {
  const Rare<Expression> original = Expression(3);
  Rare<Expression> copy = original;
  *copy = *copy + Expression(1);
  EXPECT_EQ(*original, Expression(3));
  copy = original;
  EXPECT_EQ(copy, original);
}

// An expression that outgrows its place keeps what it was, and so do its copies.
TEST(Rare, ExpressionsGrowBeyondAFewNodes) {
  Expression sum = 0;
  for (std::int64_t k = 1; k < 9; ++k) {
    const Expression before = sum;
    sum = sum + Expression(k);
    EXPECT_EQ(sum.nodes().size(), before.nodes().size() + 2);
    EXPECT_TRUE(std::ranges::equal(sum.nodes().first(before.nodes().size()), before.nodes()));
  }
}

// Large streams have millions of statements.
TEST(Rare, AStatementStaysSmall) { EXPECT_LE(sizeof(StreamStatement), 13 * sizeof(void*)); }

}  // namespace
}  // namespace tidemark
