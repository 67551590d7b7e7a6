#include "checker/timed/simulate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "checker/timed/bound.h"
#include "core/target/parse_target.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::HasSubstr;

// At 1 GHz a cycle is 1 ns.
constexpr const char* kTarget =
    "target t\n"
    "engine.a.clock 1 GHz guess x\nengine.b.clock 1 GHz guess x\nqueue.clock 1 GHz guess x\n"
    "semaphore.latency 30 ns guess x\nbarrier.cost 500 ns guess x\n"
    "wait.inline 1 waits guess x\nsignal.inline 1 signals guess x\n"
    "wait.separate 2 waits guess x\nwait.separate_cost 7 cycles guess x\n"
    "register.operation 3 cycles guess x\nbranch.cost 5 cycles guess x\n"
    "read.cost 11 cycles guess x\n";

struct Timed {
  Program program;
  Streams streams;
  Target target;
  Inputs inputs;

  Timed(const std::string& program_text, const std::string& streams_text,
        const std::vector<std::string>& figures = {}, std::int64_t n = 0)
      : program(parse_program(program_text).value()),
        streams(parse_streams(streams_text, program).value()),
        target(parse_target(kTarget, "t").value()),
        inputs(program) {
    for (const std::string& figure : figures) EXPECT_TRUE(set_figure(target, figure));
    if (!program.params.empty()) inputs.set(ParamId(0), n);
  }

  Simulation simulation() const {
    return simulate(program, streams, inputs, target, {.limits = {}, .timeline = 100}).value();
  }
  double latency() const { return static_cast<double>(simulation().latency) / 1000; }
  double bound() const {
    return static_cast<double>(bound_of(program, inputs, target).value().latency) / 1000;
  }
};

const std::string kPair =
    "program p\nengine a, b\nbuffer x\n"
    "first: a op -> x cost 100\nsecond: b op x -> cost 50\n";
const std::string kPairStreams =
    "streams p\nsemaphore s\nstream a {\n  issue first signal s\n}\n"
    "stream b {\n  wait s >= 1\n  issue second\n}\n";

