#include "core/run/sequential_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Given {
  std::map<std::string, std::int64_t> params = {};
  std::map<std::string, std::vector<std::int64_t>> loads = {};
  RunLimits limits = {};
};

// One line for each instance: "pe2 matmul i=0 [0 1 -> 2]"; then "error: ..." if it was one.
std::vector<std::string> run(const std::string& text, const Given& given = {}) {
  const Program program = parse_program("program p\n" + text).value();
  Inputs inputs(program);
  for (const ParamId param : program.params.ids())
    if (const auto value = given.params.find(program.params[param].name);
        value != given.params.end())
      inputs.set(param, value->second);
  for (const BufferId buffer : program.buffers.ids())
    if (const auto values = given.loads.find(program.buffers[buffer].name);
        values != given.loads.end())
      inputs.set_loads(buffer, values->second);
  const Cells cells(program);
  SequentialRun run(program, cells, inputs, given.limits);
  std::vector<std::string> lines;
  const auto numbers = [](std::span<const CellId> touched) {
    std::vector<std::uint32_t> values;
    for (const CellId cell : touched) values.push_back(cell.value);
    return fmt::format("{}", fmt::join(values, " "));
  };
  while (const Instance* instance = run.next())
    lines.push_back(fmt::format(
        "{}{} {} {}[{} -> {}]", program.engines[instance->engine].name, instance->ordinal,
        instance->is_read ? "read " + program.controls[instance->control].name
                          : program.instructions[instance->instruction].name,
        run.where().empty() ? "" : run.where() + " ", numbers(instance->reads),
        numbers(instance->writes)));
  if (run.error()) lines.push_back("error: " + run.error()->message);
  return lines;
}

TEST(SequentialRun, StraightLineCountsOrdinalsForEachEngine) {
  EXPECT_THAT(run("engine a, b\n"
                  "buffer x, y\n"
                  "a one -> x\n"
                  "b two x -> y\n"
                  "a three x, y ->\n"),
              ElementsAre("a1 one [ -> 0]", "b1 two [0 -> 1]", "a2 three [0 1 -> ]"));
}

TEST(SequentialRun, RingsTurnAndLoopsNestTriangularly) {
  EXPECT_THAT(run("engine a\n"
                  "buffer k[3]\n"
                  "param n\n"
                  "for i in 0..n {\n"
                  "  for j in i..i + 2 {\n"
                  "    a x k[(i + j) % 3] -> k[j]\n"
                  "  }\n"
                  "}\n",
                  {.params = {{"n", 2}}}),
              ElementsAre("a1 x i=0, j=0 [0 -> 0]", "a2 x i=0, j=1 [1 -> 1]",
                          "a3 x i=1, j=1 [2 -> 1]", "a4 x i=1, j=2 [0 -> 2]"));
}

TEST(SequentialRun, StepsAndNegativeBoundsAndRemainders) {
  EXPECT_THAT(run("engine a\n"
                  "buffer k[4]\n"
                  "for i in -5..4 step 3 {\n"
                  "  a x -> k[i % 4]\n"
                  "  a y -> k[2*i % 3]\n"
                  "}\n"),
              ElementsAre("a1 x i=-5 [ -> 3]", "a2 y i=-5 [ -> 2]", "a3 x i=-2 [ -> 2]",
                          "a4 y i=-2 [ -> 2]", "a5 x i=1 [ -> 1]", "a6 y i=1 [ -> 2]"));
}

TEST(SequentialRun, ALoopMayHaveNoTrip) {
  EXPECT_THAT(run("engine a\n"
                  "buffer k\n"
                  "for i in 3..3 {\n  a x -> k\n}\n"
                  "for i in 3..-9 {\n  a y -> k\n}\n"),
              IsEmpty());
}

TEST(SequentialRun, BranchesCompareAndCountersCarryOver) {
  EXPECT_THAT(run("engine a\n"
                  "param p\n"
                  "buffer k[8]\n"
                  "counter c\n"
                  "for i in 0..4 {\n"
                  "  if i % 2 == 1 {\n"
                  "    a odd -> k[c]\n"
                  "    c = c + 3\n"
                  "  } else {\n"
                  "    a even -> k[c]\n"
                  "  }\n"
                  "}\n"
                  "if p {\n  a yes -> k[c]\n} else {\n  a no -> k[c]\n}\n",
                  {.params = {{"p", 0}}}),
              ElementsAre("a1 even i=0 [ -> 0]", "a2 odd i=1 [ -> 0]", "a3 even i=2 [ -> 3]",
                          "a4 odd i=3 [ -> 3]", "a5 no [ -> 6]"));
}

