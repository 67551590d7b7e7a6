#include "checker/explore/path_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "checker/explore/exhaustive.h"
#include "checker/explore/sampling.h"
#include "checker/explore/test_run_test_util.h"
#include "checker/schedule.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kDraws = 100;  // of each schedule, on average

// The schedule of every draw: seeds differ, the mode does not.
double chi_square(const TestRun& run, Sampling sampling, std::uint64_t table_states, double all) {
  std::map<std::string, std::uint64_t> counts;
  const auto draws = static_cast<std::uint64_t>(all) * kDraws;
  const auto table = PathTable::make(run.tracks(), table_states);
  const auto strategy =
      make_strategy(sampling, run.tracks(), {.seed = 11, .table = table ? &*table : nullptr});
  Frontier frontier(run.tracks());
  for (std::uint64_t i = 0; i < draws; ++i) {
    Schedule schedule;
    frontier.restart();
    strategy->begin();
    while (!frontier.enabled().empty()) {
      const std::uint32_t place = strategy->choose(frontier);
      schedule.push_back(frontier.step_of(place));
      frontier.take(place);
    }
    ++counts[print(schedule, run.program())];
  }
  double sum = (all - static_cast<double>(counts.size())) * kDraws;  // those never drawn
  for (const auto& [schedule, count] : counts) {
    const double off = static_cast<double>(count) - kDraws;
    sum += off * off / kDraws;
  }
  return sum;
}

TEST(PathTable, CountsTheSchedulesThatExploringCounts) {
  for (const std::int64_t n : {1, 2, 5}) {
    const TestRun run(kRing, kRingStreams, {n});
    const auto table = PathTable::make(run.tracks(), 10'000);
    ASSERT_TRUE(table);
    const ExploreResult all = explore(run.tracks(), {.reduction = Reduction::none, .progress = {}});
    EXPECT_EQ(table->schedules(), all.figures.schedules.mantissa);
    EXPECT_EQ(table->size(), all.figures.states);
  }
  const TestRun large(kRing, kRingStreams, {50});
  EXPECT_FALSE(PathTable::make(large.tracks(), 1000));
}

// The ring of two items has 53 schedules: 52 degrees of freedom, so the sum is about 52, and
// above 104.4 (five standard deviations) by chance once in 50,000 sets of draws.
TEST(PathTable, DrawsEachScheduleEquallyOften) {
  const TestRun run(kRing, kRingStreams, {2});
  EXPECT_LT(chi_square(run, Sampling::urw, 10'000, 53), 104);
}

// The bound tells: the same draws with the steps left as weights are not uniform.
TEST(PathTable, StepsLeftAloneAreNotUniformWhereStreamsBlock) {
  const TestRun run(kRing, kRingStreams, {2});
  EXPECT_GT(chi_square(run, Sampling::urw, 0, 53), 104);
  EXPECT_GT(chi_square(run, Sampling::random, 0, 53), 104);
}

// Tokens, comparison and a narrow counter are drawn from alike.
TEST(PathTable, DrawsStreamsOfAnyKindAlike) {
  const TestRun run("engine a, b, c\na x ->\na z ->\nb y ->\nc v ->\n",
                    "semaphore s width 1\nsemaphore t\n"
                    "stream a {\n issue x signal s\n issue z signal s, t\n}\n"
                    "stream b {\n wait s == 1\n take t 1\n issue y\n}\nstream c {\n issue v\n}\n");
  const ExploreResult all = explore(run.tracks(), {.reduction = Reduction::none, .progress = {}});
  const double schedules = all.figures.schedules.mantissa;
  ASSERT_GE(schedules, 20);
  EXPECT_LT(chi_square(run, Sampling::urw, 10'000, schedules),
            schedules + 5 * std::sqrt(2 * schedules));
}

}  // namespace
}  // namespace tidemark
