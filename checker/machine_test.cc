#include "checker/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "checker/schedule.h"
#include "checker/scheduler.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A program and streams with all that a machine stands on.
struct World {
  World(const std::string& program_text, const std::string& streams_text,
        const std::vector<std::int64_t>& params = {})
      : program(parse_program("program p\n" + program_text).value()),
        streams(parse_streams("streams p\n" + streams_text, program).value()),
        inputs(program) {
    for (std::size_t i = 0; i < params.size(); ++i) inputs.set(ParamId(i), params[i]);
    lines = make_lines(program, streams, inputs).value();
    machine = std::make_unique<Machine>(program, lines);
    state = machine->start();
  }

  EngineId engine(const std::string& name) const {
    for (const EngineId engine : program.engines.ids())
      if (program.engines[engine].name == name) return engine;
    throw std::out_of_range(name);
  }

  std::vector<std::string> enabled() const {
    std::vector<Step> steps;
    machine->enabled(state, steps);
    std::vector<std::string> texts;
    for (const Step& step : steps) texts.push_back(print(step, program));
    return texts;
  }

  // Takes steps written as in a schedule; returns what stops it, or "".
  std::string take(const std::string& schedule) {
    const Schedule steps = parse_schedule(schedule, program).value();
    for (const Step& step : steps) {
      if (!machine->is_enabled(state, step)) return machine->why_not(state, step, streams);
      machine->take(state, step);
    }
    return "";
  }

  Program program;
  Streams streams;
  Inputs inputs;
  Lines lines;
  std::unique_ptr<Machine> machine;
  MachineState state;
};

const char* const kCopy =
    "engine dma inflight 2, act\n"
    "buffer x, y, z\n"
    "dma load -> x\n"
    "dma more -> z\n"
    "act use x -> y\n";

TEST(Machine, PlacesInFlightAndWaitsDecideWhatCanIssue) {
  World world(kCopy,
              "semaphore dma\n"
              "stream dma {\n  issue load signal dma\n  issue more signal dma\n}\n"
              "stream act {\n  wait dma >= 1\n  issue use\n}\n");
  EXPECT_THAT(world.enabled(), ElementsAre("issue dma"));
  EXPECT_EQ(world.take("issue dma\nissue dma"), "");
  EXPECT_THAT(world.enabled(), ElementsAre("complete dma"));
  EXPECT_FALSE(world.machine->may_issue(world.state, world.engine("act")));
  EXPECT_EQ(world.take("issue act"), "act stands at wait dma >= 1, and dma is 0");
  EXPECT_EQ(world.take("complete dma"), "");
  EXPECT_THAT(world.enabled(), ElementsAre("complete dma", "issue act"));
  EXPECT_TRUE(world.machine->may_issue(world.state, world.engine("act")));
  EXPECT_EQ(world.take("complete dma\nissue act\ncomplete act"), "");
  EXPECT_THAT(world.enabled(), IsEmpty());
  EXPECT_TRUE(world.machine->is_end(world.state));
  EXPECT_EQ(world.take("issue act"), "the stream of act is at its end");
  EXPECT_EQ(world.take("complete dma"), "nothing of dma is in flight");
}

TEST(Machine, ASerialEngineHasOnePlace) {
  World world("engine a\na x ->\na y ->\n", "stream a {\n  issue x\n  issue y\n}\n");
  EXPECT_EQ(world.take("issue a\nissue a"), "all places of a in flight are taken (1)");
}

TEST(Machine, AnIssueIsCoveredWhenAllThatItNeedsIsComplete) {
  World world(kCopy,
              "stream dma {\n  issue load\n  issue more\n}\n"
              "stream act {\n  issue use\n}\n");
  EXPECT_EQ(world.take("issue dma"), "");
  EXPECT_THAT(world.enabled(), ElementsAre("issue dma", "complete dma", "issue act"));
  EXPECT_FALSE(world.machine->is_covered(world.state, world.engine("act")));
  EXPECT_EQ(world.take("complete dma"), "");
  EXPECT_TRUE(world.machine->is_covered(world.state, world.engine("act")));
}

TEST(Machine, AReadHoldsItsStreamUntilItIsComplete) {
  World world(
      "engine a inflight 2\n"
      "buffer n\n"
      "if load n {\n  a x ->\n}\n"
      "a y ->\n",
      "semaphore s\n"
      "stream a {\n  read if signal s\n  if if {\n    issue x\n  }\n  issue y\n}\n");
  EXPECT_EQ(world.take("issue a"), "");
  EXPECT_THAT(world.enabled(), ElementsAre("complete a"));
  EXPECT_FALSE(world.machine->may_issue(world.state, world.engine("a")));
  EXPECT_EQ(world.take("issue a"), "a read of a is in flight");
  EXPECT_EQ(world.take("complete a"), "");
  EXPECT_EQ(world.state.semaphores, std::vector<std::int64_t>{1});
  EXPECT_TRUE(world.machine->may_issue(world.state, world.engine("a")));
}

