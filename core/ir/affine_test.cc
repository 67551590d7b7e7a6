#include "core/ir/affine.h"

#include <gtest/gtest.h>

#include <limits>

namespace tidemark {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

const Symbol kN = Symbol::of(ParamId(0));
const Symbol kM = Symbol::of(ParamId(1));
const Symbol kC = Symbol::of(CounterId(0));

TEST(Affine, SumsStayNormal) {
  const Affine n(kN);
  const Affine m(kM);
  const Affine sum = add(add(m, n).value(), Affine(3)).value();
  EXPECT_EQ(sum.terms, (SmallVector<AffineTerm>{{kN, 1}, {kM, 1}}));
  EXPECT_EQ(sum.constant, 3);
  EXPECT_EQ(subtract(sum, m).value(), add(n, 3).value());
  EXPECT_TRUE(subtract(sum, sum)->is_constant());
  EXPECT_EQ(scale(sum, 0).value(), Affine(0));
  EXPECT_EQ(scale(sum, -2)->coefficient_of(kM), -2);
  EXPECT_EQ(sum.coefficient_of(kC), 0);
}

TEST(Affine, CoefficientsThatPass64BitsAreRefused) {
  EXPECT_FALSE(add(Affine(kMost), Affine(1)));
  EXPECT_FALSE(subtract(Affine(kLeast), Affine(1)));
  EXPECT_FALSE(scale(Affine(kLeast), -1));
  EXPECT_FALSE(scale(scale(Affine(kN), kMost).value(), 2));
  EXPECT_EQ(subtract(Affine(-1), Affine(kLeast)), Affine(kMost));
}

TEST(Affine, ValuesAreExactUntilTheEnd) {
  Affine e = scale(Affine(kN), kMost).value();
  e = subtract(e, scale(Affine(kM), kMost).value()).value();
  const auto value = [&](std::int64_t n, std::int64_t m) {
    return evaluate(e, [&](Symbol s) { return s == kN ? n : m; });
  };
  EXPECT_EQ(value(4, 4), 0);
  EXPECT_EQ(value(kMost, kMost - 1), kMost);
  EXPECT_FALSE(value(4, 2));
}

TEST(Affine, RemaindersAreNeverNegative) {
  for (const std::int64_t a : {kLeast, std::int64_t{-7}, std::int64_t{-4}, std::int64_t{-1},
                               std::int64_t{0}, std::int64_t{5}, kMost}) {
    const std::int64_t r = floor_mod(a, 4);
    EXPECT_GE(r, 0);
    EXPECT_LT(r, 4);
    EXPECT_EQ((static_cast<__int128>(a) - r) % 4, 0);
  }
  EXPECT_EQ(evaluate(Residue{Affine(-3), 4}, [](Symbol) { return 0; }), 1);
}

}  // namespace
}  // namespace tidemark
