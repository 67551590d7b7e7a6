// The drivers of choices, and that each of them drives the program generator.
#include "gen/choices.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/text/print.h"
#include "gen/byte_choices.h"
#include "gen/odometer.h"
#include "gen/program_size.h"
#include "gen/random.h"
#include "gen/random_program.h"

namespace tidemark {
namespace {

TEST(Choices, WeightsSayHowOften) {
  Random random(1);
  std::vector<int> seen(3);
  for (int i = 0; i < 10'000; ++i) ++seen[random.weighted({1, 0, 3})];
  EXPECT_EQ(seen[1], 0);
  EXPECT_NEAR(seen[0], 2500, 200);
  EXPECT_NEAR(seen[2], 7500, 200);
}

TEST(Odometer, MakesEveryCombinationOnceInOrder) {
  std::vector<std::vector<std::uint64_t>> seen;
  Odometer odometer;
  do {
    std::vector<std::uint64_t> drawn = {odometer.below(3)};
    for (std::uint64_t i = drawn[0]; i > 0; --i) drawn.push_back(odometer.below(2));
    seen.push_back(drawn);
  } while (odometer.next());
  const std::vector<std::vector<std::uint64_t>> all = {{0},       {1, 0},    {1, 1},   {2, 0, 0},
                                                       {2, 0, 1}, {2, 1, 0}, {2, 1, 1}};
  EXPECT_EQ(seen, all);
}

TEST(Odometer, TakesWeightsForWhatIsPossible) {
  std::vector<std::size_t> seen;
  Odometer odometer;
  do {
    seen.push_back(odometer.weighted({5, 0, 1, 0, 7}));
  } while (odometer.next());
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 2, 4}));
}

TEST(ByteChoices, ReadAsManyBytesAsTheRangeNeeds) {
  const std::vector<std::uint8_t> bytes = {7, 1, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  ByteChoices choices(bytes);
  EXPECT_EQ(choices.below(1), 0u);
  EXPECT_EQ(choices.below(256), 7u);
  EXPECT_EQ(choices.below(257), 0x0102u % 257);
  EXPECT_EQ(choices.below(UINT64_MAX), 0u);  // 2^64 - 1
  EXPECT_EQ(choices.below(10), 0u);          // none left
}

Program program_of(std::span<const std::uint8_t> bytes) {
  ByteChoices choices(bytes);
  return random_program(choices);  // which CHECKs that it is well formed
}

TEST(ByteChoices, AnyBytesAreAProgramAndFewBytesASmallOne) {
  Random random(5);
  std::set<std::string> programs;
  for (std::size_t length = 0; length < 300; ++length) {
    std::vector<std::uint8_t> bytes(length);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
    const Program program = program_of(bytes);
    EXPECT_LE(statement_count(program), 1 + length);
    programs.insert(print(program));
  }
  EXPECT_GT(programs.size(), 250u);
}

TEST(ByteChoices, NoBytesAreOneInstruction) {
  EXPECT_EQ(print(program_of({})), "program random\n\nengine e0\nbuffer b0\n\ne0 op -> b0\n");
}

}  // namespace
}  // namespace tidemark
