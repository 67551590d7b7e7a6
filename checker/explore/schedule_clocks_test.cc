#include "checker/explore/schedule_clocks.h"

#include <gtest/gtest.h>

#include <map>

#include "checker/clocks.h"
#include "checker/explore/exhaustive.h"
#include "checker/explore/sampling.h"
#include "checker/explore/test_run_test_util.h"
#include "core/ir/match.h"
#include "core/text/print.h"
#include "gen/disturb_streams.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"

namespace tidemark {
namespace {

// Streams from a seed, mutated, and disturbed so that no clock decides them.
struct RandomRun {
  Program program;
  Inputs inputs;
  Streams streams;
};

std::optional<RandomRun> random_run(std::uint64_t seed, std::uint64_t disturbances) {
  Random random(seed);
  Program program = random_program(seed, {.statements = random.between(3, 8), .nesting = 2});
  Inputs inputs(program, seed, {0, 3});
  const auto size = list_run(program, inputs, 13).size();
  if (size < 3 || size > 12) return std::nullopt;
  Streams streams = random_streams(program, inputs, random);
  for (std::uint64_t i = random.below(3); i > 0; --i)
    mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
  for (std::uint64_t i = disturbances; i > 0; --i) disturb(streams, random);
  if (!mismatches(program, streams, 1).empty()) return std::nullopt;
  return RandomRun{std::move(program), std::move(inputs), std::move(streams)};
}

// One schedule that never fails by itself is the clocks' verdict, where they apply.
TEST(ScheduleClocks, OfOneScheduleAreThoseOfAllInTheDomain) {
  std::map<Verdict, int> verdicts;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const auto run = random_run(seed, 0);
    if (!run) continue;
    const auto clocks =
        decide_by_clocks(run->program, Cells(run->program), run->streams, run->inputs);
    const auto lines = make_lines(run->program, run->streams, run->inputs);
    if (!clocks || !lines || clocks->verdict == Verdict::unknown) continue;
    const Tracks tracks(run->program, *lines);
    const SampleResult result = sample(tracks, {.schedules = 1, .seed = seed});
    ASSERT_TRUE(result.kept_clocks);
    const Verdict sampled = result.found ? result.found->finding.verdict : Verdict::exact;
    EXPECT_EQ(sampled == Verdict::unsafe, clocks->verdict == Verdict::unsafe)
        << seed << "\n"
        << print(run->program) << print(run->streams, run->program);
    ++verdicts[clocks->verdict];
  }
  EXPECT_GT(verdicts[Verdict::unsafe], 50);
  EXPECT_GT(verdicts[Verdict::exact], 50);
}

// Whatever the streams: `sample` checks the reordered schedule itself, so a wrong clock fails
// a CHECK; and what is found must be what all states say.
TEST(ScheduleClocks, WhatTheyFindIsUnsafe) {
  int found = 0, by_clocks_alone = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto run = random_run(seed, 1 + seed % 3);
    if (!run) continue;
    const auto lines = make_lines(run->program, run->streams, run->inputs);
    if (!lines) continue;
    Tracks tracks(run->program, *lines);
    mark_prompt_steps(tracks);
    const SampleOptions options{.schedules = 1, .seed = seed};
    const SampleResult result = sample(tracks, options);
    if (!result.found || result.found->finding.verdict != Verdict::unsafe) continue;
    ++found;
    EXPECT_EQ(explore(tracks).verdict, Verdict::unsafe) << seed;
    SampleOptions without = options;
    without.clocks = KeepClocks::no;
    const SampleResult lucky = sample(tracks, without);
    by_clocks_alone += !lucky.found || lucky.found->finding.verdict != Verdict::unsafe;
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(by_clocks_alone, 10);
}

// b needs what a and c do, and waits for any one of two raises. Where its own first instance
// takes so long that both have come, the missing wait is seen all the same.
TEST(ScheduleClocks, SeeAMissingWaitInALuckySchedule) {
  const TestRun run(
      "engine a, b, c\nbuffer x, y\na set -> x\nc other -> y\nb first ->\nb use x, y ->\n",
      "semaphore s\nstream a {\n issue set signal s\n}\nstream c {\n issue other signal s\n}\n"
      "stream b {\n issue first\n wait s >= 1\n issue use\n}\n");
  int lucky = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const SampleOptions options{.schedules = 1, .seed = seed};
    SampleOptions without = options;
    without.clocks = KeepClocks::no;
    const SampleResult result = sample(run.tracks(), options);
    EXPECT_TRUE(result.found && result.found->finding.verdict == Verdict::unsafe) << seed;
    lucky += !sample(run.tracks(), without).found;
  }
  EXPECT_GT(lucky, 5);
}

}  // namespace
}  // namespace tidemark
