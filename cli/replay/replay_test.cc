// `replay` fails on what it must fail on: a changed verdict, an unknown that is not
// announced, a file that is none of a corpus; and on nothing else.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "cli/tidemark.h"

namespace tidemark {
namespace {

namespace fs = std::filesystem;

const std::string kCopy =
    "program copy\nengine dma inflight 2\nengine pe\nparam n\nbuffer x[2], y\n"
    "for i in 0..n {\n  dma load -> x[i % 2]\n  use: pe add x[i % 2] -> y\n}\n";

// Streams that no clock decides: two engines raise one semaphore.
const std::string kShared =
    "streams copy\nsemaphore s\nstream dma {\n  for i {\n    issue load signal s\n  }\n}\n"
    "stream pe {\n  for i {\n    wait s >= 2 * i + 1\n    issue use signal s\n  }\n}\n";

class Replay : public testing::Test {
 protected:
  Replay() { fs::create_directories(folder_); }
  ~Replay() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }

  int replay() {
    std::istringstream in;
    std::ostringstream out, err;
    const int code = run_tidemark({"replay", folder_.string()}, in, out, err);
    said_ = out.str() + err.str();
    return code;
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  std::string said_;
};

TEST_F(Replay, PassesWhatIsAsAnnounced) {
  write("copy.tm", kCopy);
  EXPECT_EQ(replay(), 0) << said_;
  EXPECT_NE(said_.find("1 files, 0 fail"), said_.npos) << said_;
}

TEST_F(Replay, FailsOnAnotherVerdict) {
  write("copy.tm", "# expect: dynamic unsafe\n" + kCopy);
  EXPECT_EQ(replay(), 1);
  EXPECT_NE(said_.find("dynamic: exact, not unsafe"), said_.npos) << said_;
}

TEST_F(Replay, FailsOnAnUnknownThatIsNotAnnounced) {
  write("copy.tm", kCopy);
  write("shared.tms", "# program: copy.tm\n# expect: unsafe\n# set: n=3\n" + kShared);
  EXPECT_EQ(replay(), 1);
  EXPECT_NE(said_.find("unknown to clocks, which the head does not announce"), said_.npos) << said_;
  write("shared.tms",
        "# program: copy.tm\n# expect: unsafe\n# unknown: clocks\n# set: n=3\n" + kShared);
  EXPECT_EQ(replay(), 0) << said_;
}

TEST_F(Replay, FailsOnAFileThatIsNoneOfACorpus) {
  write("copy.tm", "program p\nengine\n");
  EXPECT_EQ(replay(), 1);
  write("copy.tm", "# set: m=2\n" + kCopy);
  EXPECT_EQ(replay(), 1);
  EXPECT_NE(said_.find("no param 'm'"), said_.npos) << said_;
}

TEST_F(Replay, TakesAnEmptyFolderForBadInput) { EXPECT_EQ(replay(), 2); }

}  // namespace
}  // namespace tidemark
