// Small programs that need one kind of invariant each. Without it they are unknown.
#include <gtest/gtest.h>

#include <string>

#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

// After the line `program p`.
struct Need {
  const char* name;
  const char* program;
};

constexpr Need kNeeds[] = {
    {"AStepThatIsNoNumberEndsTheLoopAtItsRange",
     "engine e0, e1\nparam n\nbuffer x[2]\n"
     "e1 op -> x[0]\n"
     "for i in 0..2 step n + 1 {\n e0 op x[i] ->\n}\n"
     "e0 op -> x[0]\n"},
    {"TripsOfOneRangeAreTheSameWhereTheStepIsNoNumber",
     "engine e0, e1\nparam n\nbuffer x, y\n"
     "for i in 0..2 step n + 1 {\n e0 op -> y\n}\n"
     "e0 op -> x\n"
     "e1 op x ->\n"},
    {"AnEquationLeavesSomeResiduesOnly",
     "engine e0, e1\nparam n\nbuffer x[2]\n"
     "e0 op -> x[(n + 1) % 2]\n"
     "if n {\n}\n"
     "e1 op x[0] ->\n"},
    {"AKeyThatIsANumberIsAnInstanceToo",
     "engine e0, e1\nparam n\nbuffer x[2], y\n"
     "e0 op -> x[1]\n"
     "for i in 0..n {\n if i >= 3 {\n  e0 op -> y\n }\n}\n"
     "e1 op x[(n + 1) % 2] ->\n"},
    {"AfterAControlReadAllIsCompleteForGood",
     "engine e0\nengine e1 inflight 3\nparam n, m\nbuffer x, y\n"
     "while load x {\n"
     " for i in 0..n {\n  for j in 0..m {\n   e1 op -> y\n   e0 op y ->\n  }\n }\n"
     " e1 op -> x\n"
     "}\n"},
    {"ColumnsThatAreEqualHaveEqualResidues",
     "engine e0, e1\nparam n\nbuffer x[3], y\ncounter c\n"
     "for i in 1..load y {\n"
     " e1 op x[(c + 1) % 2] ->\n"
     " for j in n - 1..0 {\n"
     "  for k in 0..3 {\n   c = n + 2\n   e1 op -> x[(c - 1) % 3]\n  }\n"
     " }\n"
     " e0 op -> x[(c + 1) % 3]\n"
     "}\n"},
    {"WhatIsNotTheFirstTripComesLater",
     "engine e0 inflight 3\nengine e1\nparam n\nbuffer x\n"
     "e1 op -> x\n"
     "for i in 0..n {\n if i == 0 {\n  e0 op -> x\n }\n e0 op x -> x\n}\n"},
    {"ARegisterOfAllInstancesIsPastEachKey",
     "engine e0, e1\nparam n\nbuffer x, y\n"
     "for i in 0..n {\n"
     " while load y {\n  e1 op x ->\n }\n"
     " if i <= 2 {\n  e1 op -> x\n }\n"
     "}\n"
     "e0 op -> x\n"},
};

class Precision : public testing::TestWithParam<Need> {};

TEST_P(Precision, IsProved) {
  const Program program = parse_program(std::string("program p\n") + GetParam().program).value();
  const UnboundedResult result = prove_unbounded(program, synchronize(program).streams);
  EXPECT_TRUE(result.is_proved) << result.reason;
}

// What `%` is taken of is not told apart beyond that: here i, which has no bound.
TEST(Places, AreFewWhereSlotsAreRemainders) {
  const Program program = parse_program(
                              "program p\nengine e0, e1\nparam n\nmemory m\n"
                              "buffer a[2] at m[32, 96)\nbuffer b[3] at m[0, 96)\n"
                              "for i in 0..n {\n"
                              " e0 op a[(n + i) % 2] ->\n e1 op -> b[i % 3]\n"
                              "}\n")
                              .value();
  const UnboundedResult result = prove_unbounded(program, synchronize(program).streams);
  ASSERT_TRUE(result.is_proved) << result.reason;
  EXPECT_LT(result.certificate->places.size(), 100U);
}

INSTANTIATE_TEST_SUITE_P(Needs, Precision, testing::ValuesIn(kNeeds),
                         [](const auto& need) { return std::string(need.param.name); });

}  // namespace
}  // namespace tidemark
