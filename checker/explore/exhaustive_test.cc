#include "checker/explore/exhaustive.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "checker/explore/explored_witness.h"
#include "checker/explore/test_run_test_util.h"
#include "checker/naive_walk_test_util.h"

namespace tidemark {
namespace {

ExploreResult explored(const TestRun& run, Reduction reduction, ExploreLimits limits = {}) {
  return explore(run.tracks(), {.limits = limits, .reduction = reduction, .progress = {}});
}

const char* const kCopy = "engine a, b\nbuffer x\na w -> x\nb r x ->\n";
const char* const kTwo = "engine a, b\na x ->\nb y ->\n";

// What the walk of a small program must come to: anything that changes one of these numbers
// changes the meaning of a state or of a step.
struct Pinned {
  const char* program;
  const char* streams;
  std::vector<std::int64_t> params;
  Verdict verdict;
  std::uint64_t states, transitions;
  const char* schedules;
  std::uint64_t reduced_states;
};

const Pinned kPinned[] = {
    {kCopy,
     "semaphore a\nstream a {\n issue w signal a\n}\nstream b {\n wait a >= 1\n issue r\n}\n",
     {},
     Verdict::exact,
     5,
     4,
     "1",
     2},
    {kCopy,
     "stream a {\n issue w\n}\nstream b {\n issue r\n}\n",
     {},
     Verdict::unsafe,
     1,
     2,
     "0",
     0},
    {kTwo, "stream a {\n issue x\n}\nstream b {\n issue y\n}\n", {}, Verdict::exact, 9, 12, "6", 1},
    {kRing, kRingStreams, {1}, Verdict::exact, 7, 6, "1", 3},
    {kRing, kRingStreams, {2}, Verdict::exact, 25, 36, "53", 6},
    {kRing, kRingStreams, {5}, Verdict::exact, 123, 238, "74,024,713", 32},
    {kRing, kRingStreams, {20}, Verdict::exact, 633, 1288, "9.617e+38", 167},
    {kTwo,
     "semaphore s\nstream a {\n signal s\n issue x\n}\nstream b {\n take s 1\n issue y\n}\n",
     {},
     Verdict::exact,
     13,
     18,
     "10",
     7},
    {kTwo,
     "semaphore s\nstream a {\n issue x signal s\n}\nstream b {\n wait s >= 1\n issue y\n}\n",
     {},
     Verdict::overwaits,
     5,
     4,
     "1",
     2},
    {"engine a, b\na x ->\na z ->\nb y ->\n",
     "semaphore s\nstream a {\n issue x signal s\n issue z signal s\n}\n"
     "stream b {\n wait s == 1\n issue y\n}\n",
     {},
     Verdict::deadlocks,
     14,
     18,
     "10",
     7},
    {"engine a inflight 3, b\na x ->\na z ->\na v ->\nb y ->\n",
     "stream a {\n issue x\n issue z\n issue v\n}\nstream b {\n issue y\n}\n",
     {},
     Verdict::exact,
     30,
     56,
     "140",
     1},
    {"engine a stripes 2, b\nbuffer x\na w -> x\na v -> x\nb r x ->\n",
     "semaphore s\nstream a {\n issue w signal s\n issue v signal s\n}\n"
     "stream b {\n wait s >= 4\n issue r\n}\n",
     {},
     Verdict::exact,
     11,
     12,
     "4",
     7},
    {kTwo,
     "semaphore s\nstream a {\n issue x signal s\n barrier {a, b} reset s\n}\n"
     "stream b {\n issue y\n barrier {a, b}\n}\n",
     {},
     Verdict::exact,
     10,
     13,
     "6",
     5},
};

TEST(Exhaustive, ComesToThePinnedNumbers) {
  for (const Pinned& p : kPinned) {
    const TestRun subject(p.program, p.streams, p.params);
    const ExploreResult all = explored(subject, Reduction::none);
    const std::string where = std::string(p.program) + p.streams;
    EXPECT_EQ(all.verdict, p.verdict) << where;
    EXPECT_EQ(all.figures.states, p.states) << where;
    EXPECT_EQ(all.figures.transitions, p.transitions) << where;
    EXPECT_EQ(all.figures.schedules.text(), p.schedules) << where;
    const ExploreResult reduced = explored(subject, Reduction::prompt_steps);
    EXPECT_EQ(reduced.verdict, p.verdict) << where;
    EXPECT_EQ(reduced.figures.states, p.reduced_states) << where;
  }
}

TEST(Exhaustive, VisitsTheStatesOfTheNaiveWalk) {
  for (const std::int64_t n : {0, 1, 2, 3, 7, 12}) {
    const TestRun subject(kRing, kRingStreams, {n});
    const Machine machine = subject.machine();
    NaiveWalk naive(machine);
    ASSERT_EQ(naive.verdict(1'000'000), Verdict::exact);
    EXPECT_EQ(explored(subject, Reduction::none).figures.states, naive.states());
  }
}

TEST(Exhaustive, ALimitIsUnknownAndSaysWhich) {
  const TestRun subject(kRing, kRingStreams, {5000});
  const ExploreResult states = explored(subject, Reduction::none, {.states = 10'000});
  EXPECT_EQ(states.verdict, Verdict::unknown);
  EXPECT_TRUE(states.reason.starts_with("state limit of 10000 hit at depth")) << states.reason;
  EXPECT_TRUE(explored(subject, Reduction::none, {.seconds = 0}).reason.starts_with("time limit"));
  EXPECT_TRUE(
      explored(subject, Reduction::none, {.bytes = 100}).reason.starts_with("memory limit"));
}

// Two engines that share one wrong wait at the end of a long run.
TEST(Exhaustive, TheWitnessHasTheFewestInstances) {
  const std::string streams = std::string(kRingStreams);
  const std::string broken = [&] {
    std::string text = streams;
    text.replace(text.find("wait b >= k + 1"), 15, "wait b >= k + 0");
    return text;
  }();
  const TestRun subject(kRing, broken, {50});
  const ExploreResult result = explored(subject, Reduction::prompt_steps);
  ASSERT_EQ(result.verdict, Verdict::unsafe);
  const auto witness = make_explored_witness(subject.tracks(), subject.inputs(), *result.found);
  ASSERT_TRUE(witness) << witness.error();
  EXPECT_EQ(witness->instances, 1u);  // store issues first of all
  EXPECT_TRUE(replays(*witness, subject.machine()));
}

TEST(PathCount, IsExactThenRounded) {
  PathCount count{.mantissa = 12345, .exponent = 0};
  EXPECT_EQ(count.text(), "12,345");
  count.add({.mantissa = 1, .exponent = 512});
  EXPECT_EQ(count.text(), "1.341e+154");
}

}  // namespace
}  // namespace tidemark
