#include "checker/explore/frontier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/ir/match.h"
#include "gen/disturb_streams.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"

namespace tidemark {
namespace {

// What the frontier keeps up to date, asked anew.
void expect_same(const Tracks& tracks, const Frontier& frontier) {
  std::vector<std::uint32_t> places;
  tracks.for_each_step(frontier.position(), [&](const Step& step) {
    places.push_back(tracks.place_of(step));
    EXPECT_EQ(frontier.step_of(places.back()), step);
  });
  std::vector<std::uint32_t> enabled(frontier.enabled().begin(), frontier.enabled().end());
  std::ranges::sort(enabled);
  std::ranges::sort(places);
  EXPECT_EQ(enabled, places);
  const auto finding = judge(tracks, frontier.position());
  const auto kept = frontier.finding();
  ASSERT_EQ(kept.has_value(), finding.has_value());
  if (finding) {
    EXPECT_EQ(kept->verdict, finding->verdict);
  }
}

// Random walks over random streams of any kind, whatever is wrong with them.
TEST(Frontier, IsWhatItWouldBeAnew) {
  std::uint64_t steps = 0;
  for (std::uint64_t seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    Random random(seed);
    const Program program = random_program(seed, {.statements = random.between(3, 8)});
    const Inputs inputs(program, seed, {0, 3});
    if (list_run(program, inputs, 31).size() > 30) continue;
    Streams streams = random_streams(program, inputs, random);
    for (std::uint64_t i = random.below(2); i > 0; --i)
      mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
    for (std::uint64_t i = random.below(3); i > 0; --i) disturb(streams, random);
    const auto lines = make_lines(program, streams, inputs);
    if (!lines || !mismatches(program, streams, 1).empty()) continue;
    const Tracks tracks(program, *lines);
    Frontier frontier(tracks);
    for (int schedule = 0; schedule < 3; ++schedule) {
      frontier.restart();
      expect_same(tracks, frontier);
      for (; !frontier.enabled().empty(); ++steps) {
        frontier.take(frontier.enabled()[random.below(frontier.enabled().size())]);
        expect_same(tracks, frontier);
      }
    }
  }
  EXPECT_GT(steps, 4000u);
}

}  // namespace
}  // namespace tidemark
