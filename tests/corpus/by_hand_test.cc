// The kernels' streams that were written by hand are what they say they are: never unsafe,
// never stuck, and exact or not as their head announces.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "checker/clocks.h"
#include "core/text/parse.h"
#include "tests/corpus/corpus_files.h"
#include "tests/corpus/trip_counts.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kSeedsForLoads = 4;

class ByHand : public ::testing::TestWithParam<std::string> {};

TEST_P(ByHand, IsDecidedAsAnnouncedAtEveryTripCount) {
  const CorpusFile file = read_corpus_file(GetParam());
  const Program program = program_of(read_program_named_by(file));
  const Cells cells(program);
  const auto streams = parse_streams(file.text, program, file.path);
  ASSERT_TRUE(streams) << to_string(streams.error().diagnostics);
  Verdict worst = Verdict::exact;
  const TripCounts counts(program);
  for (std::uint64_t index = 0; index < counts.size(); ++index)
    for (std::uint64_t seed = 0; seed < (reads_loads(program) ? kSeedsForLoads : 1); ++seed) {
      Inputs inputs(program, seed);
      counts.set(inputs, index);
      const auto result = decide_by_clocks(program, cells, *streams, inputs);
      if (!result) continue;
      ASSERT_TRUE(result->verdict == Verdict::exact || result->verdict == Verdict::overwaits)
          << name(result->verdict) << " at " << inputs.flags(program) << "\n"
          << result->reason;
      worst = std::min(worst, result->verdict);
    }
  ASSERT_EQ(file.header.expected.size(), 1u);
  EXPECT_EQ(name(worst), file.header.expected.front().verdict);
}

std::string stem(const ::testing::TestParamInfo<std::string>& info) {
  const std::size_t begin = info.param.rfind('/') + 1;
  return info.param.substr(begin, info.param.rfind('.') - begin);
}

INSTANTIATE_TEST_SUITE_P(Corpus, ByHand, ::testing::ValuesIn(corpus_paths("by_hand", ".tms")),
                         stem);

TEST(ByHand, EveryKernelHasOne) {
  const auto names = [](std::vector<std::string> paths) {
    std::set<std::string> result;
    for (const std::string& path : paths) {
      const std::size_t begin = path.rfind('/') + 1;
      result.insert(path.substr(begin, path.rfind('.') - begin));
    }
    return result;
  };
  EXPECT_EQ(names(corpus_paths("by_hand", ".tms")), names(corpus_paths("kernels", ".tm")));
}

}  // namespace
}  // namespace tidemark