TEST(SequentialRun, EveryParticipantReadsALoadInOrderOfDeclaration) {
  EXPECT_THAT(run("engine a, idle, b\n"
                  "buffer n, k\n"
                  "for i in 0..load n {\n"
                  "  b x -> k\n"
                  "}\n"
                  "a y -> n\n",
                  {.loads = {{"n", {2}}}}),
              ElementsAre("a1 read i [0 -> ]", "b1 read i [0 -> ]", "b2 x i=0 [ -> 1]",
                          "b3 x i=1 [ -> 1]", "a2 y [ -> 0]"));
}

TEST(SequentialRun, AWhileReadsBeforeEachTestAndLoadsCountByBuffer) {
  EXPECT_THAT(run("engine a\n"
                  "buffer go, k[2]\n"
                  "while load go {\n"
                  "  if load k[1] {\n"
                  "    a x -> k[0]\n"
                  "  }\n"
                  "}\n",
                  {.loads = {{"go", {7, 1, 0}}, {"k", {0, -1}}}}),
              ElementsAre("a1 read while [0 -> ]", "a2 read if [2 -> ]", "a3 read while [0 -> ]",
                          "a4 read if [2 -> ]", "a5 x [ -> 1]", "a6 read while [0 -> ]"));
}

TEST(SequentialRun, OverlappingRangesGiveSeveralCells) {
  EXPECT_THAT(run("engine a\n"
                  "memory m\n"
                  "buffer ring[2] at m[0, 128)\n"
                  "buffer part at m[32, 64)\n"
                  "buffer none at m[0, 0)\n"
                  "for i in 0..2 {\n"
                  "  a x none, part -> ring[i]\n"
                  "}\n"),
              ElementsAre("a1 x i=0 [1 -> 0 1]", "a2 x i=1 [1 -> 2]"));
}

TEST(SequentialRun, AnIndexOutsideNamesTheInstance) {
  EXPECT_THAT(run("engine a\n"
                  "buffer k[2]\n"
                  "for i in 0..9 {\n"
                  "  w: a x -> k[i]\n"
                  "}\n"),
              ElementsAre("a1 w i=0 [ -> 0]", "a2 w i=1 [ -> 1]",
                          "error: w, instance 3 of a (i=2): index 2 is outside k[2]"));
}

TEST(SequentialRun, ABadStepNamesTheLoop) {
  EXPECT_THAT(run("engine a\n"
                  "param s\n"
                  "for i in 0..2 {\n"
                  "  for j in 0..i step s {\n    a x ->\n  }\n"
                  "}\n",
                  {.params = {{"s", 0}}}),
              ElementsAre("error: j (i=0): step 0 is not positive"));
}

TEST(SequentialRun, OnlyTheFinalValueMustFit64Bits) {
  const std::string program =
      "engine a\n"
      "param n, m\n"
      "buffer k[4]\n"
      "a x -> k[4*n - m]\n";
  EXPECT_THAT(run(program, {.params = {{"n", INT64_MAX / 4 + 1}, {"m", INT64_MAX}}}),
              ElementsAre("a1 x [ -> 1]"));
  EXPECT_THAT(run(program, {.params = {{"n", INT64_MAX}, {"m", 0}}}),
              ElementsAre("error: x, instance 1 of a: its index into k passes 64 bits"));
}

TEST(SequentialRun, ALoopToTheEndOf64BitsEnds) {
  EXPECT_THAT(run("engine a\n"
                  "param top\n"
                  "for i in top - 5..top step 4 {\n  a x ->\n}\n",
                  {.params = {{"top", INT64_MAX}}}),
              ElementsAre(fmt::format("a1 x i={} [ -> ]", INT64_MAX - 5),
                          fmt::format("a2 x i={} [ -> ]", INT64_MAX - 1)));
}

TEST(SequentialRun, LimitsSayWhichWhileItWasIn) {
  const std::string endless =
      "engine a\n"
      "buffer go\n"
      "for i in 0..1 {\n"
      "  while load go {\n  }\n"
      "}\n"
      "a x ->\n";
  const Given given{.loads = {{"go", {1}}}, .limits = {.instances = 2}};
  EXPECT_THAT(run(endless, given),
              ElementsAre("a1 read while i=0 [0 -> ]", "a2 read while i=0 [0 -> ]",
                          "error: more than 2 instances, in while (i=0)"));
}

TEST(SequentialRun, EmptyLoopsEndAtTheLimitOfSteps) {
  EXPECT_THAT(run("engine a\nparam n\nfor i in 0..n {\n}\na x ->\n",
                  {.params = {{"n", INT64_MAX}}, .limits = {.steps = 1000}}),
              ElementsAre("error: more than 1000 steps of control (i=999)"));
}

}  // namespace
}  // namespace tidemark
