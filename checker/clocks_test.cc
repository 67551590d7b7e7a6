#include "checker/clocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::HasSubstr;

// What the clocks say of streams for a program of the engines a and b, each with the
// values of its params.
struct Subject {
  Subject(const std::string& program_text, const std::string& streams_text,
          const std::vector<std::int64_t>& params = {})
      : program(parse_program("program p\n" + program_text).value()),
        streams(parse_streams("streams p\n" + streams_text, program).value()),
        inputs(program) {
    for (std::size_t i = 0; i < params.size(); ++i) inputs.set(ParamId(i), params[i]);
  }

  ClocksResult decide(const RunLimits& limits = {}) const {
    return decide_by_clocks(program, Cells(program), streams, inputs, limits).value();
  }
  Verdict verdict() const { return decide().verdict; }

  Program program;
  Streams streams;
  Inputs inputs;
};

// a writes x, b reads it, `n` times over; each waits as the thresholds say.
constexpr const char* kLoop = R"(
engine a, b
param n
buffer x
for i in 0..n {
  a make -> x
  b use x ->
}
)";

std::string loop_streams(const std::string& wait_of_a, const std::string& wait_of_b,
                         const std::string& end_of_b = "") {
  return "semaphore sa, sb\nstream a {\n  reg c\n  for i {\n    " + wait_of_a +
         "\n    issue make signal sa\n    c = c + 1\n  }\n}\nstream b {\n  reg c\n  for i {\n    " +
         wait_of_b + "\n    issue use signal sb\n    c = c + 1\n  }\n" + end_of_b + "\n}\n";
}

TEST(Clocks, ExactAtEveryTripCount) {
  for (std::int64_t n = 0; n < 6; ++n) {
    const Subject subject(kLoop, loop_streams("wait sb >= c", "wait sa >= c + 1"), {n});
    const ClocksResult result = subject.decide();
    EXPECT_EQ(result.verdict, Verdict::exact) << n;
    EXPECT_EQ(result.instances, static_cast<std::uint64_t>(2 * n));
    EXPECT_EQ(result.costs.waits + result.costs.trivial_waits, result.instances);
    EXPECT_EQ(result.costs.register_operations, result.instances);
    EXPECT_EQ(result.necessary_waits, result.costs.waits);
  }
}

TEST(Clocks, ThresholdsThatAreOff) {
  EXPECT_EQ(Subject(kLoop, loop_streams("wait sb >= c", "wait sa >= c"), {1}).verdict(),
            Verdict::unsafe);
  EXPECT_EQ(Subject(kLoop, loop_streams("wait sb >= c - 1", "wait sa >= c + 1"), {1}).verdict(),
            Verdict::exact)
      << "a reuses x in the second trip only";
  EXPECT_EQ(Subject(kLoop, loop_streams("wait sb >= c - 1", "wait sa >= c + 1"), {2}).verdict(),
            Verdict::unsafe);
  EXPECT_EQ(Subject(kLoop, loop_streams("wait sb >= c + 1", "wait sa >= c + 1"), {1}).verdict(),
            Verdict::deadlocks);
}

TEST(Clocks, NameTheInstanceAndBothClocks) {
  const Subject subject(kLoop, loop_streams("wait sb >= c - 1", "wait sa >= c + 1"), {3});
  const ClocksResult result = subject.decide();
  ASSERT_TRUE(result.disagreement);
  EXPECT_EQ(result.disagreement->engine, EngineId(0));
  EXPECT_EQ(result.disagreement->ordinal, 2U);
  EXPECT_EQ(result.disagreement->streams, (std::vector<Ordinal>{1, 0}));
  EXPECT_EQ(result.disagreement->ideal, (std::vector<Ordinal>{1, 1}));
}

TEST(Clocks, WaitsAtTheEnd) {
  const auto end = [](const std::string& wait) {
    return loop_streams("wait sb >= c", "wait sa >= c + 1", wait);
  };
  EXPECT_EQ(Subject(kLoop, end("wait sa >= 2"), {2}).verdict(), Verdict::exact);
  EXPECT_EQ(Subject(kLoop, end("wait sa >= 3"), {2}).verdict(), Verdict::deadlocks);
}

constexpr const char* kIndependent = R"(
engine a, b
buffer x, y
a one -> x
b two -> y
a three -> x
)";

TEST(Clocks, WaitsForWhatComesLater) {
  const auto streams = [](const std::string& wait_of_a) {
    return "semaphore sa, sb\nstream a {\n" + wait_of_a +
           "\n  issue one signal sa\n  issue three signal sa\n}\n"
           "stream b {\n  wait sa >= 2\n  issue two signal sb\n}\n";
  };
  EXPECT_EQ(Subject(kIndependent, streams("")).verdict(), Verdict::overwaits);
  EXPECT_EQ(Subject(kIndependent, streams("  wait sb >= 1")).verdict(), Verdict::deadlocks);
}

TEST(Clocks, RaisesByMoreAndOnSomeInstructionsOnly) {
  const auto streams = [](const std::string& raise, const std::string& threshold) {
    return "semaphore s\nstream a {\n  issue one\n  issue three " + raise +
           "\n}\nstream b {\n  wait s >= " + threshold + "\n  issue two\n}\n";
  };
  constexpr const char* kProgram =
      "engine a, b\nbuffer x, y\na one -> y\na three -> x\nb two x ->\n";
  EXPECT_EQ(Subject(kProgram, streams("signal s +3", "1")).verdict(), Verdict::exact);
  EXPECT_EQ(Subject(kProgram, streams("signal s +3", "3")).verdict(), Verdict::exact);
  EXPECT_EQ(Subject(kProgram, streams("signal s +3", "4")).verdict(), Verdict::deadlocks);
  EXPECT_EQ(Subject(kProgram, streams("", "1")).verdict(), Verdict::deadlocks);
}

