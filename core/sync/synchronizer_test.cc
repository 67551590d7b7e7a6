#include "core/sync/synchronizer.h"

#include <gtest/gtest.h>

#include <array>

#include "checker/check.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/random_program.h"

namespace tidemark {
namespace {

// Decides `name`'s streams of the program for `runs` drawn inputs; nullopt where none of
// them has a verdict.
std::optional<RunsReport> decide(const Program& program, std::string_view name, std::uint64_t seed,
                                 std::uint64_t runs) {
  const Streams streams = find_synchronizer(name)->synchronize(program).streams;
  const auto report = check_runs(program, streams, Inputs(program, seed), runs);
  if (!report) return std::nullopt;
  return *report;
}

bool is_safe(Verdict verdict) { return verdict == Verdict::exact || verdict == Verdict::overwaits; }

class RandomPrograms : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomPrograms, AreSynchronizedExactly) {
  constexpr std::uint64_t kPrograms = 200;
  std::uint64_t decided = 0;
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    const std::uint64_t seed = GetParam() * kPrograms + i;
    const Program program = random_program(seed);
    const auto dynamic = decide(program, "dynamic", seed, 8);
    if (!dynamic) continue;
    ++decided;
    ASSERT_EQ(dynamic->report.verdict, Verdict::exact)
        << "seed " << seed << "\n"
        << print(program) << summary(*dynamic, program) << "\n"
        << print(synchronize(program).streams, program) << dynamic->report.inputs.flags(program);
    for (const char* name : {"barrier", "barrier_x4", "serial"}) {
      const auto other = decide(program, name, seed, 3);
      ASSERT_TRUE(other);
      ASSERT_TRUE(is_safe(other->report.verdict))
          << name << ", seed " << seed << "\n"
          << print(program) << summary(*other, program) << "\n"
          << print(find_synchronizer(name)->synchronize(program).streams, program)
          << other->report.inputs.flags(program);
    }
  }
  EXPECT_GT(decided, kPrograms * 9 / 10);
}

TEST_P(RandomPrograms, AreSynchronizedByAllAsOneByOne) {
  const Program program = random_program(GetParam());
  const std::vector<std::string_view> names = synchronizer_names();
  const std::vector<Synchronized> all = synchronize_by_all(program);
  ASSERT_EQ(all.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Synchronized one = find_synchronizer(names[i])->synchronize(program);
    EXPECT_EQ(print(all[i].streams, program), print(one.streams, program)) << names[i];
    EXPECT_EQ(all[i].notes, one.notes) << names[i];
  }
}

bool is_loop(const Control& control) { return !std::holds_alternative<If>(control.form); }

// Barriers inside of one loop, for every loop of the program.
TEST_P(RandomPrograms, AreSafeWithBarriersInsideOfAnyLoop) {
  constexpr std::uint64_t kPrograms = 200;
  std::uint64_t decided = 0;
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    const std::uint64_t seed = GetParam() * kPrograms + i;
    const Program program = random_program(seed);
    for (const ControlId loop : program.controls.ids()) {
      if (!is_loop(program.controls[loop])) continue;
      const Streams streams = synchronize_with_barriers(program, std::array{loop}).streams;
      const auto report = check_runs(program, streams, Inputs(program, seed), 4);
      if (!report) continue;
      ++decided;
      ASSERT_TRUE(is_safe(report->report.verdict))
          << "seed " << seed << ", loop " << program.controls[loop].name << "\n"
          << print(program) << summary(*report, program) << "\n"
          << print(streams, program) << report->report.inputs.flags(program);
    }
  }
  EXPECT_GT(decided, kPrograms / 2);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range<std::uint64_t>(0, 10));

}  // namespace
}  // namespace tidemark
