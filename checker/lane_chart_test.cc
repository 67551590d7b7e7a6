#include "checker/lane_chart.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

TEST(LaneChart, LabelsFitBetweenIssueAndCompletion) {
  const LaneChart chart{.lanes = {"dma", "pe"},
                        .steps = 4,
                        .bars = {{0, 0, 3, "load#1"}, {1, 1, 2, "mm#1"}},
                        .marks = {}};
  EXPECT_EQ(chart.draw(2),
            "  dma  [load#1]\n"
            "  pe    [mm#1]\n");
}

TEST(LaneChart, BarsAtOneTimeHaveRowsOfTheirOwn) {
  const LaneChart chart{.lanes = {"dma"},
                        .steps = 4,
                        .bars = {{0, 0, 2, "a#1"}, {0, 1, {}, "a#2"}},
                        .marks = {{0, 3, "!a#3"}}};
  EXPECT_EQ(chart.draw(0),
            "dma  [a#1]!a#3\n"
            "        [a#2--\n");
}

TEST(LaneChart, TheBeginningIsLeftOutWhereItDoesNotFit) {
  LaneChart chart{.lanes = {"dma", "pe"}, .steps = 100, .bars = {}, .marks = {}};
  for (std::size_t i = 0; i < 100; i += 2) chart.bars.push_back({0, i, i + 1, "x#1"});
  chart.bars.push_back({1, 0, {}, "long#1"});
  EXPECT_EQ(chart.draw(0, 20),
            "... 92 steps before this\n"
            "dma  [x#1][x#1][x#1][x#1]\n"
            "pe   long#1--------------\n");
}

}  // namespace
}  // namespace tidemark
