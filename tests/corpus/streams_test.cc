// Every hand-written .tms gives the verdict that it announces: from `check`, which explores
// what the clocks do not know, from the clocks alone, and by brute force over all states.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "checker/check.h"
#include "checker/clocks.h"
#include "checker/lines.h"
#include "checker/machine.h"
#include "checker/naive_walk_test_util.h"
#include "core/ir/match.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "tests/corpus/corpus_files.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kSeeds = 6;  // for what the head leaves to be drawn
constexpr std::size_t kStateLimit = 200'000;

std::string announced(const CorpusFile& file) {
  if (file.header.expected.size() != 1) return "(not one verdict)";
  return file.header.expected.front().verdict;
}

bool clocks_do_not_know(const CorpusFile& file) {
  return std::ranges::count(file.header.unknown_to, "clocks") != 0;
}

bool has_schedule(Verdict verdict) {
  return verdict == Verdict::unsafe || verdict == Verdict::deadlocks ||
         verdict == Verdict::overwaits;
}

Verdict verdict_by_clocks(const Program& program, const Streams& streams, const Inputs& inputs) {
  if (!mismatches(program, streams, 1).empty()) return Verdict::malformed;
  const auto result = decide_by_clocks(program, Cells(program), streams, inputs);
  return result ? result->verdict : Verdict::unknown;
}

Verdict verdict_of_check(const Program& program, const Streams& streams, const Inputs& inputs) {
  const auto report = check(program, streams, inputs);
  EXPECT_TRUE(report.has_value()) << report.error().message;
  if (!report) return Verdict::unknown;
  EXPECT_EQ(report->witness.has_value(), has_schedule(report->verdict)) << report->reason;
  return report->verdict;
}

Verdict verdict_by_states(const Program& program, const Streams& streams, const Inputs& inputs) {
  const auto lines = make_lines(program, streams, inputs);
  if (!lines) return Verdict::malformed;
  const Machine machine(program, *lines);
  return NaiveWalk(machine).verdict(kStateLimit).value_or(Verdict::unknown);
}

class CorpusStreams : public ::testing::TestWithParam<std::string> {
 protected:
  const CorpusFile file_ = read_corpus_file(GetParam());
  const Program program_ = program_of(read_program_named_by(file_));
};

TEST_P(CorpusStreams, SaysWhatItIs) {
  EXPECT_TRUE(file_.text.starts_with("# ")) << "a file opens with what it shows";
  EXPECT_FALSE(file_.header.why.empty());
  EXPECT_FALSE(file_.header.from.empty());
}

TEST_P(CorpusStreams, GivesTheVerdictThatItAnnounces) {
  const auto streams = parse_streams(file_.text, program_, file_.path);
  if (!streams) {
    EXPECT_EQ(streams.error().kind, StreamsError::Kind::malformed)
        << to_string(streams.error().diagnostics);
    EXPECT_EQ(announced(file_), "malformed") << to_string(streams.error().diagnostics);
    return;
  }
  Verdict clocks = Verdict::exact;
  Verdict truth = Verdict::exact;
  Verdict checked = Verdict::exact;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Inputs inputs = inputs_of(file_.header, program_, seed);
    clocks = std::min(clocks, verdict_by_clocks(program_, *streams, inputs));
    truth = std::min(truth, verdict_by_states(program_, *streams, inputs));
    checked = std::min(checked, verdict_of_check(program_, *streams, inputs));
  }
  EXPECT_EQ(name(checked), announced(file_));
  EXPECT_EQ(name(truth), announced(file_));
  EXPECT_EQ(name(clocks), clocks_do_not_know(file_) ? "unknown" : announced(file_));
}

TEST_P(CorpusStreams, ParseBackFromTheirPrintedForm) {
  const auto streams = parse_streams(file_.text, program_, file_.path);
  if (!streams) return;  // malformed, which the test above holds
  const auto again = parse_streams(print(*streams, program_), program_);
  ASSERT_TRUE(again.has_value()) << to_string(again.error().diagnostics);
  EXPECT_EQ(*again, *streams);
}

std::string stem(const ::testing::TestParamInfo<std::string>& info) {
  const std::size_t begin = info.param.rfind('/') + 1;
  return info.param.substr(begin, info.param.rfind('.') - begin);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusStreams,
                         ::testing::ValuesIn(corpus_paths("streams", ".tms")), stem);

TEST(Streams, ThereAreFiveFilesAtLeastForEachVerdict) {
  std::map<std::string, int> files;
  for (const std::string& path : corpus_paths("streams", ".tms")) {
    const CorpusFile file = read_corpus_file(path);
    ++files[clocks_do_not_know(file) ? "unknown" : announced(file)];
  }
  EXPECT_EQ(files.size(), 6u);
  for (const auto& [verdict, count] : files) EXPECT_GE(count, 5) << verdict;
}

}  // namespace
}  // namespace tidemark
