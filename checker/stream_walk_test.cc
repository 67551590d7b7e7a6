#include "checker/stream_walk.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Given {
  std::map<std::string, std::int64_t> params = {};
  std::map<std::string, std::vector<std::int64_t>> loads = {};
  RunLimits limits = {};
};

struct Walked {
  std::vector<std::string> events;
  std::optional<RunError> error;
  std::uint64_t register_operations = 0;
};

class Describe {
 public:
  Describe(const Program& program, const Streams& streams)
      : program_(program), streams_(streams), flat_(flatten_semaphores(streams)) {}

  std::string operator()(const StreamEvent& event) const {
    switch (event.kind) {
      case StreamEvent::Kind::issue:
        return program_.instructions[event.instruction].name + raises(event);
      case StreamEvent::Kind::read:
        return "read " + program_.controls[event.control].name + raises(event);
      case StreamEvent::Kind::wait:
        return fmt::format("{} >= {}", name(event.semaphore), event.value);
      case StreamEvent::Kind::wait_equal:
        return fmt::format("{} == {}", name(event.semaphore), event.value);
      case StreamEvent::Kind::take:
        return fmt::format("take {} {}", name(event.semaphore), event.value);
      case StreamEvent::Kind::signal:
        return fmt::format("signal {} {}", name(event.semaphore), event.value);
      case StreamEvent::Kind::reset:
        return "reset " + name(event.semaphore);
      case StreamEvent::Kind::barrier:
        return barrier(event);
    }
    std::unreachable();
  }

 private:
  std::string name(SemaphoreIndex index) const {
    const Semaphore& semaphore = streams_.semaphores[flat_[index].declared];
    return semaphore.count ? fmt::format("{}[{}]", semaphore.name, flat_[index].index)
                           : semaphore.name;
  }
  std::string raises(const StreamEvent& event) const {
    std::string text;
    for (const Raise& raise : event.raises)
      text += fmt::format(" {}+{}", name(raise.semaphore), raise.amount);
    return text;
  }
  std::string barrier(const StreamEvent& event) const {
    std::string text = "barrier";
    for (const EngineId engine : event.engines) text += " " + program_.engines[engine].name;
    for (const SemaphoreIndex reset : event.resets) text += " -" + name(reset);
    return text;
  }

  const Program& program_;
  const Streams& streams_;
  std::vector<FlatSemaphore> flat_;
};

// Walks the first of the streams.
Walked walk(const std::string& program_text, const std::string& streams_text,
            const Given& given = {}) {
  const Program program = parse_program("program p\n" + program_text).value();
  const auto streams = parse_streams("streams p\n" + streams_text, program);
  if (!streams) {
    ADD_FAILURE() << to_string(streams.error().diagnostics);
    return {};
  }
  Inputs inputs(program);
  for (const ParamId param : program.params.ids())
    if (const auto value = given.params.find(program.params[param].name);
        value != given.params.end())
      inputs.set(param, value->second);
  for (const BufferId buffer : program.buffers.ids())
    if (const auto values = given.loads.find(program.buffers[buffer].name);
        values != given.loads.end())
      inputs.set_loads(buffer, values->second);
  StreamWalk stream_walk(program, *streams, streams->streams[0], inputs, given.limits);
  const Describe describe(program, *streams);
  Walked walked;
  while (const StreamEvent* event = stream_walk.next()) walked.events.push_back(describe(*event));
  walked.error = stream_walk.error();
  walked.register_operations = stream_walk.register_operations();
  return walked;
}

const char* const kNest =
    "engine a, b\n"
    "param n, m\n"
    "buffer x\n"
    "for i in 0..n {\n"
    "  b load -> x\n"
    "  for j in i..m {\n"
    "    a use x ->\n"
    "  }\n"
    "}\n";
const char* const kEmptyB = "stream b {\n  for i {\n    issue load\n  }\n}\n";

TEST(StreamWalk, FollowsTheProgramsLoopsAndCounts) {
  const Walked walked = walk(kNest,
                             std::string("semaphore s, t[2]\n"
                                         "stream a {\n"
                                         "  reg r\n"
                                         "  for i {\n"
                                         "    for j {\n"
                                         "      wait s >= r + 1\n"
                                         "      issue use signal s +2, t[j % 2]\n"
                                         "      r = r + 2\n"
                                         "    }\n"
                                         "    wait t[0] == 3 * i - n\n"
                                         "  }\n"
                                         "}\n") +
                                 kEmptyB,
                             {.params = {{"n", 2}, {"m", 2}}});
  EXPECT_THAT(walked.events, ElementsAre("s >= 1", "use s+2 t[0]+1", "s >= 3", "use s+2 t[1]+1",
                                         "t[0] == -2", "s >= 5", "use s+2 t[1]+1", "t[0] == 1"));
  EXPECT_EQ(walked.register_operations, 3u);
  EXPECT_FALSE(walked.error);
}

