#include "tests/corpus/trip_counts.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/text/parse.h"

namespace tidemark {
namespace {

using Values = std::vector<std::int64_t>;

std::set<Values> combinations_of(const Program& program, const TripCounts& counts) {
  std::set<Values> seen;
  for (std::uint64_t index = 0; index < counts.size(); ++index) {
    Inputs inputs(program);
    counts.set(inputs, index);
    Values values;
    for (const ParamId param : program.params.ids()) values.push_back(inputs.param(param));
    seen.insert(values);
  }
  return seen;
}

TEST(TripCounts, AreAllCombinationsWhereTheyAreFew) {
  const Program program = parse_program("program p\nparam a, b\n").value();
  const std::set<Values> seen = combinations_of(program, TripCounts(program));
  EXPECT_EQ(seen.size(), 36u);
  EXPECT_TRUE(seen.contains({0, 5}));
}

TEST(TripCounts, AreSpreadOverAllValuesWhereTheyAreMany) {
  const Program program = parse_program("program p\nparam a, b, c, d, e\n").value();
  const TripCounts counts(program);
  EXPECT_EQ(counts.all(), 7776u);
  const std::set<Values> seen = combinations_of(program, counts);
  EXPECT_EQ(seen.size(), TripCounts::kMost);
  for (std::size_t param = 0; param < 5; ++param) {
    std::set<std::int64_t> values;
    for (const Values& v : seen) values.insert(v[param]);
    EXPECT_EQ(values.size(), 6u) << param;
  }
}

}  // namespace
}  // namespace tidemark
