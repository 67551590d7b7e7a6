#include "bench/suite/compare.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

nlohmann::json run_of(const std::string& name, const std::vector<double>& times) {
  nlohmann::json runs = nlohmann::json::array();
  for (const double time : times)
    runs.push_back(
        {{"run_name", name}, {"run_type", "iteration"}, {"cpu_time", time}, {"time_unit", "us"}});
  runs.push_back({{"run_name", name}, {"run_type", "aggregate"}, {"cpu_time", 1e9}});
  return {{"benchmarks", runs}};
}

Change change_between(const std::vector<double>& before, const std::vector<double>& after) {
  return compare_benchmarks(run_of("BM_A", before), run_of("BM_A", after))->front().change;
}

TEST(CompareBenchmarks, FlagsWhatIsBeyondNoise) {
  EXPECT_EQ(change_between({10, 11, 12}, {13, 14, 15}), Change::slower);
  EXPECT_EQ(change_between({10, 11, 12}, {7, 8, 9}), Change::faster);
}

TEST(CompareBenchmarks, LetsNoiseBe) {
  EXPECT_EQ(change_between({10, 11, 14}, {13, 14, 15}), Change::none);
  EXPECT_EQ(change_between({100, 100.1, 100.2}, {101, 101.1, 101.2}), Change::none);
}

TEST(CompareBenchmarks, NamesWhatIsOnOneSideOnly) {
  const auto compared = compare_benchmarks(run_of("BM_A", {1}), run_of("BM_B", {1}));
  ASSERT_EQ(compared->size(), 2u);
  EXPECT_EQ((*compared)[0].change, Change::only_old);
  EXPECT_EQ((*compared)[1].change, Change::only_new);
  EXPECT_EQ((*compared)[1].new_ns, 1000);
}

TEST(CompareBenchmarks, RefusesOtherDocuments) {
  EXPECT_FALSE(compare_benchmarks({{"tables", 1}}, run_of("BM_A", {1})));
  const nlohmann::json text = {{"benchmarks", {{{"name", "BM_A"}, {"cpu_time", "soon"}}}}};
  EXPECT_FALSE(compare_benchmarks(text, run_of("BM_A", {1})));
}

}  // namespace
}  // namespace tidemark
