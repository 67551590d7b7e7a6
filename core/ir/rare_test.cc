#include "core/ir/rare.h"

#include <gtest/gtest.h>

#include "core/ir/expression.h"

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

}  // namespace
}  // namespace tidemark
