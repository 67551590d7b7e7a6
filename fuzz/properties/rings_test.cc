// Longer rings. Where every access of a ring is at one index that only counts up by 1, an
// instance's last conflict with an engine can only move back as the ring grows: accesses at
// the same index meet in a ring of any length, those of an earlier turn lie further back. Then
// no threshold rises. At any other index it may: there is a counterexample below.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/text/parse.h"
#include "core/text/print.h"
#include "fuzz/properties/property.h"
#include "gen/random.h"
#include "gen/run_list.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostInstances = 300;
constexpr std::int64_t kLongest = 5;

// A loop over rings r and s at index i, beside a buffer that no index names. The ring has one
// slot: the property makes it longer.
Program ring_program(std::uint64_t seed) {
  Random random(seed);
  std::string text =
      "program rings\nengine a inflight 2, b, c\nparam n\nbuffer r[1], s[1], x\n"
      "for i in 0..n {\n";
  for (std::int64_t left = random.between(2, 6); left > 0; --left) {
    const char* engine = random.once_in(3) ? "a" : random.once_in(2) ? "b" : "c";
    const auto operand = [&] {
      return random.once_in(4) ? "x" : random.once_in(2) ? "r[i % 1]" : "s[i % 1]";
    };
    text += fmt::format("  {} op {} -> {}\n", engine, operand(), operand());
  }
  return parse_program(text + "}\n").value();
}

// Every ring with so many slots: their moduli are the rings' lengths.
Program with_rings_of(std::int64_t slots, Program program) {
  for (Buffer& buffer : program.buffers)
    if (buffer.slots) buffer.slots = slots;
  for (Instruction& instruction : program.instructions)
    for (auto* accesses : {&instruction.reads, &instruction.writes})
      for (Access& access : *accesses)
        if (access.slot) access.slot->modulus = slots;
  return program;
}

// Where the longer rings have a dependence on a later instance than the shorter ones.
std::optional<std::string> raised(const Program& program, std::int64_t slots,
                                  const std::vector<ListedInstance>& shorter,
                                  const std::vector<ListedInstance>& longer) {
  for (std::size_t i = 0; i < shorter.size(); ++i)
    for (const EngineId e : program.engines.ids())
      if (longer[i].needs[e] > shorter[i].needs[e])
        return fmt::format("instance {} needs {} of {} with {} slots, {} with one more", i,
                           shorter[i].needs[e], program.engines[e].name, slots, longer[i].needs[e]);
  return std::nullopt;
}

std::optional<std::string> growing_raises(const Program& program, const Inputs& inputs) {
  for (std::int64_t slots = 1; slots < kLongest; ++slots) {
    const auto shorter = list_run(with_rings_of(slots, program), inputs, kMostInstances);
    const auto longer = list_run(with_rings_of(slots + 1, program), inputs, kMostInstances);
    if (auto found = raised(program, slots, shorter, longer)) return found;
  }
  return std::nullopt;
}

TEST(Property, ALongerRingThatCountsUpByOneRaisesNoThreshold) {
  expect_property(
      "a longer ring raises no threshold",
      [](const Program& program, std::uint64_t seed) {
        return growing_raises(program, Inputs(program, seed, {0, 12}));
      },
      ring_program);
}

// At 2*i, a ring of 3 slots comes back to one after three trips, a ring of 4 after two.
TEST(Property, ALongerRingAtAnotherIndexMayRaiseOne) {
  const Program program = *parse_program(
      "program step_by_two\nengine a, b\nparam n\nbuffer r[1]\n"
      "for i in 0..n {\n"
      "  a fill -> r[2*i % 1]\n"
      "  b use r[2*i % 1] ->\n"
      "}\n");
  Inputs inputs(program);
  inputs.set(ParamId(0u), 8);
  EXPECT_TRUE(growing_raises(program, inputs));
}

}  // namespace
}  // namespace tidemark
