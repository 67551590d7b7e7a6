#include "gen/program_features.h"

#include <gtest/gtest.h>

#include "gen/random.h"

namespace tidemark {
namespace {

using enum ProgramFeature;

TEST(ProgramFeatures, AreParsedByName) {
  EXPECT_EQ(parse_features("rings,counters"), ProgramFeatures({rings, counters}));
  EXPECT_EQ(parse_features("all"), ProgramFeatures::all());
  ProgramFeatures most = ProgramFeatures::all();
  most.remove(loads);
  EXPECT_EQ(parse_features("all,-loads"), most);
  for (std::size_t i = 0; i < kProgramFeatures; ++i) {
    const auto feature = static_cast<ProgramFeature>(i);
    EXPECT_EQ(parse_features(name(feature)), ProgramFeatures({feature}));
  }
}

TEST(ProgramFeatures, AnUnknownNameIsAnError) {
  const auto result = parse_features("rings,loops");
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().find("'loops'"), std::string::npos) << result.error();
}

TEST(ProgramFeatures, SubsetsHaveEachFeatureOftenAndNoOther) {
  const ProgramFeatures some = {rings, whiles};
  Random random(3);
  int with_rings = 0, with_whiles = 0;
  for (int i = 0; i < 1000; ++i) {
    const ProgramFeatures drawn = draw_subset(some, random);
    with_rings += drawn.has(rings);
    with_whiles += drawn.has(whiles);
    EXPECT_LE(drawn.size(), 2);
    EXPECT_FALSE(drawn.has(loads));
  }
  EXPECT_NEAR(with_rings, 667, 80);
  EXPECT_NEAR(with_whiles, 333, 80);
}

}  // namespace
}  // namespace tidemark
