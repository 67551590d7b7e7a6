// Every change, and every splice, leaves a finished program: what prints parses back.
#include "gen/mutate_program.h"

#include <gtest/gtest.h>

#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/random_program.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kPrograms = 60;

void expect_program(const Program& program) {
  const auto again = parse_program(print(program));
  ASSERT_TRUE(again.has_value()) << to_string(again.error()) << print(program);
  EXPECT_EQ(print(*again), print(program));
}

TEST(MutateProgram, EveryKindOfChangeIsMadeAndLeavesAProgram) {
  for (std::uint64_t kind = 0; kind < kProgramMutations; ++kind) {
    std::uint64_t changed = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
      Random random(seed);
      const Program program = random_program(seed);
      const auto result = mutate(program, static_cast<ProgramMutation>(kind), random);
      if (!result) continue;
      expect_program(*result);
      changed += print(*result) != print(program);
    }
    EXPECT_GE(changed, kPrograms / 10) << "kind " << kind;
  }
}

TEST(Splice, GivesAProgramWithMoreOfTheDonor) {
  std::uint64_t longer = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    Random random(seed);
    const Program host = random_program(seed);
    const Program result = splice(host, random_program(seed + kPrograms), random);
    expect_program(result);
    longer += result.instructions.size() + result.assignments.size() + result.controls.size() >
              host.instructions.size() + host.assignments.size() + host.controls.size();
  }
  EXPECT_GE(longer, kPrograms / 2);
}

}  // namespace
}  // namespace tidemark
