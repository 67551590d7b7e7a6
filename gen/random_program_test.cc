#include "gen/random_program.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/run/sequential_run.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/program_size.h"
#include "gen/trait_counts.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kPrograms = 2000;

RandomProgramOptions options_of(ProgramKind kind) { return {.kind = kind}; }

class Kinds : public testing::TestWithParam<ProgramKind> {};

TEST_P(Kinds, TheSameSeedGivesTheSameProgram) {
  const RandomProgramOptions options = options_of(GetParam());
  EXPECT_EQ(random_program(7, options), random_program(7, options));
  EXPECT_NE(random_program(7, options), random_program(8, options));
}

TEST_P(Kinds, EveryProgramPrintsAndParsesBack) {
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = random_program(seed, options_of(GetParam()));
    const auto parsed = parse_program(print(program));
    ASSERT_TRUE(parsed.has_value()) << print(program) << to_string(parsed.error());
    ASSERT_EQ(*parsed, program) << print(program);
  }
}

TEST_P(Kinds, NoRunMeetsAnErrorAndFewMeetALimit) {
  std::uint64_t limits = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = random_program(seed, options_of(GetParam()));
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

INSTANTIATE_TEST_SUITE_P(All, Kinds,
                         testing::Values(ProgramKind::general, ProgramKind::ring_heavy,
                                         ProgramKind::small));

TEST(RandomProgram, HoldsToItsSizes) {
  const RandomProgramOptions options = {
      .engines = 2, .buffers = 2, .slots = 2, .inflight = 2, .statements = 7, .nesting = 1};
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = random_program(seed, options);
    EXPECT_LE(program.engines.size(), 2u);
    EXPECT_LE(program.buffers.size(), 2u);
    EXPECT_LE(statement_count(program), 7u) << print(program);
    EXPECT_FALSE(text_traits(program).has(ProgramTrait::nested_loops));
  }
}

TEST(RandomProgram, UsesNoFeatureThatItMayNot) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string text =
        print(random_program(seed, {.features = {ProgramFeature::params}, .swarm = Swarm::off}));
    for (const char* form : {"inflight", "[", "counter", "if ", "load", "while", "step", "cost"})
      EXPECT_EQ(text.find(form), std::string::npos) << form << "\n" << text;
  }
}

// Each form in at least 1 of 50 programs.
TEST(RandomProgram, EveryFormIsCommon) {
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = print(random_program(seed));
    for (const char* form :
         {"inflight", "% ", " at mem[", "counter ", "if ", "} else {", "while ", "..load",
          "if load", "step ", "for i1", "c0 = c0 + ", "l0: ", "cost ", "if n", "% 2 "})
      seen[form] += text.find(form) != std::string::npos;
  }
  EXPECT_EQ(seen.size(), 16u);
  for (const auto& [form, programs] : seen) EXPECT_GE(programs, kPrograms / 50) << form;
}

struct Least {
  ProgramTrait trait;
  double general, ring_heavy;  // percent of programs
};

// What makes programs worth trying is frequent. The bounds are about two thirds of what was
// measured, so that a change of the generator that loses one of them is seen.
TEST(RandomProgram, EveryTraitIsFrequent) {
  using enum ProgramTrait;
  constexpr Least kLeast[] = {
      {several_in_flight, 30, 30},
      {overlapping_ranges, 3, 3},
      {rings, 40, 60},
      {rings_of_three, 25, 50},
      {coherent_positions, 25, 45},
      {two_phases, 15, 20},
      {counter_positions, 10, 10},
      {reentered_rings, 10, 15},
      {nested_loops, 25, 25},
      {triangles, 6, 1},
      {steps, 10, 6},
      {branches, 18, 12},
      {one_sided_producers, 9, 6},
      {counters_in_branches, 2, 1},
      {loaded_bounds, 15, 0},
      {loaded_branches, 5, 0},
      {whiles, 8, 0},
      {zero_trips, 20, 10},
      {one_trip, 18, 9},
      {five_trips, 2, 25},
      {empty_run, 3, 1},
      {long_run, 1, 8},
  };
  TraitCounts general, ring_heavy;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program one = random_program(seed);
    general.add(one, Inputs(one, seed, {0, 4}));
    const Program other = random_program(seed, options_of(ProgramKind::ring_heavy));
    ring_heavy.add(other, Inputs(other, seed, {0, 7}));
  }
  EXPECT_EQ(std::size(kLeast), kProgramTraits);
  for (const auto& [trait, least, least_of_rings] : kLeast) {
    EXPECT_GE(general.percent(trait), least) << name(trait);
    EXPECT_GE(ring_heavy.percent(trait), least_of_rings) << name(trait) << ", ring-heavy";
  }
}

}  // namespace
}  // namespace tidemark
