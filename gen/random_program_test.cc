#include "gen/random_program.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/run/sequential_run.h"
#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kPrograms = 2000;

TEST(RandomProgram, TheSameSeedGivesTheSameProgram) {
  EXPECT_EQ(random_program(7), random_program(7));
  EXPECT_NE(random_program(7), random_program(8));
}

TEST(RandomProgram, EveryProgramPrintsAndParsesBack) {
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = random_program(seed);
    const auto parsed = parse_program(print(program));
    ASSERT_TRUE(parsed.has_value()) << print(program) << to_string(parsed.error());
    ASSERT_EQ(*parsed, program) << print(program);
  }
}

TEST(RandomProgram, NoRunMeetsAnErrorAndFewMeetALimit) {
  std::uint64_t limits = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = random_program(seed);
    const Cells cells(program);
    const Inputs inputs(program, seed, {0, 3});
    SequentialRun run(program, cells, inputs, {.instances = 1000, .steps = 10'000});
    while (run.next() != nullptr) {
    }
    if (!run.error()) continue;
    ASSERT_EQ(run.error()->kind, RunError::Kind::limit)
        << "seed " << seed << ": " << run.error()->message;
    ++limits;
  }
  EXPECT_LT(limits, kPrograms / 20);
}

// Each form in at least 1 of 20 programs.
TEST(RandomProgram, EveryFormIsCommon) {
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = random_program(seed);
    const std::string text = print(program);
    for (const char* form : {"inflight", "% ", " at mem[", "counter ", "if ", "} else {", "while ",
                             "..load", "if load", "step ", "for i1", "c = c + "})
      seen[form] += text.find(form) != std::string::npos;
  }
  EXPECT_EQ(seen.size(), 12u);
  for (const auto& [form, programs] : seen) EXPECT_GE(programs, kPrograms / 20) << form;
}

}  // namespace
}  // namespace tidemark
