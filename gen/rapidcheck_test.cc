#include "gen/rapidcheck.h"

#include <gtest/gtest.h>

#include <string>

#include "core/text/parse.h"
#include "gen/program_size.h"

namespace tidemark {
namespace {

constexpr int kSize = 80;

TEST(RapidCheck, DrawsTheSameProgramFromTheSameRandom) {
  const rc::Gen<Program> any = programs();
  EXPECT_EQ(any(rc::Random(7), kSize).value(), any(rc::Random(7), kSize).value());
  EXPECT_NE(any(rc::Random(7), kSize).value(), any(rc::Random(8), kSize).value());
}

TEST(RapidCheck, DrawsSmallProgramsFirst) {
  const rc::Gen<Program> any = programs();
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    EXPECT_EQ(statement_count(any(rc::Random(seed), 0).value()), 1u);
}

TEST(RapidCheck, EveryShrinkIsValidAndSmaller) {
  const rc::Shrinkable<Program> drawn = programs()(rc::Random(7), kSize);
  int candidates = 0;
  auto shrinks = drawn.shrinks();
  for (auto next = shrinks.next(); next; next = shrinks.next(), ++candidates) {
    EXPECT_LT(size_of(next->value()), size_of(drawn.value()));
    EXPECT_TRUE(parse_program(print(next->value())).has_value());
  }
  EXPECT_GT(candidates, 5);
}

// A property that fails wherever there is a loop, as RapidCheck tries and shrinks it: the
// least counterexample has nothing but the loop.
TEST(RapidCheck, ShrinksACounterexampleToTheLeast) {
  rc::detail::TestParams params;
  params.seed = 3;
  std::string least;
  const auto result = rc::detail::checkTestable(
      [&] {
        const Program program = *programs({.nesting = 2});
        if (program.controls.empty()) return;
        least = print(program);
        RC_FAIL("there is control");
      },
      rc::detail::TestMetadata(), params);
  ASSERT_TRUE(result.is<rc::detail::FailureResult>());
  const Program program = parse_program(least).value();
  EXPECT_EQ(statement_count(program), 1u) << least;
}

}  // namespace
}  // namespace tidemark
