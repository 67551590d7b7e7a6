#include "core/sync/coverage.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "core/sync/affine_distance.h"
#include "core/sync/distance.h"
#include "core/sync/joint.h"
#include "core/sync/knowers.h"

namespace tidemark::sync {
namespace {

TEST(Coverage, IsAPrefixAndSomePositionsMore) {
  Coverage coverage(3);
  coverage.include(5);
  EXPECT_TRUE(coverage.covers(3));
  EXPECT_FALSE(coverage.covers(4));
  EXPECT_TRUE(coverage.covers(5));
  coverage.include(4);
  EXPECT_EQ(coverage.watermark(), 4u) << "the next position extends the prefix";
}

TEST(Coverage, RatherIncludesThePositionThatIsNew) {
  Coverage coverage(0);
  coverage.include(5);
  coverage.include(5 + Coverage::kWindow);
  EXPECT_FALSE(coverage.covers(5));
  EXPECT_TRUE(coverage.covers(5 + Coverage::kWindow));
}

TEST(Coverage, IntersectionHoldsOnBothPaths) {
  Coverage a(2), b(7);
  a.include(6);
  const Coverage both = intersection(a, b);
  EXPECT_TRUE(both.covers(2));
  EXPECT_FALSE(both.covers(3));
  EXPECT_TRUE(both.covers(6));
  EXPECT_FALSE(intersection(a, b, 5).covers(6)) << "nothing beyond the last common position";
}

Coverage random_coverage(std::mt19937& random) {
  Coverage coverage(random() % 200);
  const Position window = random() % 200;
  coverage.open_window(window);
  const auto sparse = 1 + random() % 8;
  for (Position p = window + 1; p <= window + Coverage::kWindow; ++p)
    if (random() % sparse == 0) coverage.set_extra(p);
  return coverage;
}

TEST(Knowers, AreThoseWhoseCoverageHasThePosition) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const std::vector<Coverage> known = {random_coverage(random), random_coverage(random),
                                         random_coverage(random), random_coverage(random)};
    Knowers knowers;
    knowers.start(known, 2);
    for (std::size_t e = 0; e < 2; ++e)
      for (Position p = 0; p < 400; p = random() % 8 == 0 ? random() % 400 : p + 1)
        ASSERT_EQ(knowers.of(e, p), known[e].covers(p) + 2 * known[2 + e].covers(p)) << p;
  }
}

std::map<KeyId, Position> new_positions(const Joint& joint) {
  std::map<KeyId, Position> result;
  joint.for_each_new([&](KeyId key, Position position) { result[key] = position; });
  return result;
}

// Two arms that set keys in opposite order: the orders have no common extension in which
// both certain sets are prefixes, and both must survive the meet.
TEST(Joint, KeepsWhatIsCertainOnBothPathsWhereTheOrdersDiffer) {
  Joint joint;
  joint.start(10);
  joint.add(KeyId(0), 11, 12);  // key x: first on path a, second on path b
  joint.add(KeyId(1), 12, 11);  // key y
  joint.number();
  const std::map<KeyId, Position> met = new_positions(joint);
  const Position x = met.at(KeyId(0)), y = met.at(KeyId(1));
  EXPECT_NE(x, y);

  const Coverage knows_x = joint.meet(Coverage(11), Coverage(12));
  EXPECT_TRUE(knows_x.covers(x));
  EXPECT_FALSE(knows_x.covers(y));

  Coverage on_a(10), on_b(10);
  on_a.include(12);
  on_b.include(11);
  const Coverage knows_y = joint.meet(on_a, on_b);
  EXPECT_TRUE(knows_y.covers(y));
}

TEST(Joint, LeavesUntouchedPositionsAlone) {
  Joint joint;
  joint.start(10);
  joint.add(KeyId(0), 7, 7);
  joint.add(KeyId(1), 7, 11);  // set on path b only
  joint.add(KeyId(2), 7, 11);
  joint.number();
  EXPECT_EQ(new_positions(joint), (std::map<KeyId, Position>{{KeyId(1), 11}, {KeyId(2), 11}}));
  EXPECT_FALSE(joint.meet(Coverage(10), Coverage(10)).covers(11));
  EXPECT_TRUE(joint.meet(Coverage(10), Coverage(11)).covers(11));
}

TEST(Distance, OfAKeyThatWasNeverSetIsAnyThatReachesZero) {
  const Distance never = Distance::at_least(4);  // four instances so far
  EXPECT_EQ(intersection(never, Distance::exactly(6)), Distance::exactly(6));
  EXPECT_TRUE(intersection(never, Distance::exactly(3)).is_none());
}

AffineDistance::Values at(std::int64_t inner, std::int64_t outer = 0) { return {inner, outer, 0}; }

TEST(AffineDistance, FitsTheTripsOfConstantLoops) {
  AffineDistance distance;
  for (std::int64_t outer = 0; outer < 3; ++outer)
    for (std::int64_t inner = 0; inner < 4; ++inner)
      distance.observe(at(inner, outer), 2, Distance::exactly(9 - 2 * inner + 5 * outer));
  ASSERT_TRUE(distance.form());
  EXPECT_EQ(distance.form()->constant, 9);
  EXPECT_EQ(distance.form()->slopes, (AffineDistance::Values{-2, 5, 0}));
}

TEST(AffineDistance, IsNoneWhereOneTripDisagrees) {
  AffineDistance distance;
  distance.observe(at(0), 1, Distance::exactly(1));
  distance.observe(at(1), 1, Distance::exactly(2));
  distance.observe(at(2), 1, Distance::exactly(2));
  EXPECT_FALSE(distance.form());
}

TEST(AffineDistance, MustReachZeroWhereTheKeyWasNeverSet) {
  AffineDistance fits, misses;
  for (AffineDistance* distance : {&fits, &misses}) {
    distance->observe(at(1), 1, Distance::exactly(4));
    distance->observe(at(2), 1, Distance::exactly(3));
  }
  fits.observe(at(0), 1, Distance::at_least(5));
  misses.observe(at(0), 1, Distance::at_least(6));
  EXPECT_TRUE(fits.form());
  EXPECT_FALSE(misses.form());
}

}  // namespace
}  // namespace tidemark::sync
