#include "tests/corpus/conflicts.h"

#include <gtest/gtest.h>

#include "core/text/parse.h"

namespace tidemark {
namespace {

bool has_conflict(std::string_view text) {
  const auto program = parse_program(text);
  EXPECT_TRUE(program.has_value()) << to_string(program.error());
  return unprotected_conflict(*program, Inputs(*program)).has_value();
}

TEST(Conflicts, BetweenEngines) {
  EXPECT_TRUE(has_conflict("program p\nengine a, b\nbuffer x\na w -> x\nb r x ->\n"));
  EXPECT_TRUE(has_conflict("program p\nengine a, b\nbuffer x\na r x ->\nb w -> x\n"));
  EXPECT_TRUE(has_conflict("program p\nengine a, b\nbuffer x\na w1 -> x\nb w2 -> x\n"));
  EXPECT_FALSE(has_conflict("program p\nengine a, b\nbuffer x\na r1 x ->\nb r2 x ->\n"));
  EXPECT_FALSE(has_conflict("program p\nengine a, b\nbuffer x, y\na w -> x\nb r y ->\n"));
}

TEST(Conflicts, WithinTheInFlightLimit) {
  constexpr std::string_view kBody = "buffer x, y\na w -> x\na other -> y\na r x ->\n";
  EXPECT_FALSE(has_conflict("program p\nengine a\n" + std::string(kBody)));
  EXPECT_FALSE(has_conflict("program p\nengine a inflight 2\n" + std::string(kBody)));
  EXPECT_TRUE(has_conflict("program p\nengine a inflight 3\n" + std::string(kBody)));
}

TEST(Conflicts, NotAcrossAControlReadOfTheEngine) {
  EXPECT_TRUE(has_conflict("program p\nengine a inflight 4\nbuffer x\na w -> x\na r x ->\n"));
  EXPECT_FALSE(has_conflict(R"(program p
engine a inflight 4
buffer x, c
a w -> x
if load c {
}
a r x ->
)"));
}

}  // namespace
}  // namespace tidemark
