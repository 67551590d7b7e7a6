#include "oracle/time_limit.h"

#include <gtest/gtest.h>

#include <atomic>

namespace tidemark {
namespace {

using std::chrono::milliseconds;

TEST(TimeLimit, InterruptsWorkThatTakesLongerAndSaysSo) {
  std::atomic<int> interrupts = 0;
  TimeLimit limit(milliseconds(5), [&] { ++interrupts; });
  for (int piece = 0; piece < 2; ++piece) {
    interrupts = 0;
    limit.begin();
    const auto began = TimeLimit::Clock::now();
    while (interrupts < 2) std::this_thread::yield();
    EXPECT_GE(TimeLimit::Clock::now() - began, milliseconds(5));
    EXPECT_TRUE(limit.end());
  }
}

TEST(TimeLimit, LeavesShortWorkAloneHoweverOftenItIsDone) {
  std::atomic<int> interrupts = 0;
  TimeLimit limit(std::chrono::hours(1), [&] { ++interrupts; });
  for (int piece = 0; piece < 1'000; ++piece) {
    limit.begin();
    EXPECT_FALSE(limit.end());
  }
  EXPECT_EQ(interrupts, 0);
}

TEST(TimeLimit, DoesNotInterruptBetweenPieces) {
  std::atomic<int> interrupts = 0;
  TimeLimit limit(milliseconds(1), [&] { ++interrupts; });
  std::this_thread::sleep_for(milliseconds(10));
  EXPECT_EQ(interrupts, 0);
}

}  // namespace
}  // namespace tidemark