TEST(Simulate, ASignalTakesItsLatency) {
  const Timed run(kPair, kPairStreams);
  EXPECT_EQ(run.latency(), 100 + 30 + 50);
  EXPECT_EQ(run.bound(), 100 + 30 + 50);
  const Simulation simulation = run.simulation();
  EXPECT_TRUE(simulation.has_ended);
  ASSERT_EQ(simulation.stalls.size(), 1u);
  EXPECT_EQ(simulation.stalls[0].reason, StallReason::wait);
  EXPECT_EQ(simulation.stalls[0].time, 130'000);
  EXPECT_EQ(simulation.stalls[0].on, EngineId(0));
  ASSERT_EQ(simulation.timeline.waits.size(), 1u);
  EXPECT_EQ(simulation.timeline.waits[0].completed, 100'000);
  EXPECT_EQ(simulation.timeline.waits[0].passed, 130'000);
}

TEST(Simulate, AWaitThatFitsOnNoInstructionTakesTheSequencer) {
  EXPECT_EQ(Timed(kPair, kPairStreams, {"wait.inline=0"}).latency(), 100 + 30 + 7 + 50);
  // Its cycles before the semaphore comes cost nothing here.
  EXPECT_EQ(Timed(kPair, kPairStreams, {"wait.inline=0", "wait.separate_after=0"}).latency(),
            100 + 30 + 50);
}

TEST(Simulate, ABarrierIsLeftItsCostAfterTheLast) {
  const Timed run(kPair,
                  "streams p\nstream a {\n  issue first\n  barrier {a, b}\n}\n"
                  "stream b {\n  barrier {a, b}\n  issue second\n}\n");
  EXPECT_EQ(run.latency(), 100 + 500 + 50);
  EXPECT_EQ(run.simulation().barrier_time, (500 + 600) * 1000);
}

TEST(Simulate, AResetInABarrierForgetsWhatWasRaised) {
  const Timed run(
      "program p\nengine a, b\nbuffer x\n"
      "one: a op -> x cost 100\ntwo: b op x -> cost 50\n"
      "three: a op -> x cost 100\nfour: b op x -> cost 50\n",
      "streams p\nsemaphore s\n"
      "stream a {\n  issue one signal s\n  barrier {a, b} reset s\n  issue three signal s\n}\n"
      "stream b {\n  wait s >= 1\n  issue two\n  barrier {a, b} reset s\n  wait s >= 1\n"
      "  issue four\n}\n",
      {"barrier.cost=0"});
  EXPECT_EQ(run.latency(), 130 + 50 + 100 + 30 + 50);
}

const std::string kLoop =
    "program p\nengine a\nengine b inflight 2\nparam n\nbuffer x[2]\n"
    "for i in 0..n {\n  second: b op -> cost 10 latency 100\n}\n";

TEST(Simulate, PlacesInFlightHoldAnEngineBack) {
  const Timed run(kLoop, "streams p\nstream b {\n  for i {\n    issue second\n  }\n}\n", {}, 3);
  // The sequencer is at the first after one step of control; the third waits for a place.
  EXPECT_EQ(run.latency(), 5 + 110 + 110);
  EXPECT_EQ(run.bound(), 110 + 110);
  EXPECT_EQ(run.simulation().engines[EngineId(1)].control_steps, 3u);
}

TEST(Simulate, TheSequencerRunsAheadIfItIsDecoupled) {
  const std::string program =
      "program p\nengine a\nparam n\nfor i in 0..n {\n  only: a op -> cost 20\n}\n";
  const std::string streams =
      "streams p\nstream a {\n  reg r\n  for i {\n    r = r + 1\n    issue only\n  }\n}\n";
  EXPECT_EQ(Timed(program, streams, {}, 4).latency(), 8 + 4 * 20);
  EXPECT_EQ(Timed(program, streams, {"sequencer.decoupled=0"}, 4).latency(), 4 * (8 + 20));
}

TEST(Simulate, AThrottledEngineIsSlowAfterAPause) {
  Timed run(kPair, kPairStreams, {"throttle.idle=50", "throttle.slow=20", "throttle.factor=2"});
  run.target.throttle.engine = "b";
  EXPECT_EQ(run.latency(), 100 + 30 + 2 * 50);
  EXPECT_EQ(run.bound(), 100 + 30 + 2 * 50);
}

TEST(Simulate, SaysWhatIsStuck) {
  const Timed run(kPair,
                  "streams p\nsemaphore s\nstream a {\n  issue first\n}\n"
                  "stream b {\n  wait s >= 1\n  issue second\n}\n");
  const Simulation simulation = run.simulation();
  EXPECT_FALSE(simulation.has_ended);
  EXPECT_THAT(simulation.reason, HasSubstr("b stands at wait s >= 1"));
}

TEST(Simulate, TakesLowerAndComparisonsSeeTheValueOfTheirTime) {
  const std::string program =
      "program p\nengine a, b\nbuffer x\none: a op -> x cost 100\ntwo: a op -> x cost 100\n"
      "three: b op x -> cost 50\nfour: b op x -> cost 50\n";
  const std::string raise = "stream a {\n  issue one signal s\n  issue two signal s\n}\n";
  const Timed takes(program,
                    "streams p\nsemaphore s\n" + raise +
                        "stream b {\n  take s 1\n  issue three\n  take s 1\n  issue four\n}\n");
  EXPECT_EQ(takes.latency(), 230 + 50);
  const Timed equals(program, "streams p\nsemaphore s\n" + raise +
                                  "stream b {\n  wait s == 2\n  issue three\n  issue four\n}\n");
  EXPECT_EQ(equals.latency(), 230 + 50 + 50);
}

TEST(Simulate, AStripedEngineRaisesInAllItsParts) {
  const Timed run(
      "program p\nengine a\nengine b inflight 2 stripes 16\nbuffer x\n"
      "fetch: b op -> x cost 100\nuse: a op x -> cost 10\n",
      "streams p\nsemaphore s\nstream b {\n  issue fetch signal s\n}\n"
      "stream a {\n  wait s >= 16\n  issue use\n}\n");
  EXPECT_TRUE(run.simulation().has_ended);
  EXPECT_EQ(run.latency(), 100 + 30 + 10);
}

TEST(Simulate, AControlReadHoldsItsStream) {
  const Timed run("program p\nengine a\nbuffer x\nif load x {\n  only: a op -> cost 20\n}\n",
                  "streams p\nstream a {\n  read if\n  if if {\n    issue only\n  }\n}\n");
  Timed taken = run;
  taken.inputs.set_loads(BufferId(0), {1});
  EXPECT_EQ(taken.latency(), 11 + 5 + 20);
  EXPECT_EQ(taken.bound(), 11 + 20);
}

}  // namespace
}  // namespace tidemark
