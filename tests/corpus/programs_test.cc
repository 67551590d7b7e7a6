// Every kernel and regression, at every combination of trip counts: what each
// synchronizer makes of it is decided over all schedules.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "checker/clocks.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "tests/corpus/conflicts.h"
#include "tests/corpus/corpus_files.h"
#include "tests/corpus/trip_counts.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kSeedsForLoads = 4;
constexpr std::array<std::string_view, 5> kSynchronizers = {"dynamic", "barrier", "barrier_x4",
                                                            "serial", "none"};

std::vector<std::string> program_paths() {
  std::vector<std::string> paths;
  for (const std::string_view folder : {"kernels", "regressions", "mutants", "streams"})
    for (std::string& path : corpus_paths(folder, ".tm")) paths.push_back(std::move(path));
  return paths;
}

// One synchronizer's streams, decided again and again; only its first fault is told.
class Subject {
 public:
  Subject(const CorpusFile& file, const Program& program, std::string_view synchronizer)
      : program_(program),
        cells_(program),
        name_(synchronizer),
        synchronized_(find_synchronizer(synchronizer)->synchronize(program)) {
    for (const CorpusHeader::Expectation& e : file.header.expected)
      if (e.synchronizer == synchronizer) announced_ = e.verdict;
    EXPECT_TRUE(synchronized_.notes.empty()) << file.path << ": " << synchronized_.notes.front();
  }

  // False where these inputs have no verdict.
  bool decide(const Inputs& inputs) {
    const auto result = decide_by_clocks(program_, cells_, synchronized_.streams, inputs);
    if (!result) return false;
    ++decided_[result->verdict];
    if (!fault_told_ && !is_expected(result->verdict, inputs)) tell(*result, inputs);
    return true;
  }

  std::string tally() const {
    std::string text;
    for (const auto& [verdict, count] : decided_)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(verdict));
    return fmt::format("{:<8} {}", name_, text);
  }

 private:
  bool is_expected(Verdict verdict, const Inputs& inputs) const {
    if (!announced_.empty()) return name(verdict) == announced_;
    if (name_ == "dynamic") return verdict == Verdict::exact;
    if (name_ == "none")
      return (verdict == Verdict::unsafe) == unprotected_conflict(program_, inputs).has_value() &&
             (verdict == Verdict::unsafe || verdict == Verdict::exact);
    return verdict == Verdict::exact || verdict == Verdict::overwaits;
  }

  void tell(const ClocksResult& result, const Inputs& inputs) {
    fault_told_ = true;
    ADD_FAILURE() << program_.name << " with " << name_ << " is " << name(result.verdict) << " at "
                  << inputs.flags(program_) << "\n"
                  << result.reason << "\n"
                  << print(synchronized_.streams, program_);
  }

  const Program& program_;
  Cells cells_;
  std::string name_;
  Synchronized synchronized_;
  std::string announced_;  // empty: the default
  std::map<Verdict, std::uint64_t> decided_;
  bool fault_told_ = false;
};

class CorpusProgram : public ::testing::TestWithParam<std::string> {
 protected:
  const CorpusFile file_ = read_corpus_file(GetParam());
  const Program program_ = program_of(file_);
};

TEST_P(CorpusProgram, ParsesBackFromItsPrintedForm) {
  const auto again = parse_program(print(program_));
  ASSERT_TRUE(again.has_value()) << to_string(again.error());
  EXPECT_EQ(*again, program_);
}

TEST_P(CorpusProgram, ItsStreamsParseBackFromTheirPrintedForm) {
  for (const std::string_view synchronizer : kSynchronizers) {
    const Streams streams = find_synchronizer(synchronizer)->synchronize(program_).streams;
    const auto again = parse_streams(print(streams, program_), program_);
    ASSERT_TRUE(again.has_value()) << synchronizer << to_string(again.error().diagnostics);
    EXPECT_EQ(*again, streams) << synchronizer;
  }
}

TEST_P(CorpusProgram, SaysWhatItIs) {
  EXPECT_TRUE(file_.text.starts_with("# ")) << "a file opens with what it shows";
  if (file_.path.starts_with("kernels/")) return;
  EXPECT_FALSE(file_.header.why.empty());
  EXPECT_FALSE(file_.header.from.empty());
}

TEST_P(CorpusProgram, IsDecidedAsExpectedAtEveryTripCount) {
  std::vector<Subject> subjects;
  for (const std::string_view synchronizer : kSynchronizers)
    subjects.emplace_back(file_, program_, synchronizer);

  const TripCounts counts(program_);
  const std::uint64_t seeds = reads_loads(program_) ? kSeedsForLoads : 1;
  std::uint64_t with_verdict = 0;
  for (std::uint64_t index = 0; index < counts.size(); ++index)
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      Inputs inputs(program_, seed);
      counts.set(inputs, index);
      if (subjects.front().decide(inputs)) ++with_verdict;
      for (std::size_t i = 1; i < subjects.size(); ++i) subjects[i].decide(inputs);
    }

  fmt::print("{} of {} combinations, {} seeds\n", counts.size(), counts.all(), seeds);
  for (const Subject& subject : subjects) fmt::print("  {}\n", subject.tally());
  EXPECT_GE(with_verdict, 1U);
  // The smallest killers of mutants are shrunk: what kills is all that counts in them.
  if (GetParam().starts_with("mutants/")) return;
  EXPECT_GE(2 * with_verdict, counts.size() * seeds) << "most inputs have no verdict";
}

std::string stem(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(0, info.param.rfind('.'));
  std::ranges::replace(name, '/', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusProgram, ::testing::ValuesIn(program_paths()), stem);

}  // namespace
}  // namespace tidemark