TEST(Machine, ABarrierIsPassedInOneStepWithNothingInFlight) {
  World world("engine a, b\na x ->\nb y ->\n",
              "semaphore s, t\n"
              "stream a {\n  issue x signal s\n  barrier {a, b} reset s\n}\n"
              "stream b {\n  issue y signal t\n  barrier {a, b} reset t\n}\n");
  EXPECT_EQ(world.take("issue a\nissue b\ncomplete b"), "");
  EXPECT_THAT(world.enabled(), ElementsAre("complete a"));
  EXPECT_EQ(world.take("step b"), "b stands at barrier {a, b}");
  EXPECT_EQ(world.take("complete a"), "");
  EXPECT_THAT(world.enabled(), ElementsAre("step a"));
  EXPECT_EQ(world.take("step b"), "");  // either engine names it
  EXPECT_EQ(world.state.semaphores, (std::vector<std::int64_t>{0, 0}));
  EXPECT_TRUE(world.machine->is_end(world.state));
}

TEST(Machine, EnginesAtBarriersOfDifferentSetsDoNotMeet) {
  World world("engine a, b, c\na x ->\nb y ->\nc z ->\n",
              "stream a {\n  barrier {a, b}\n  issue x\n}\n"
              "stream b {\n  barrier {a, b, c}\n  issue y\n}\n"
              "stream c {\n  issue z\n}\n");
  EXPECT_EQ(world.take("issue c\ncomplete c"), "");
  EXPECT_THAT(world.enabled(), IsEmpty());
  EXPECT_FALSE(world.machine->is_end(world.state));
}

