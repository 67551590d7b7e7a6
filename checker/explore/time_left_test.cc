#include "checker/explore/time_left.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "checker/explore/exhaustive.h"
#include "checker/explore/test_run_test_util.h"

namespace tidemark {
namespace {

struct Look {
  std::uint64_t depth = 0;
  double states = 0;
};

// States pass for time, so that the test is the same on any machine: after a fifth of them
// every estimate of those to come is within a factor of 2, until so much of them is done.
void expect_good_estimates(const TestRun& run, Reduction reduction, double until = 0.9) {
  std::vector<Look> looks;
  const ExploreResult result = explore(
      run.tracks(), {.limits = {},
                     .reduction = reduction,
                     .progress =
                         [&](const ExploreProgress& progress) {
                           looks.push_back({progress.depth, static_cast<double>(progress.states)});
                         },
                     .progress_seconds = 0});
  const auto all = static_cast<double>(result.figures.states);
  TimeLeft time_left(run.tracks(), reduction);
  EXPECT_EQ(time_left.end_depth(), result.figures.depth);
  int compared = 0;
  for (const Look& look : looks) {
    const double estimate = time_left.estimate(look.depth, look.states);
    if (look.states < all / 5 || look.states > all * until) continue;
    ++compared;
    EXPECT_GT(estimate, (all - look.states) / 2) << look.states << " of " << all;
    EXPECT_LT(estimate, (all - look.states) * 2) << look.states << " of " << all;
  }
  EXPECT_GT(compared, 10);
}

TEST(TimeLeft, IsWithinAFactorOfTwoAfterAFifth) {
  const TestRun ring(kRing, kRingStreams, {6000});
  expect_good_estimates(ring, Reduction::none);
  expect_good_estimates(ring, Reduction::prompt_steps);
}

// Engines that nothing keeps apart: few states at both ends, most in the middle.
TEST(TimeLeft, OfARunThatIsWidestInTheMiddle) {
  const TestRun run(
      "engine a, b, c\nparam n\nfor i in 0..n {\n  a x ->\n  b y ->\n  c z ->\n}\n",
      "stream a {\n  for i {\n    issue x\n  }\n}\nstream b {\n  for i {\n    issue y\n  }\n}\n"
      "stream c {\n  for i {\n    issue z\n  }\n}\n",
      {30});
  expect_good_estimates(run, Reduction::none, 0.4);
}

// Phases of different width, with barriers between them.
TEST(TimeLeft, OfARunInPhases) {
  const TestRun run("engine a, b\nparam n\nfor i in 0..n {\n  a x ->\n  b y ->\n}\n",
                    "stream a {\n  reg k\n  for i {\n    issue x\n    k = k + 1\n"
                    "    barrier {a, b} unless k % 20\n  }\n}\n"
                    "stream b {\n  reg k\n  for i {\n    issue y\n    k = k + 1\n"
                    "    barrier {a, b} unless k % 20\n  }\n}\n",
                    {4000});
  expect_good_estimates(run, Reduction::none);
}

}  // namespace
}  // namespace tidemark
