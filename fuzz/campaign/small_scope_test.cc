#include "fuzz/campaign/small_scope.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "checker/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

SmallScope scope_of(std::int64_t statements, ProgramFeatures features) {
  return {.name = "test", .statements = statements, .features = features};
}

// Two accesses at most, none of them by a second engine: read, write, both, of x, or of x
// and y in either role.
TEST(SmallScope, HasEveryProgramOfOneInstruction) {
  std::set<std::string> programs;
  const std::uint64_t visited = for_each_program(
      scope_of(1, {}), [&](const Program& program) { programs.insert(print(program)); });
  EXPECT_EQ(visited, 4u);  // -> x, x ->, x -> x, x -> y
  EXPECT_EQ(programs.size(), visited);
}

TEST(SmallScope, HasNoProgramTwice) {
  using enum ProgramFeature;
  for (const SmallScope& scope : small_scopes(2)) {
    std::set<std::string> programs;
    const std::uint64_t visited =
        for_each_program(scope, [&](const Program& program) { programs.insert(print(program)); });
    EXPECT_EQ(programs.size(), visited) << scope.name;
    EXPECT_GT(visited, 50u) << scope.name;
  }
}

TEST(SmallScope, TriesAllInputs) {
  using enum ProgramFeature;
  const Program program = random_program(1, {.features = {params}, .swarm = Swarm::off});
  std::size_t combinations = 1;
  for (std::size_t i = 0; i < program.params.size(); ++i) combinations *= 3;
  EXPECT_EQ(all_inputs(program, 2).size(), combinations);
}

// The slice of the long part `small_scope` that every test run takes.
TEST(SmallScope, EveryProgramOfTwoStatementsIsExact) {
  for (const SmallScope& scope : small_scopes(2))
    for_each_program(scope, [&](const Program& program) {
      const Streams streams = synchronize(program).streams;
      for (const Inputs& inputs : all_inputs(program, scope.highest_input)) {
        const auto checked = check(program, streams, inputs);
        ASSERT_TRUE(checked.has_value()) << checked.error().message;
        ASSERT_EQ(checked->verdict, Verdict::exact) << print(program) << inputs.flags(program);
      }
    });
}

}  // namespace
}  // namespace tidemark