TEST(StreamWalk, EveryOtherStatementIsAnEvent) {
  const Walked walked = walk(
      "engine a, b\n"
      "a x ->\n"
      "b y ->\n",
      "semaphore s, t width 8, u[3]\n"
      "stream a {\n"
      "  reg r, ring[2]\n"
      "  ring[3 % 2] = 5\n"
      "  take s ring[1]\n"
      "  signal t +4\n"
      "  reset u[2]\n"
      "  barrier {a, b} reset s, u[1]\n"
      "  barrier {a, b} unless r + 1\n"
      "  barrier {a, b} unless r\n"
      "  issue x\n"
      "}\n"
      "stream b {\n"
      "  issue y\n"
      "}\n");
  EXPECT_THAT(walked.events, ElementsAre("take s 5", "signal t 4", "reset u[2]",
                                         "barrier a b -s -u[1]", "barrier a b", "x"));
}

TEST(StreamWalk, BranchesTakeTheirArm) {
  const Walked walked = walk(
      "engine a\n"
      "for i in 0..3 {\n"
      "  if i % 2 == 0 {\n    a even ->\n  } else {\n    a odd ->\n  }\n"
      "}\n",
      "semaphore s\n"
      "stream a {\n"
      "  for i {\n"
      "    if if {\n      issue even\n    } else {\n      issue odd\n      wait s >= i\n    }\n"
      "  }\n"
      "}\n");
  EXPECT_THAT(walked.events, ElementsAre("even", "odd", "s >= 1", "even"));
}

TEST(StreamWalk, AWhilesHeaderIsDoneOnceMoreThanItsBody) {
  const Walked walked = walk(
      "engine a\n"
      "buffer go\n"
      "while load go {\n"
      "  a x ->\n"
      "}\n",
      "semaphore s\n"
      "stream a {\n"
      "  reg r\n"
      "  while while {\n"
      "    wait s >= r\n"
      "    r = r + 1\n"
      "    read while signal s\n"
      "    issue x\n"
      "  }\n"
      "}\n",
      {.loads = {{"go", {1, 1, 0}}}});
  EXPECT_THAT(walked.events, ElementsAre("s >= 0", "read while s+1", "x", "s >= 1",
                                         "read while s+1", "x", "s >= 2", "read while s+1"));
}

TEST(StreamWalk, LoadsBoundLoopsAndTripsTakeTheLastRead) {
  const Walked walked = walk(
      "engine a\n"
      "buffer n, k\n"
      "for i in 0..2 {\n"
      "  for j in 1..load n step 2 {\n"
      "    a x -> k\n"
      "  }\n"
      "}\n",
      "semaphore s\n"
      "stream a {\n"
      "  for i {\n"
      "    read j\n"
      "    wait s >= trips(j)\n"
      "    for j {\n"
      "      issue x\n"
      "    }\n"
      "  }\n"
      "}\n",
      {.loads = {{"n", {4, 0}}}});
  EXPECT_THAT(walked.events, ElementsAre("read j", "s >= 2", "x", "x", "read j", "s >= 0"));
}

// Counters move in control that the stream leaves out; the stream's bounds see them.
TEST(StreamWalk, CountersAreFollowedThroughLeftOutControl) {
  const Walked walked = walk(
      "engine a, b\n"
      "buffer x\n"
      "param n\n"
      "counter c, unseen\n"
      "for i in 0..n {\n"
      "  unseen = unseen + 1\n"
      "  if i % 2 == 1 {\n"
      "    b load -> x\n"
      "    c = c + 2\n"
      "  }\n"
      "}\n"
      "for j in 0..c {\n"
      "  a use x ->\n"
      "}\n",
      "stream a {\n"
      "  for j {\n    issue use\n  }\n"
      "}\n"
      "stream b {\n"
      "  for i {\n    if if {\n      issue load\n    }\n  }\n"
      "}\n",
      {.params = {{"n", 5}}});
  EXPECT_THAT(walked.events, ElementsAre("use", "use", "use", "use"));
}

