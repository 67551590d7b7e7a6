// The suite must fail if a decider is broken: for each fault of checker/mutant.h, at least
// one of two parts of it does; without a fault both pass.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <string>

#include "checker/mutant.h"

namespace tidemark {
namespace {

// Known when it is compiled: no place that asks leaves anything behind.
static_assert(!mutated(CheckerMutant::early_is_fine));
static_assert(kCheckerMutants.size() == static_cast<int>(CheckerMutant::all_steps_quiet) + 1);

// Random programs: the clocks against all states, with and without reduction.
bool agreement_passes() { return std::system(TIDEMARK_AGREEMENT " 150 > /dev/null 2>&1") == 0; }

// The streams of corpus/, each with the verdict that it announces.
bool corpus_passes() {
  return std::system(TIDEMARK_CORPUS " --gtest_fail_fast > /dev/null 2>&1") == 0;
}

class DeciderFault : public ::testing::TestWithParam<std::string_view> {
 protected:
  void TearDown() override { unsetenv("TIDEMARK_PLANT"); }
};

TEST(DeciderFaults, NoneIsFoundWhereNoneIsPlanted) {
  EXPECT_TRUE(corpus_passes());
  EXPECT_TRUE(agreement_passes());
}

TEST_P(DeciderFault, FailsTheSuite) {
  setenv("TIDEMARK_PLANT", std::string(GetParam()).c_str(), 1);
  EXPECT_FALSE(corpus_passes() && agreement_passes());
}

INSTANTIATE_TEST_SUITE_P(All, DeciderFault, ::testing::ValuesIn(kCheckerMutants),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace tidemark
