// What two sets of equations and congruences have in common.
#include "oracle/affine_hull.h"

#include <gtest/gtest.h>

#include "gen/random.h"

namespace tidemark {
namespace {

// constant + the factors times the symbols 0, 1, ...
Affine form(std::int64_t constant, const std::vector<std::int64_t>& factors) {
  Affine sum(constant);
  for (std::size_t i = 0; i < factors.size(); ++i)
    sum = *add(sum, *scale(Affine(free_symbol(i)), factors[i]));
  return sum;
}

bool has_point(const Hull& hull, const std::vector<std::int64_t>& point) {
  return contains(hull.columns, hull.pivots, std::vector<Affine>(point.begin(), point.end()));
}

TEST(AffineHull, OfTwoPointsIsTheirLine) {
  const Hull hull = hull_of({0, 0, 7}, {1, 5, 7});
  EXPECT_EQ(hull.pivots, std::vector<std::uint32_t>{0});
  EXPECT_EQ(hull.columns, (std::vector<Affine>{form(0, {1}), form(0, {5}), 7}));
}

// Neither column is a whole multiple of the other, and both are known to keep in step.
TEST(AffineHull, KeepsWhatNeedsFractions) {
  const Hull hull = hull_of({0, 0}, {2, 3});
  EXPECT_TRUE(has_point(hull, {4, 6}));
  EXPECT_TRUE(has_point(hull, {-2, -3}));
  EXPECT_FALSE(has_point(hull, {4, 5}));
  EXPECT_FALSE(has_point(hull, {1, 1}));
  EXPECT_FALSE(has_point(hull, {3, 3}));
}

// A key that is a register less some steps of another, and both move.
TEST(AffineHull, KeepsARegisterLessSoManySteps) {
  const Hull first = hull_of({16, 1, 1}, {136, 9, 1});  // register, step, key = register - 15*step
  const Hull hull = hull_of(first.columns, {280, 9, 145});
  EXPECT_TRUE(has_point(hull, {976, 17, 721}));
  EXPECT_FALSE(has_point(hull, {976, 17, 722}));
}

TEST(AffineHull, HasColumnsThatPassItsBoundFree) {
  const std::int64_t far = std::int64_t{1} << 50;
  const Hull hull = hull_of({0, 0}, {1, far});
  EXPECT_TRUE(has_point(hull, {0, 0}));
  EXPECT_TRUE(has_point(hull, {1, far}));
  EXPECT_TRUE(has_point(hull, {0, 1}));
}

std::vector<Affine> random_columns(Random& random, std::int64_t symbols) {
  std::vector<Affine> columns;
  for (int i = 0; i < 6; ++i) {
    std::vector<std::int64_t> factors;
    for (std::int64_t s = 0; s < symbols; ++s) factors.push_back(random.between(-3, 3));
    columns.push_back(form(random.between(-4, 4), factors));
  }
  return columns;
}

bool is_echelon(const Hull& hull) {
  for (std::uint32_t j = 0; j < hull.pivots.size(); ++j) {
    const std::uint32_t pivot = hull.pivots[j];
    const AffineTerm& last = hull.columns[pivot].terms.back();
    if (last.symbol.index != j || last.coefficient <= 0) return false;
    for (std::uint32_t c = 0; c < pivot; ++c)
      if (hull.columns[c].coefficient_of(free_symbol(j)) != 0) return false;
  }
  return true;
}

// It contains both, and is the same from either side.
TEST(AffineHull, ContainsBothInOneNormalForm) {
  int smaller = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const auto a = random_columns(random, random.between(0, 3));
    const auto b = random_columns(random, random.between(0, 3));
    const Hull hull = hull_of(a, b);
    ASSERT_TRUE(is_echelon(hull));
    ASSERT_TRUE(contains(hull.columns, hull.pivots, a));
    ASSERT_TRUE(contains(hull.columns, hull.pivots, b));
    const Hull other = hull_of(hull_of(b).columns, a);
    EXPECT_EQ(other.columns, hull.columns);
    smaller += hull.pivots.size() < a.size();
  }
  EXPECT_GT(smaller, 100);
}

}  // namespace
}  // namespace tidemark
