#include "checker/explore/shortest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/ir/match.h"
#include "core/text/print.h"
#include "gen/disturb_streams.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"

namespace tidemark {
namespace {

using Size = std::pair<std::uint64_t, std::uint64_t>;  // instances, changes of engine

Size size_of(const Schedule& schedule) {
  Size size = {std::ranges::count(schedule, Step::Kind::issue, &Step::kind), 0};
  for (std::size_t i = 1; i < schedule.size(); ++i)
    size.second += schedule[i].engine != schedule[i - 1].engine;
  return size;
}

// Walks every schedule, one after the other.
class EverySchedule {
 public:
  EverySchedule(const Tracks& tracks, Verdict verdict) : tracks_(tracks), verdict_(verdict) {}

  // nullopt where there are too many.
  std::optional<Size> least() {
    walk(tracks_.start());
    return steps_ > kMostSteps ? std::nullopt : least_;
  }

 private:
  static constexpr std::uint64_t kMostSteps = 200'000;

  void walk(const Position& from) {
    if (++steps_ > kMostSteps) return;
    const auto finding = judge(tracks_, from);
    if (verdict_ != Verdict::unsafe && finding && finding->verdict == verdict_) note();
    tracks_.for_each_step(from, [&](const Step& step) {
      schedule_.push_back(step);
      if (verdict_ == Verdict::unsafe && step.kind == Step::Kind::issue &&
          issues_too_early(tracks_, from, step.engine)) {
        note();
      } else {
        Position to = from;
        tracks_.take(to, step);
        walk(to);
      }
      schedule_.pop_back();
    });
  }

  void note() {
    const Size size = size_of(schedule_);
    if (!least_ || size < *least_) least_ = size;
  }

  const Tracks& tracks_;
  Verdict verdict_;
  Schedule schedule_;
  std::optional<Size> least_;
  std::uint64_t steps_ = 0;
};

TEST(LeastBadSchedule, IsTheLeastOfAll) {
  std::map<Verdict, int> compared;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    const Program program = random_program(seed, {.engines = 3, .statements = 4, .nesting = 1});
    const Inputs inputs(program, seed, {0, 2});
    const auto instances = list_run(program, inputs, 6).size();
    if (instances < 2 || instances > 5) continue;
    Streams streams = random_streams(program, inputs, random);
    mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
    if (random.once_in(2)) disturb(streams, random);
    const auto lines = make_lines(program, streams, inputs);
    if (!lines || !mismatches(program, streams, 1).empty()) continue;
    const Tracks tracks(program, *lines);
    for (const Verdict verdict : {Verdict::unsafe, Verdict::deadlocks, Verdict::overwaits}) {
      const auto least = EverySchedule(tracks, verdict).least();
      const auto found = least_bad_schedule(tracks, verdict, 100'000);
      if (!least) continue;
      ASSERT_TRUE(found) << seed << print(program) << print(streams, program);
      Schedule schedule = found->schedule;
      if (verdict == Verdict::unsafe)
        schedule.push_back({Step::Kind::issue, found->state.finding.engine, 0});
      EXPECT_EQ(size_of(schedule), *least) << name(verdict) << " " << seed << "\n"
                                           << print(program) << print(streams, program);
      ++compared[verdict];
    }
  }
  for (const auto& [verdict, count] : compared) EXPECT_GT(count, 20) << name(verdict);
  EXPECT_EQ(compared.size(), 3u);
}

}  // namespace
}  // namespace tidemark
