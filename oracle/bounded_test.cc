// What the bounded search finds, and what it leaves to others.
#include "oracle/bounded.h"

#include <gtest/gtest.h>

#include <string>

#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "oracle/ring_test_util.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

using Kind = Counterexample::Kind;

BoundedResult search(const std::string& program_text, const std::string& streams_text,
                     std::int64_t trips) {
  const Program program = parse_program(program_text).value();
  BoundedOptions options;
  options.unroll.trips = trips;
  return prove_bounded(program, parse_streams(streams_text, program).value(), options);
}

std::optional<Kind> kind_of(const BoundedResult& result) {
  return result.counterexample ? std::optional(result.counterexample->kind) : std::nullopt;
}

TEST(Bounded, NamesWhatIsWrong) {
  EXPECT_TRUE(search(kRing, stream_pair("wait e >= i - 1", "wait d >= i + 1"), 4).is_proved);
  EXPECT_EQ(kind_of(search(kRing, stream_pair("wait e >= i - 1", "wait d >= i"), 4)), Kind::unsafe);
  EXPECT_EQ(kind_of(search(kRing, stream_pair("wait e >= i", "wait d >= i + 1"), 4)),
            Kind::overwaits);
  EXPECT_EQ(kind_of(search(kRing, stream_pair("wait e >= i + 1", "wait d >= i + 1"), 4)),
            Kind::deadlocks);
}

// The ring's slots come round in the third trip.
TEST(Bounded, SaysNoMoreThanItsBound) {
  const std::string no_war = stream_pair("wait e >= 0", "wait d >= i + 1");
  EXPECT_TRUE(search(kRing, no_war, 2).is_proved);
  const BoundedResult found = search(kRing, no_war, 3);
  EXPECT_EQ(kind_of(found), Kind::unsafe);
  EXPECT_EQ(found.counterexample->inputs.param(ParamId(0)), 3);
}

TEST(Bounded, AddsUpRaisesOfSeveralEngines) {
  const char* program =
      "program p\nengine a, b, c\nbuffer x, y\n"
      "a first -> x\nb second -> y\nc both x, y ->\n";
  const auto streams = [](const char* threshold) {
    return std::string(
               "streams p\nsemaphore s\n"
               "stream a {\n issue first signal s\n}\n"
               "stream b {\n issue second signal s\n}\n"
               "stream c {\n wait s >= ") +
           threshold + "\n issue both\n}\n";
  };
  EXPECT_TRUE(search(program, streams("2"), 1).is_proved);
  EXPECT_EQ(kind_of(search(program, streams("1"), 1)), Kind::unsafe);
  EXPECT_EQ(kind_of(search(program, streams("3"), 1)), Kind::deadlocks);
}

TEST(Bounded, FindsAnIndexOutsideItsRing) {
  std::string text = stream_pair("r[i] = 1\n  wait e >= i - 1", "wait d >= i + 1");
  text.replace(text.find("{\n"), 2, "{\n reg r[2]\n");
  EXPECT_TRUE(search(kRing, text, 2).is_proved);
  EXPECT_EQ(kind_of(search(kRing, text, 3)), Kind::malformed);
}

// A stream that leaves the loop out counts its trips: these are no other than those walked.
TEST(Bounded, CountsTripsOfAStepThatIsOpen) {
  const char* program =
      "program p\nengine a, b\nparam n\nbuffer x\n"
      "for i in 0..3 step n + 1 {\n  a fill -> x\n}\nb use x ->\n";
  const auto streams = [](const char* threshold) {
    return std::string(
               "streams p\nsemaphore s\nstream a {\n for i {\n  issue fill signal s\n }\n}\n"
               "stream b {\n wait s >= ") +
           threshold + "\n issue use\n}\n";
  };
  for (const std::int64_t trips : {1, 3}) {
    const BoundedResult right = search(program, streams("trips(i)"), trips);
    EXPECT_TRUE(right.is_proved) << right.reason;
  }
  EXPECT_EQ(kind_of(search(program, streams("trips(i) - 1"), 3)), Kind::unsafe);
  EXPECT_EQ(kind_of(search(program, streams("trips(i) + 1"), 3)), Kind::deadlocks);
}

// From one statement alone, as after a proof that failed there: others are not asked about.
TEST(Bounded, SearchesFromTheObligationThatFailed) {
  const Program program = parse_program(kRing).value();
  const Streams streams =
      parse_streams(stream_pair("wait e >= i - 2", "wait d >= i + 1"), program).value();
  const UnboundedResult failed = prove_unbounded(program, streams);
  ASSERT_NE(failed.failed_at, nullptr) << failed.reason;
  BoundedOptions options;
  options.unroll.trips = 3;
  const BoundedResult everywhere = prove_bounded(program, streams, options);
  options.only = failed.failed_at;
  const BoundedResult there = prove_bounded(program, streams, options);
  EXPECT_EQ(kind_of(there), Kind::unsafe);
  EXPECT_EQ(there.counterexample->engine, EngineId(0));
  EXPECT_LE(there.solver.queries, everywhere.solver.queries);
}

TEST(Bounded, FollowsEveryFormOfControl) {
  const auto program = parse_program(
      "program p\nengine dma inflight 2\nengine pe, act\nparam n, m\nmemory sram\n"
      "buffer go, len\nbuffer a at sram[0, 8)\nbuffer b at sram[4, 12)\nbuffer x[3]\n"
      "counter c\n"
      "while load go {\n"
      "  dma fill -> x[c % 3]\n"
      "  for j in 0..load len step 2 {\n"
      "    if j < m {\n      pe use x[c % 3] -> a\n    } else {\n      act other b -> b\n    }\n"
      "  }\n"
      "  c = c + n\n"
      "  act next -> go, len\n"
      "}\n");
  ASSERT_TRUE(program) << to_string(program.error());
  BoundedOptions options;
  options.unroll.trips = 2;
  const BoundedResult result = prove_bounded(*program, synchronize(*program).streams, options);
  EXPECT_TRUE(result.is_proved) << result.reason;
  EXPECT_GT(result.instances, 20u);
}

TEST(Bounded, BarriersAreSafeAndOverwait) {
  const Program program = parse_program(kRing).value();
  BoundedOptions options;
  options.unroll.trips = 3;
  const auto result =
      prove_bounded(program, find_synchronizer("barrier")->synchronize(program).streams, options);
  EXPECT_EQ(kind_of(result), Kind::overwaits);
}

TEST(Bounded, SaysWhatIsOutsideItsDomain) {
  const BoundedResult result = search(kRing, stream_pair("take e 1", "wait d >= i + 1"), 2);
  EXPECT_FALSE(result.is_proved || result.counterexample);
  EXPECT_NE(result.reason.find("takes tokens"), std::string::npos) << result.reason;
}

// No inputs within the bound: nothing is proved by having nothing to look at.
TEST(Bounded, ProvesNothingOfNoRuns) {
  const char* program =
      "program p\nengine a, b\nparam n\nbuffer x[1]\n"
      "for i in n..n + 5 {\n  a first -> x[i]\n}\nb use x[0] ->\n";
  const Program parsed = parse_program(program).value();
  const BoundedResult result = prove_bounded(parsed, synchronize(parsed).streams, {});
  EXPECT_FALSE(result.is_proved || result.counterexample);
}

}  // namespace
}  // namespace tidemark
