#include "core/run/inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::Le;

const char* const kProgram = R"(
program p
engine e
param n, m
buffer x, y[2]
while load x {
  e work ->
}
if load y[0] {
  e rest ->
}
)";

std::vector<std::int64_t> first_loads(const Inputs& inputs, BufferId buffer, std::uint64_t count) {
  std::vector<std::int64_t> values;
  for (std::uint64_t i = 0; i < count; ++i) values.push_back(inputs.load(buffer, i));
  return values;
}

class InputsTest : public ::testing::Test {
 protected:
  Program program = parse_program(kProgram).value();
  ParamId n{0u}, m{1u};
  BufferId x{0u}, y{1u};
};

TEST_F(InputsTest, DrawnValuesLieInTheRangeAndReachItsEnds) {
  std::vector<std::int64_t> drawn;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Inputs inputs(program, seed, {-1, 2});
    drawn.push_back(inputs.param(n));
    drawn.push_back(inputs.load(x, seed));
  }
  EXPECT_THAT(drawn, Each(AllOf(Ge(-1), Le(2))));
  EXPECT_EQ(std::set(drawn.begin(), drawn.end()).size(), 4u);
}

TEST_F(InputsTest, ADrawDependsOnSeedNameAndPlaceOnly) {
  const Inputs wide(program, 7, {0, 1'000'000'000});
  Inputs other(program, 7, {0, 1'000'000'000});
  other.set(m, 3);
  EXPECT_EQ(other.param(n), wide.param(n));
  EXPECT_EQ(first_loads(other, x, 5), first_loads(wide, x, 5));
  EXPECT_NE(first_loads(wide, x, 5), first_loads(wide, y, 5));
  EXPECT_NE(first_loads(wide, x, 5), first_loads(Inputs(program, 8, {0, 1'000'000'000}), x, 5));
}

TEST_F(InputsTest, TheWholeRangeOf64BitsCanBeDrawn) {
  const Inputs inputs(program, 1, {INT64_MIN, INT64_MAX});
  EXPECT_NE(inputs.param(n), inputs.param(m));
}

TEST_F(InputsTest, TheLastGivenLoadRepeats) {
  Inputs inputs(program);
  inputs.set_loads(x, {2, 0, 1});
  EXPECT_EQ(first_loads(inputs, x, 5), (std::vector<std::int64_t>{2, 0, 1, 1, 1}));
}

TEST_F(InputsTest, FlagsRepeatTheRun) {
  Inputs inputs(program, 7);
  inputs.set(n, 4);
  inputs.set(m, -1);
  inputs.set_loads(x, {2, 0});
  EXPECT_EQ(inputs.flags(program), "--set n=4 --set m=-1 --load x=2,0 --seed 7");
  inputs.set_loads(y, {1});
  EXPECT_EQ(inputs.flags(program), "--set n=4 --set m=-1 --load x=2,0 --load y=1");
}

}  // namespace
}  // namespace tidemark
