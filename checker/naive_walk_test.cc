#include "checker/naive_walk_test_util.h"

#include <gtest/gtest.h>

#include <string>

#include "core/text/parse.h"

namespace tidemark {
namespace {

struct Walked {
  std::optional<Verdict> verdict;
  std::size_t states = 0;
};

Walked walk(const std::string& program_text, const std::string& streams_text,
            std::size_t state_limit = 10'000) {
  const Program program = parse_program("program p\n" + program_text).value();
  const Streams streams = parse_streams("streams p\n" + streams_text, program).value();
  const Inputs inputs(program);
  const Lines lines = make_lines(program, streams, inputs).value();
  const Machine machine(program, lines);
  NaiveWalk naive(machine);
  const std::optional<Verdict> verdict = naive.verdict(state_limit);
  return {verdict, naive.states()};
}

const char* const kCopy =
    "engine a, b\n"
    "buffer x\n"
    "a w -> x\n"
    "b r x ->\n";

// a: not issued, in flight, complete; then b: in flight, complete.
TEST(NaiveWalk, ExactStreamsReachAsManyStatesAsTheyShould) {
  const Walked walked = walk(kCopy,
                             "semaphore a\n"
                             "stream a {\n  issue w signal a\n}\n"
                             "stream b {\n  wait a >= 1\n  issue r\n}\n");
  EXPECT_EQ(walked.verdict, Verdict::exact);
  EXPECT_EQ(walked.states, 5u);
}

TEST(NaiveWalk, IndependentEnginesReachEveryPair) {
  const Walked walked =
      walk("engine a, b\na x ->\nb y ->\n", "stream a {\n  issue x\n}\nstream b {\n  issue y\n}\n");
  EXPECT_EQ(walked.verdict, Verdict::exact);
  EXPECT_EQ(walked.states, 9u);
  EXPECT_EQ(walk("engine a, b\na x ->\nb y ->\n",
                 "stream a {\n  issue x\n}\nstream b {\n  issue y\n}\n", 8)
                .verdict,
            std::nullopt);
}

// It also waits too long, and gets stuck behind that.
TEST(NaiveWalk, UnsafeComesFirst) {
  EXPECT_EQ(walk("engine a, b\nbuffer x\na w -> x\nb r x ->\na z ->\n",
                 "semaphore a, b\n"
                 "stream a {\n  issue w signal a\n  wait b >= 2\n  issue z\n}\n"
                 "stream b {\n  issue r signal b\n}\n")
                .verdict,
            Verdict::unsafe);
}

TEST(NaiveWalk, ADeadlockComesBeforeOverWaiting) {
  EXPECT_EQ(walk(kCopy,
                 "semaphore a\n"
                 "stream a {\n  issue w signal a\n}\n"
                 "stream b {\n  wait a >= 2\n  issue r\n}\n")
                .verdict,
            Verdict::deadlocks);
  EXPECT_EQ(walk(kCopy,
                 "semaphore a\n"
                 "stream a {\n  issue w signal a\n}\n"
                 "stream b {\n  wait a >= 1\n  issue r\n  wait a >= 2\n}\n")
                .verdict,
            Verdict::deadlocks);
}

TEST(NaiveWalk, WaitingForWhatIsNotNeededIsOverWaiting) {
  EXPECT_EQ(walk("engine a, b\na x ->\nb y ->\n",
                 "semaphore a\n"
                 "stream a {\n  issue x signal a\n}\n"
                 "stream b {\n  wait a >= 1\n  issue y\n}\n")
                .verdict,
            Verdict::overwaits);
}

// Silent steps of other streams count: the token is there without any completion.
TEST(NaiveWalk, ATokenThatASilentStepBringsHoldsNothingBack) {
  EXPECT_EQ(walk("engine a, b\na x ->\nb y ->\n",
                 "semaphore s\n"
                 "stream a {\n  signal s\n  issue x\n}\n"
                 "stream b {\n  take s 1\n  issue y\n}\n")
                .verdict,
            Verdict::exact);
}

// One schedule in which the look comes too late is enough.
TEST(NaiveWalk, AnEqualityThatCanBeMissedDeadlocks) {
  EXPECT_EQ(walk("engine a, b\na x ->\na z ->\nb y ->\n",
                 "semaphore s\n"
                 "stream a {\n  issue x signal s\n  issue z signal s\n}\n"
                 "stream b {\n  wait s == 1\n  issue y\n}\n")
                .verdict,
            Verdict::deadlocks);
}

}  // namespace
}  // namespace tidemark
