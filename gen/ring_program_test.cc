// What these programs are for: loops over rings of several slots, with steps, and little else.
#include "gen/ring_program.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::uint64_t kPrograms = 200;

template <class Holds>
std::uint64_t loops_where(const Program& program, Holds holds) {
  return std::ranges::count_if(program.controls, [&](const Control& control) {
    const auto* loop = std::get_if<For>(&control.form);
    return loop != nullptr && holds(*loop);
  });
}

TEST(RingProgram, HasRingsOfSeveralSlotsAndLoopsOfEverySort) {
  std::uint64_t rings = 0, steps = 0, moving = 0, nested = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = ring_program(seed);
    for (const Buffer& buffer : program.buffers) rings += buffer.slots && *buffer.slots >= 3;
    steps += loops_where(program, [](const For& loop) { return loop.step != Affine(1); }) > 0;
    moving +=
        loops_where(program, [](const For& loop) { return loop.lower != Bound(Affine(0)); }) > 0;
    nested += loops_where(program, [](const For& loop) {
                return std::ranges::any_of(loop.body, [](const Statement& statement) {
                  return std::holds_alternative<ControlId>(statement);
                });
              }) > 0;
  }
  EXPECT_GE(rings, kPrograms);  // two rings each, of 2 to 5 slots
  EXPECT_GE(steps, kPrograms / 10);
  EXPECT_GE(moving, kPrograms / 10);
  EXPECT_GE(nested, kPrograms / 4);
}

}  // namespace
}  // namespace tidemark
