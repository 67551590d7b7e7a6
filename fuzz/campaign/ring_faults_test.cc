// The ways in which a ring analysis can be broken: ring-heavy programs show each of them
// within 1,000.
#include <gtest/gtest.h>

#include <optional>

#include "core/planted.h"
#include "core/sync/mutant.h"
#include "core/sync/synchronizer.h"
#include "fuzz/campaign/trial.h"

namespace tidemark {
namespace {

using sync::Mutant;

class RingFaults : public testing::TestWithParam<Mutant> {};

// The first program, from 1, whose streams are not exact; nullopt: none of so many.
std::optional<std::uint64_t> first_failure(std::uint64_t seed, std::uint64_t most) {
  const StreamsMaker dynamic = [](const Program& program) { return synchronize(program).streams; };
  for (std::uint64_t number = 0; number < most; ++number) {
    const Trial trial = draw_trial(seed, number, {.kind = ProgramKind::ring_heavy});
    if (is_finding(judge(trial, dynamic, 4).verdict, Demand::exact)) return number + 1;
  }
  return std::nullopt;
}

TEST_P(RingFaults, AreCaughtWithinAThousandPrograms) {
  const Planted<Mutant> planted(GetParam());
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const auto failure = first_failure(seed, 1000);
    ASSERT_TRUE(failure.has_value()) << "seed " << seed;
    RecordProperty("programs_" + std::to_string(seed), static_cast<int>(*failure));
  }
}

INSTANTIATE_TEST_SUITE_P(Each, RingFaults,
                         testing::Values(Mutant::no_turn_at_back_edge, Mutant::turned_the_wrong_way,
                                         Mutant::no_meet_at_exit, Mutant::issue_for_completion,
                                         Mutant::one_too_early, Mutant::counter_does_not_turn,
                                         Mutant::loop_entry_ignored));

TEST(RingFaults, WithNonePlantedTheSameProgramsAreExact) {
  EXPECT_EQ(first_failure(0, 300), std::nullopt);
}

}  // namespace
}  // namespace tidemark