TEST(Machine, TakeSignalAndResetAreSteps) {
  World world("engine a, b\na x ->\nb y ->\n",
              "semaphore s, t\n"
              "stream a {\n  signal s +3\n  issue x\n}\n"
              "stream b {\n  take s 2\n  signal t\n  reset t\n  issue y\n}\n");
  EXPECT_THAT(world.enabled(), ElementsAre("step a"));
  EXPECT_THAT(world.machine->can_issue(world.state),
              ElementsAre(world.engine("a"), world.engine("b")));
  EXPECT_EQ(world.take("step b"), "b stands at take s 2, and s is 0");
  EXPECT_EQ(world.take("step a\nstep b\nstep b"), "");
  EXPECT_EQ(world.state.semaphores, (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(world.take("step b\nissue b\ncomplete b\nissue a\ncomplete a"), "");
  EXPECT_EQ(world.state.semaphores, (std::vector<std::int64_t>{1, 0}));
  EXPECT_TRUE(world.machine->is_end(world.state));
}

// Two takers and one token: the streams can issue either, not both.
TEST(Machine, CanIssueLooksAtEverySilentContinuation) {
  World world("engine a, b\na x ->\nb y ->\n",
              "semaphore s\n"
              "stream a {\n  take s 1\n  issue x\n}\n"
              "stream b {\n  signal s\n  take s 1\n  issue y\n}\n");
  EXPECT_THAT(world.machine->can_issue(world.state),
              ElementsAre(world.engine("a"), world.engine("b")));
  EXPECT_EQ(world.take("step b\nstep a"), "");
  EXPECT_THAT(world.machine->can_issue(world.state), ElementsAre(world.engine("a")));
}

// A wait that might cease to hold is a step: passed in time or never.
TEST(Machine, AWaitForEqualityCanBeMissed) {
  const char* const streams =
      "semaphore s\n"
      "stream a {\n  issue x signal s\n  issue z signal s\n}\n"
      "stream b {\n  wait s == 1\n  issue y\n}\n";
  World world("engine a, b\na x ->\na z ->\nb y ->\n", streams);
  EXPECT_EQ(world.take("issue a\ncomplete a"), "");
  EXPECT_THAT(world.enabled(), ElementsAre("issue a", "step b"));
  EXPECT_EQ(world.take("issue a\ncomplete a"), "");
  EXPECT_EQ(world.take("step b"), "b stands at wait s == 1, and s is 2");
  EXPECT_THAT(world.enabled(), IsEmpty());
}

TEST(Machine, AWaitLastsUnlessAnotherStreamCanLowerItsSemaphore) {
  World own("engine a, b\na x ->\nb y ->\n",
            "semaphore s\n"
            "stream a {\n  issue x signal s\n}\n"
            "stream b {\n  wait s >= 1\n  take s 1\n  issue y\n}\n");
  EXPECT_TRUE(own.lines.of[own.engine("b")].events[0].is_lasting);
  World other("engine a, b\na x ->\nb y ->\n",
              "semaphore s\n"
              "stream a {\n  issue x signal s\n  take s 1\n}\n"
              "stream b {\n  wait s >= 1\n  issue y\n}\n");
  EXPECT_FALSE(other.lines.of[other.engine("b")].events[0].is_lasting);
}

TEST(Machine, ANarrowSemaphoreWraps) {
  World world("engine a\na x ->\n",
              "semaphore s width 2\n"
              "stream a {\n  signal s +3\n  signal s +3\n  issue x signal s +5\n}\n");
  EXPECT_EQ(world.take("step a\nstep a"), "");
  EXPECT_EQ(world.state.semaphores, std::vector<std::int64_t>{2});
  EXPECT_EQ(world.take("issue a\ncomplete a"), "");
  EXPECT_EQ(world.state.semaphores, std::vector<std::int64_t>{3});
}

TEST(Machine, StripedInstancesCompleteInParts) {
  World world("engine d stripes 2 inflight 2\nd x ->\nd y ->\n",
              "semaphore s\n"
              "stream d {\n  issue x signal s\n  issue y signal s +10\n}\n");
  EXPECT_EQ(world.take("issue d\nissue d\ncomplete d 0\ncomplete d 0"), "");
  EXPECT_EQ(world.machine->completed(world.state, world.engine("d")), 0u);
  EXPECT_EQ(world.state.semaphores, std::vector<std::int64_t>{11});
  EXPECT_THAT(world.enabled(), ElementsAre("complete d 1"));
  EXPECT_EQ(world.take("complete d 1"), "");
  EXPECT_EQ(world.machine->completed(world.state, world.engine("d")), 1u);
}

TEST(Machine, AStripedEnginesReadCompletesInOnePart) {
  World world("engine d stripes 2 inflight 3\nbuffer n\nd x ->\nif load n {\n  d y ->\n}\n",
              "semaphore s\n"
              "stream d {\n  issue x\n  read if signal s\n  if if {\n    issue y\n  }\n}\n");
  EXPECT_EQ(world.take("issue d\nissue d\ncomplete d 0\ncomplete d 0"), "");
  EXPECT_EQ(world.take("issue d"), "a read of d is in flight");
  EXPECT_EQ(world.take("complete d 1"), "");
  EXPECT_EQ(world.machine->completed(world.state, world.engine("d")), 2u);
  EXPECT_EQ(world.state.semaphores, std::vector<std::int64_t>{1});
}

TEST(Machine, LinesReportErrorsAndLimits) {
  const Program program = parse_program("program p\nengine a\nparam n\na x ->\n").value();
  const auto error = [&](const std::string& body, std::int64_t n) {
    const Streams streams =
        parse_streams("streams p\nsemaphore s\nstream a {\n" + body + "\nissue x\n}\n", program)
            .value();
    Inputs inputs(program);
    inputs.set(ParamId(0u), n);
    return make_lines(program, streams, inputs, {.instances = 10, .steps = 2}).error();
  };
  EXPECT_EQ(error("take s n", -1).kind, RunError::Kind::malformed);
  EXPECT_THAT(error("signal s +9223372036854775807\nsignal s", 0).message,
              HasSubstr("semaphore s add up to more than 64 bits"));
  EXPECT_EQ(error("wait s >= 0\nwait s >= 0", 0).kind, RunError::Kind::limit);
}

TEST(Scheduler, ASeedFixesAnExecutionAndItsScheduleReplays) {
  World world(
      "engine dma inflight 2, act\n"
      "param n\n"
      "buffer k[2]\n"
      "for i in 0..n {\n  dma load -> k[i % 2]\n  act use k[i % 2] ->\n}\n",
      "semaphore dma, act\n"
      "stream dma {\n  for i {\n    wait act >= i - 1\n    issue load signal dma\n  }\n}\n"
      "stream act {\n  for i {\n    wait dma >= i + 1\n    issue use signal act\n  }\n}\n",
      {6});
  RandomScheduler random(5), same(5), other(6);
  const Execution execution = execute(*world.machine, random);
  EXPECT_EQ(execution.outcome, Execution::Outcome::ended);
  EXPECT_EQ(execution.schedule.size(), 24u);
  EXPECT_EQ(execute(*world.machine, same).schedule, execution.schedule);
  EXPECT_NE(execute(*world.machine, other).schedule, execution.schedule);
  ReplayScheduler replay(execution.schedule);
  const Execution replayed = execute(*world.machine, replay);
  EXPECT_EQ(replayed.outcome, Execution::Outcome::ended);
  EXPECT_EQ(replayed.state, execution.state);
  EXPECT_THAT(replay.rest(), IsEmpty());
}

TEST(Scheduler, AReplayStopsAtAStepThatIsNotEnabled) {
  World world("engine a\na x ->\n", "stream a {\n  issue x\n}\n");
  const Schedule schedule = parse_schedule("issue a\nissue a\n", world.program).value();
  ReplayScheduler replay(schedule);
  EXPECT_EQ(execute(*world.machine, replay).outcome, Execution::Outcome::stopped);
  EXPECT_EQ(replay.rest().size(), 1u);
}

}  // namespace
}  // namespace tidemark
