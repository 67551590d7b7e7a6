// `corpus add`, in a build in which a synchronizer has faults: what is found becomes a small
// file that names its cause, once.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "cli/replay/add_to_corpus.h"
#include "core/sync/mutant.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

namespace fs = std::filesystem;

const std::string kLarge =
    "# set: n=3 m=2\nprogram large\nengine dma inflight 2\nengine pe, act\nparam n, m\n"
    "buffer x[2], y, z\nfor j in 0..m {\n  act prepare -> z\n  for i in 0..n {\n"
    "    dma load -> x[i % 2]\n    pe add x[i % 2], z -> y\n    act exp y -> z\n  }\n}\n";

class CorpusAdd : public testing::Test {
 protected:
  CorpusAdd() { fs::create_directories(options_.folder); }
  ~CorpusAdd() override { fs::remove_all(options_.folder); }

  static std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  const AddOptions options_{.folder = fs::path(testing::TempDir()) / "corpus_add"};
};

TEST_F(CorpusAdd, WritesNothingWhereNothingIsWrong) {
  const Report report = add_to_corpus(kLarge, "large.tm", options_);
  EXPECT_EQ(report.exit, Exit::done) << report.text;
  EXPECT_TRUE(fs::is_empty(options_.folder));
}

TEST_F(CorpusAdd, WritesASmallFileThatNamesItsCauseOnce) {
  const Planted<sync::Mutant> planted(sync::Mutant::forget_war);
  const Report report = add_to_corpus(kLarge, "large.tm", options_);
  EXPECT_EQ(report.exit, Exit::finding) << report.text;
  const fs::path path = options_.folder / "dynamic_unsafe_write_after_read.tm";
  ASSERT_TRUE(fs::exists(path)) << report.text;
  const std::string text = text_of(path);
  EXPECT_NE(text.find("# cause: dynamic unsafe, clocks and states, write after read"), text.npos);
  EXPECT_NE(text.find("# why: "), text.npos);
  const auto program = parse_program(text);
  ASSERT_TRUE(program.has_value()) << text;
  EXPECT_LE(program->instructions.size(), 2u) << text;

  const Report again = add_to_corpus(kLarge, "large.tm", options_);
  EXPECT_EQ(again.exit, Exit::done);
  EXPECT_TRUE(again.text.starts_with("known: ")) << again.text;
}

}  // namespace
}  // namespace tidemark