TEST(Clocks, TokensAreUsedUp) {
  const std::string two_takes =
      "semaphore s, t\nstream a {\n  for i {\n    take t 1\n    issue make signal s\n  }\n}\n"
      "stream b {\n  for i {\n    take s 1\n    issue use signal t\n  }\n}\n";
  EXPECT_EQ(Subject(kLoop, two_takes, {3}).verdict(), Verdict::deadlocks) << "no first token";
  const std::string waits =
      "semaphore s, t\nstream a {\n  reg c\n  for i {\n    wait t >= c\n"
      "    issue make signal s\n    c = c + 1\n  }\n}\n"
      "stream b {\n  for i {\n    take s 1\n    issue use signal t\n  }\n}\n";
  EXPECT_EQ(Subject(kLoop, waits, {3}).verdict(), Verdict::exact);
}

TEST(Clocks, BarriersDrainAndReset) {
  const auto streams = [](const std::string& reset, const std::string& threshold) {
    return "semaphore s\nstream a {\n  for i {\n    issue make signal s\n    barrier {a, b}\n  "
           "}\n}\n"
           "stream b {\n  for i {\n    wait s >= " +
           threshold + "\n    issue use\n    barrier {a, b}" + reset + "\n  }\n}\n";
  };
  EXPECT_EQ(Subject(kLoop, streams(" reset s", "1"), {3}).verdict(), Verdict::exact);
  EXPECT_EQ(Subject(kLoop, streams("", "1"), {3}).verdict(), Verdict::unsafe);
  EXPECT_EQ(Subject(kLoop, streams(" reset s", "2"), {3}).verdict(), Verdict::deadlocks);
}

TEST(Clocks, BarriersOfDifferentSetsDeadlock) {
  constexpr const char* kStreams =
      "stream a {\n  issue one\n  barrier {a, b}\n  issue three\n}\n"
      "stream b {\n  barrier {b}\n  issue two\n}\n";
  EXPECT_EQ(Subject(kIndependent, kStreams).verdict(), Verdict::deadlocks);
}

TEST(Clocks, ControlReadsHoldTheirStream) {
  constexpr const char* kProgram =
      "engine a, b\nbuffer x, y\na make -> x\nif load x {\n  b use -> y\n}\nb more -> "
      "y\n";
  const auto streams = [](const std::string& wait) {
    return "semaphore s\nstream a {\n  issue make signal s\n  read if\n}\nstream b {\n" + wait +
           "  read if\n  if if {\n    issue use\n  }\n  issue more\n}\n";
  };
  EXPECT_EQ(Subject(kProgram, streams("  wait s >= 1\n")).verdict(), Verdict::exact);
  EXPECT_EQ(Subject(kProgram, streams("")).verdict(), Verdict::unsafe);
}

TEST(Clocks, AnEngineWaitsForItsOwnResultsInFlight) {
  constexpr const char* kProgram = "engine a inflight 2\nbuffer x\na one -> x\na two x ->\n";
  EXPECT_EQ(Subject(kProgram, "stream a {\n  issue one\n  issue two\n}\n").verdict(),
            Verdict::unsafe);
  EXPECT_EQ(
      Subject(kProgram,
              "semaphore s\nstream a {\n  issue one signal s\n  wait s >= 1\n  issue two\n}\n")
          .verdict(),
      Verdict::exact);
}

TEST(Clocks, UnsafeIsNamedBeforeAllElseButMalformed) {
  const std::string unsafe = loop_streams("", "wait sa >= c", "wait sa >= 99");
  EXPECT_EQ(Subject(kLoop, unsafe, {2}).verdict(), Verdict::unsafe);
  const std::string malformed = loop_streams("", "wait sa >= c", "wait sa >= 99\n  take sa 0 - 1");
  const ClocksResult result = Subject(kLoop, malformed, {2}).decide();
  EXPECT_EQ(result.verdict, Verdict::malformed) << "though no schedule gets there";
  EXPECT_THAT(result.reason, HasSubstr("take"));
}

TEST(Clocks, ALimitIsUnknownUnlessSomethingWasFound) {
  const Subject good(kLoop, loop_streams("wait sb >= c", "wait sa >= c + 1"), {9});
  const ClocksResult cut = good.decide({.instances = 5});
  EXPECT_EQ(cut.verdict, Verdict::unknown);
  EXPECT_THAT(cut.reason, HasSubstr("more than 5 instances"));
  const Subject bad(kLoop, loop_streams("wait sb >= c", "wait sa >= c"), {9});
  EXPECT_EQ(bad.decide({.instances = 5}).verdict, Verdict::unsafe);
}

TEST(Clocks, InputsWhoseRunHasAnErrorHaveNoVerdict) {
  const Subject subject("engine a\nparam n\nbuffer x[2]\na one -> x[n]\n",
                        "stream a {\n  issue one\n}\n", {2});
  const auto result =
      decide_by_clocks(subject.program, Cells(subject.program), subject.streams, subject.inputs);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, RunError::Kind::bad_inputs);
}

TEST(Clocks, OldClocksAreForgottenAndNewOnesRight) {
  constexpr std::int64_t kMany = 20'000;  // many times the rows of a chunk
  const Subject exact(kLoop, loop_streams("wait sb >= c", "wait sa >= c + 1"), {kMany});
  EXPECT_EQ(exact.verdict(), Verdict::exact);
  const Subject late(kLoop, loop_streams("wait sb >= c", "wait sa >= c + 1", "wait sa >= 20001"),
                     {kMany});
  EXPECT_EQ(late.verdict(), Verdict::deadlocks);
}

}  // namespace
}  // namespace tidemark