// trips(i) is taken where i stands, between the two assignments; trips(j) of a loop that is
// not passed over, just before the next shared statement.
TEST(StreamWalk, TripsSeeTheCountersOfTheirPlace) {
  const Walked walked = walk(
      "engine a, b\n"
      "buffer x\n"
      "counter c\n"
      "c = 3\n"
      "for i in 0..c {\n"
      "  b load -> x\n"
      "}\n"
      "c = 7\n"
      "for j in 0..c {\n"
      "  a use ->\n"
      "}\n",
      "semaphore s\n"
      "stream a {\n"
      "  wait s >= trips(i)\n"
      "  wait s >= 100 * trips(j)\n"
      "  for j {\n  issue use\n  }\n"
      "  wait s >= trips(i)\n"
      "}\n"
      "stream b {\n"
      "  for i {\n    issue load\n  }\n"
      "}\n");
  ASSERT_EQ(walked.events.size(), 10u);
  EXPECT_EQ(walked.events[0], "s >= 3");
  EXPECT_EQ(walked.events[1], "s >= 700");
  EXPECT_EQ(walked.events[9], "s >= 7");
}

// A nest that is left out whole: the inner loop's trips are those at the outermost one.
TEST(StreamWalk, TripsInsideALeftOutNestAreTakenAtTheNest) {
  const Walked walked = walk(
      "engine a, b\n"
      "buffer x\n"
      "counter c\n"
      "c = 2\n"
      "for i in 0..3 {\n"
      "  c = c + 1\n"
      "  for j in 0..c {\n    b load -> x\n  }\n"
      "}\n"
      "a use x ->\n",
      "semaphore s\n"
      "stream a {\n"
      "  wait s >= trips(i) * trips(j)\n"
      "  issue use\n"
      "}\n"
      "stream b {\n"
      "  for i {\n    for j {\n      issue load\n    }\n  }\n"
      "}\n");
  EXPECT_THAT(walked.events, ElementsAre("s >= 6", "use"));
}

Walked with_body(const std::string& body, std::int64_t n = 1) {
  return walk("engine a\nparam n\na x ->\n",
              "semaphore s, t[2]\nstream a {\n  reg r, ring[2]\n  " + body + "\n  issue x\n}\n",
              {.params = {{"n", n}}});
}

std::string malformed(const std::string& body, std::int64_t n = 1) {
  const Walked walked = with_body(body, n);
  EXPECT_THAT(walked.events, IsEmpty());
  if (!walked.error) return "no error";
  EXPECT_EQ(walked.error->kind, RunError::Kind::malformed);
  return walked.error->message;
}

TEST(StreamWalk, ErrorsInTheStreamAreMalformed) {
  EXPECT_EQ(malformed("r = n * 2", INT64_MAX), "stream a, line 5: r = n*2: a value passes 64 bits");
  EXPECT_EQ(malformed("r = n + 1", INT64_MAX),
            "stream a, line 5: r = n + 1: a value passes 64 bits");
  EXPECT_EQ(malformed("ring[n] = 0", 2), "stream a, line 5: ring[n] = 0: index 2 is outside [2]");
  EXPECT_EQ(malformed("r = ring[n]", -1),
            "stream a, line 5: r = ring[n]: index -1 is outside a ring of 2 registers");
  EXPECT_EQ(malformed("signal t[n]", 2), "stream a, line 5: signal t[n]: index 2 is outside [2]");
  EXPECT_EQ(malformed("take s n", -3), "stream a, line 5: take s n: it takes -3");
}

TEST(StreamWalk, RemaindersAreNeverNegative) {
  EXPECT_THAT(with_body("wait s >= (n - 9) % 5").events, ElementsAre("s >= 2", "x"));
}

TEST(StreamWalk, LimitsEndAWalk) {
  const Walked walked = walk(kNest,
                             std::string("stream a {\n  for i {\n    for j {\n"
                                         "      issue use\n    }\n  }\n}\n") +
                                 kEmptyB,
                             {.params = {{"n", 9}, {"m", 9}}, .limits = {.instances = 3}});
  EXPECT_EQ(walked.events.size(), 3u);
  ASSERT_TRUE(walked.error);
  EXPECT_EQ(walked.error->kind, RunError::Kind::limit);
  EXPECT_EQ(walked.error->message, "more than 3 instances of a (i=0, j=3)");
}

}  // namespace
}  // namespace tidemark
