#include "core/text/corpus_header.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tidemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

CorpusHeader parsed(std::string_view text) {
  auto header = parse_corpus_header(text, "x.tms");
  EXPECT_TRUE(header.has_value()) << to_string(header.error());
  return header.value_or(CorpusHeader());
}

std::string failure(std::string_view text) {
  const auto header = parse_corpus_header(text, "x.tms");
  EXPECT_FALSE(header.has_value());
  return header ? "" : to_string(header.error());
}

TEST(CorpusHeader, ReadsEveryKey) {
  const CorpusHeader header = parsed(R"(# A ring of two.
# expect: unsafe
# unknown: clocks explorer
# program: copy.tm
# set: m=2 n=-1
# load: go=1,1,0
# mutant: forget_war unsafe
# why: use waits
# why: for load.
# from: hand-written
streams copy
# expect: exact
)");
  EXPECT_THAT(header.expected, ElementsAre(CorpusHeader::Expectation{"", "unsafe"}));
  EXPECT_THAT(header.unknown_to, ElementsAre("clocks", "explorer"));
  EXPECT_EQ(header.program, "copy.tm");
  EXPECT_THAT(header.params, ElementsAre(CorpusHeader::Setting{"m", {2}},  //
                                         CorpusHeader::Setting{"n", {-1}}));
  EXPECT_THAT(header.loads, ElementsAre(CorpusHeader::Setting{"go", {1, 1, 0}}));
  EXPECT_THAT(header.mutants, ElementsAre(CorpusHeader::Expectation{"forget_war", "unsafe"}));
  EXPECT_EQ(header.why, "use waits for load.");
  EXPECT_EQ(header.from, "hand-written");
}

TEST(CorpusHeader, ReadsAnExpectationForEachSynchronizer) {
  EXPECT_THAT(parsed("# expect: none exact\n\n# expect: barrier overwaits\nprogram p\n").expected,
              ElementsAre(CorpusHeader::Expectation{"none", "exact"},
                          CorpusHeader::Expectation{"barrier", "overwaits"}));
}

TEST(CorpusHeader, LeavesProseAlone) {
  EXPECT_EQ(parsed("# Rings: two slots each.\n#   A  load: q\n#\n# bf16: 2 bytes\nprogram p\n"),
            CorpusHeader());
  EXPECT_EQ(parsed(""), CorpusHeader());
}

TEST(CorpusHeader, PointsAtAKeyThatDoesNotExist) {
  EXPECT_EQ(failure("# A ring.\r\n# expct: unsafe\r\n"),
            "x.tms:2:3: error: the head of a file has no key 'expct'\n"
            "  # expct: unsafe\n"
            "    ^~~~~\n"
            "  did you mean 'expect'?\n");
  EXPECT_THAT(failure("# reason: none\n"), HasSubstr("keys are expect, unknown, program"));
}

TEST(CorpusHeader, SaysWhichValueIsNone) {
  EXPECT_THAT(failure("# set: n\n"), HasSubstr("'n' gives no value"));
  EXPECT_THAT(failure("# set: n=4x\n"), HasSubstr("'n=4x' gives no value"));
  EXPECT_THAT(failure("# load: x=\n"), HasSubstr("'x=' gives no value"));
  EXPECT_THAT(failure("# set: n=1,2\n"), HasSubstr("param 'n' has one value"));
  EXPECT_THAT(failure("# expect: a b c\n"), HasSubstr("a synchronizer and a verdict"));
  EXPECT_THAT(failure("# program: a.tm\n# program: b.tm\n"), HasSubstr("named already"));
}

}  // namespace
}  // namespace tidemark
