#include "core/target/parse_target.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/target/builtin_targets.h"

namespace tidemark {
namespace {

std::string first_message(std::string_view text) {
  const auto target = parse_target(text, "t");
  return target ? "" : target.error().front().message + "; " + target.error().front().hint;
}

TEST(ParseTarget, ReadsFiguresWithTheirSources) {
  const auto target = parse_target(
      "target t\n"
      "engine.pe.clock 2.4 GHz official the guide, page 3  # a comment\n"
      "cost.pe.matmul.start 64 cycles guess it fills the array\n"
      "semaphore.latency 100 ns reported a blog\n",
      "t");
  ASSERT_TRUE(target) << to_string(target.error());
  EXPECT_EQ(target->name, "t");
  ASSERT_EQ(target->engines.size(), 1u);
  EXPECT_EQ(target->engines[0].gigahertz, 2.4);
  ASSERT_EQ(target->rules.size(), 1u);
  EXPECT_EQ(target->rules[0].start, 64);
  EXPECT_EQ(target->rules[0].column, 1);
  EXPECT_EQ(target->semaphores.latency_ns, 100);
  ASSERT_EQ(target->figures.size(), 3u);
  EXPECT_EQ(target->figures[0].source, "the guide, page 3");
  EXPECT_EQ(target->figures[2].evidence, Evidence::reported);
}

TEST(ParseTarget, SaysWhatIsWrong) {
  EXPECT_EQ(first_message(""), "an empty target; begin with `target NAME`");
  EXPECT_EQ(first_message("machine t\n"), "expected `target NAME` on the first line; ");
  const std::string head = "target t\n";
  EXPECT_EQ(first_message(head + "semaphore.latencies 1 ns guess x\n"),
            "unknown key 'semaphore.latencies'; did you mean 'semaphore.latency'?");
  EXPECT_EQ(first_message(head + "barrier.cost two ns guess x\n"),
            "expected a number that is not negative; ");
  EXPECT_EQ(first_message(head + "barrier.cost -2 ns guess x\n"),
            "expected a number that is not negative; ");
  EXPECT_EQ(first_message(head + "barrier.cost 2 us guess x\n"), "'barrier.cost' is in ns; ");
  EXPECT_EQ(first_message(head + "barrier.cost 2 ns maybe x\n"),
            "expected official, reported or guess; ");
  EXPECT_EQ(first_message(head + "barrier.cost 2 ns guess\n"),
            "a figure without a source; say where the number is from, or why this guess");
  EXPECT_EQ(first_message(head + "sequencer.decoupled 2 flag guess x\n"), "a flag is 0 or 1; ");
  EXPECT_EQ(first_message(head + "barrier.cost 2 ns guess x\nbarrier.cost 3 ns guess x\n"),
            "'barrier.cost' is given twice; ");
  EXPECT_EQ(first_message(head + "cost.pe.matmul.start 64 cycles guess x\n"),
            "cost.pe.matmul: the target has no engine 'pe'; ");
  EXPECT_EQ(first_message(head + "engine.pe.clock 0 GHz guess x\n"), "engine.pe.clock is 0; ");
}

TEST(ParseTarget, PointsAtThePlace) {
  const auto target = parse_target("target t\nbarrier.cost 2 us guess x\n", "some/file");
  ASSERT_FALSE(target);
  EXPECT_EQ(target.error().front().file, "some/file");
  EXPECT_EQ(target.error().front().line, 2u);
  EXPECT_EQ(target.error().front().column, 16u);
}

TEST(SetFigure, ChangesOneNumber) {
  Target target;
  ASSERT_TRUE(set_figure(target, "barrier.cost=500"));
  EXPECT_EQ(target.barrier_ns, 500);
  ASSERT_TRUE(set_figure(target, "engine.pe.clock=1.5"));
  EXPECT_EQ(gigahertz_of(target, "pe"), 1.5);
  EXPECT_EQ(set_figure(target, "barrier.cost").error(), "'barrier.cost': expected KEY=NUMBER");
  EXPECT_EQ(set_figure(target, "barier.cost=1").error(),
            "unknown key 'barier.cost'; did you mean 'barrier.cost'?");
  EXPECT_EQ(set_figure(target, "barrier.cost=x").error(),
            "'barrier.cost=x': expected a number after =");
}

class Builtin : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Builtin, ParsesAndIsTheFile) {
  const std::string_view text = *builtin_target(GetParam());
  const auto target = parse_target(text, std::string(GetParam()));
  ASSERT_TRUE(target) << to_string(target.error());
  EXPECT_EQ(target->name, GetParam());
  std::ifstream file(std::string(TIDEMARK_SOURCE_DIR "/targets/") + std::string(GetParam()));
  std::ostringstream whole;
  whole << file.rdbuf();
  EXPECT_EQ(whole.str(), text);
}

INSTANTIATE_TEST_SUITE_P(Targets, Builtin, ::testing::ValuesIn(builtin_target_names()));

TEST(Builtin, NoOtherName) { EXPECT_FALSE(builtin_target("trn9")); }

}  // namespace
}  // namespace tidemark
