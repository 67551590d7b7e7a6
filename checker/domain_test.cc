#include "checker/domain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/clocks.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kProgram = R"(program p
engine a, b, c
buffer x, y, z
param n
a one -> x
b two -> y
c three -> z
if n {
  a four -> x
}
)";

// The reason for which streams are outside, "" inside. Bodies of the streams a, b and c.
std::string outside(const std::string& semaphores, const std::string& a, const std::string& b,
                    const std::string& c, std::int64_t n = 1) {
  const Program program = parse_program(kProgram).value();
  const Streams streams =
      parse_streams("streams p\nsemaphore " + semaphores + "\nstream a {\n" + a +
                        "}\nstream b {\n" + b + "}\nstream c {\n" + c + "}\n",
                    program)
          .value();
  Inputs inputs(program);
  inputs.set(ParamId(0), n);
  const Cells cells(program);
  Compiled compiled(program, cells, streams);
  const Domain domain = classify(compiled, inputs);
  if (!domain.outside) return "";
  const auto result = decide_by_clocks(compiled, inputs);
  EXPECT_EQ(result.value().verdict, Verdict::unknown);
  EXPECT_EQ(result.value().reason, domain.outside->reason);
  EXPECT_EQ(result.value().instances, n == 0 ? 3U : 4U);
  return domain.outside->reason;
}

constexpr const char* kFour = "if if {\nissue four\n}\n";

std::string with_four(const std::string& first) { return first + kFour; }

TEST(Domain, OneRaiserIsInside) {
  EXPECT_EQ(outside("s", with_four("issue one signal s\n"), "wait s >= 1\nissue two\n",
                    "wait s >= 1\nissue three\n"),
            "");
}

TEST(Domain, SeveralRaisersAreOutside) {
  EXPECT_THAT(outside("s", with_four("issue one signal s\n"), "issue two signal s\n",
                      "wait s >= 2\nissue three\n"),
              AllOf(HasSubstr("semaphore s is raised by several engines"), HasSubstr("a (line 4)"),
                    HasSubstr("b (line 10)")));
}

TEST(Domain, WhatNoStreamReadsDelaysNothing) {
  EXPECT_EQ(outside("s", with_four("issue one signal s\n"), "issue two signal s\nsignal s\n",
                    "reset s\nissue three\n"),
            "");
}

TEST(Domain, OnlyWhatTheseInputsReachCounts) {
  const std::string a = "issue one\nif if {\nissue four signal s\n}\n";
  const std::string b = "issue two signal s\n";
  const std::string c = "wait s >= 1\nissue three\n";
  EXPECT_THAT(outside("s", a, b, c, 1), HasSubstr("several engines"));
  EXPECT_EQ(outside("s", a, b, c, 0), "");
}

TEST(Domain, ElementsOfAnArrayAreSemaphoresOfTheirOwn) {
  EXPECT_EQ(outside("s[2]", with_four("issue one signal s[0]\n"), "issue two signal s[1]\n",
                    "wait s[0] >= 1\nwait s[1] >= 1\nissue three\n"),
            "");
  EXPECT_THAT(outside("s[2]", with_four("issue one signal s[1]\n"), "issue two signal s[1]\n",
                      "wait s[1] >= 1\nissue three\n"),
              HasSubstr("semaphore s[1] is raised by several engines"));
}

TEST(Domain, StatementsThatProveNoCompletion) {
  EXPECT_THAT(
      outside("s", with_four("issue one\nsignal s\n"), "wait s >= 1\nissue two\n", "issue three\n"),
      HasSubstr("by a `signal` of its own"));
  EXPECT_THAT(
      outside("s", with_four("issue one signal s\n"), "wait s == 1\nissue two\n", "issue three\n"),
      HasSubstr("to equal a value"));
}

TEST(Domain, TakesOfOneStreamAlone) {
  EXPECT_EQ(
      outside("s", with_four("issue one signal s\n"), "take s 1\nissue two\n", "issue three\n"),
      "");
  EXPECT_THAT(outside("s", with_four("issue one signal s +2\n"), "take s 1\nissue two\n",
                      "take s 1\nissue three\n"),
              AllOf(HasSubstr("taken from by b"), HasSubstr("read by c")));
}

TEST(Domain, ResetsWhereAllWhoUseItStand) {
  EXPECT_EQ(outside("s", with_four("issue one signal s\nbarrier {a, b}\n"),
                    "wait s >= 1\nissue two\nbarrier {a, b} reset s\n", "issue three\n"),
            "");
  EXPECT_THAT(
      outside("s", with_four("issue one signal s\nbarrier {a, b}\n"),
              "wait s >= 1\nissue two\nbarrier {a, b} reset s\n", "wait s >= 1\nissue three\n"),
      AllOf(HasSubstr("reset in a barrier"), HasSubstr("without c, which reads it")));
  EXPECT_THAT(outside("s", with_four("issue one signal s\n"), "wait s >= 1\nreset s\nissue two\n",
                      "issue three\n"),
              HasSubstr("stream b resets semaphore s"));
}

TEST(Domain, NarrowSemaphoresUntilTheyWouldWrap) {
  const Program program = parse_program(
                              "program p\nengine a, b\nparam n\nbuffer x\n"
                              "for i in 0..n {\n  a one -> x\n}\nb two x ->\n")
                              .value();
  const Streams streams =
      parse_streams(
          "streams p\nsemaphore s width 3\nstream a {\n  for i {\n    issue one signal s\n"
          "  }\n}\nstream b {\n  wait s >= trips(i)\n  issue two\n}\n",
          program)
          .value();
  const auto decide = [&](std::int64_t n) {
    Inputs inputs(program);
    inputs.set(ParamId(0), n);
    return decide_by_clocks(program, Cells(program), streams, inputs).value();
  };
  EXPECT_EQ(decide(7).verdict, Verdict::exact);
  EXPECT_EQ(decide(8).verdict, Verdict::unknown);
  EXPECT_THAT(decide(8).reason, HasSubstr("semaphore s is raised past its 3 bits"));
}

TEST(Domain, NotYetInstancesThatCompleteInParts) {
  const Program program =
      parse_program("program p\nengine a stripes 4\nbuffer x\na one -> x\n").value();
  const Streams streams = parse_streams("streams p\nstream a {\n  issue one\n}\n", program).value();
  const Cells cells(program);
  Compiled compiled(program, cells, streams);
  const Domain domain = classify(compiled, Inputs(program));
  ASSERT_TRUE(domain.outside);
  EXPECT_THAT(domain.outside->reason, HasSubstr("engine a complete in 4 parts"));
}

}  // namespace
}  // namespace tidemark
