#include "gen/program_traits.h"

#include <gtest/gtest.h>

#include "core/text/parse.h"

namespace tidemark {
namespace {

using enum ProgramTrait;

Program parsed(const std::string& text) {
  return parse_program(
             "program p\nengine a, b inflight 2\nparam n\nbuffer x, y, r[3], q[2]\n"
             "counter c\n" +
             text)
      .value();
}

ProgramTraits of_text(const std::string& text) {
  ProgramTraits traits = text_traits(parsed(text));
  EXPECT_TRUE(traits.has(several_in_flight));
  traits.remove(several_in_flight);
  return traits;
}

ProgramTraits of_run(const std::string& text, std::int64_t n) {
  const Program program = parsed(text);
  Inputs inputs(program);
  inputs.set(ParamId(0u), n);
  return run_traits(program, inputs);
}

TEST(ProgramTraits, OfStraightLineThereAreNone) {
  EXPECT_EQ(of_text("a op -> x\nb op x ->\n"), ProgramTraits());
}

TEST(ProgramTraits, SeeRingsAndTheirForms) {
  EXPECT_EQ(of_text("for i in 0..n {\na op -> q[i % 2]\n}\n"), ProgramTraits({rings}));
  EXPECT_EQ(of_text("for i in 0..n {\na op r[i % 3] -> r[(i + 1) % 3]\n}\n"),
            ProgramTraits({rings, rings_of_three, coherent_positions}));
  EXPECT_EQ(of_text("for i in 0..n {\na op r[i % 3], q[(i + 1) % 2] -> x\n}\n"),
            ProgramTraits({rings, rings_of_three, two_phases}));
  EXPECT_EQ(of_text("for i in 0..n {\nfor j in 0..i {\na op -> q[j % 2]\n}\n}\n"),
            ProgramTraits({rings, reentered_rings, nested_loops, triangles}));
}

TEST(ProgramTraits, SeeWhatStandsUnderBranches) {
  EXPECT_EQ(of_text("if n {\na op -> x\nc = c + 1\n}\nb op x ->\n"),
            ProgramTraits({branches, one_sided_producers, counters_in_branches}));
  EXPECT_EQ(of_text("if load y {\na op -> x\nb op x ->\n}\n"),
            ProgramTraits({branches, loaded_branches}));
}

TEST(ProgramTraits, SeeTripsOfARun) {
  const std::string nest = "for i in 0..n {\nfor j in 0..i {\na op -> x\n}\n}\n";
  EXPECT_EQ(of_run(nest, 0), ProgramTraits({zero_trips, empty_run}));
  EXPECT_EQ(of_run(nest, 2), ProgramTraits({zero_trips, one_trip}));
  EXPECT_EQ(of_run(nest, 12), ProgramTraits({zero_trips, one_trip, five_trips, long_run}));
}

}  // namespace
}  // namespace tidemark
