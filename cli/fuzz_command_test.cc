// `gen` and `fuzz` as a user meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "cli/interrupt.h"
#include "cli/ran_test_util.h"

namespace tidemark {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Gen, PrintsTheSameProgramForTheSameSeed) {
  const Ran ran = tidemark({"gen", "--seed", "7", "--size", "6"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, StartsWith("program random\n"));
  EXPECT_EQ(ran.out, tidemark({"gen", "--seed", "7", "--size", "6"}).out);
  EXPECT_NE(ran.out, tidemark({"gen", "--seed", "8", "--size", "6"}).out);
  EXPECT_EQ(tidemark({"check", "-"}, ran.out).exit, 0);
}

TEST(Gen, CountsTraits) {
  const Ran ran = tidemark({"gen", "--kind", "ring-heavy", "--stats", "50", "--json"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_GT(ran.json()["percent"]["rings"], 50);
}

TEST(Gen, SaysWhatIsWrongWithItsFlags) {
  EXPECT_THAT(tidemark({"gen", "--features", "rings,loops"}).err, HasSubstr("'loops'"));
  for (const char* flag : {"--size", "--stats"})
    EXPECT_EQ(tidemark({"gen", flag, "0"}).exit, 2) << flag;
}

class Fuzz : public testing::Test {
 protected:
  ~Fuzz() override { std::filesystem::remove_all(folder_); }

  const std::string folder_ =
      (std::filesystem::temp_directory_path() / ("tidemark-fuzz-" + std::to_string(getpid())))
          .string();
};

TEST_F(Fuzz, FindsNothingInDynamicAndMakesNoFolder) {
  const Ran ran = tidemark({"fuzz", "--programs", "50", "--out", folder_});
  EXPECT_EQ(ran.exit, 0) << ran.out;
  EXPECT_THAT(ran.out, StartsWith("no finding in 50 programs"));
  EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(Fuzz, WritesWhatItFindsAndSaysHowToFindItAgain) {
  const Ran ran =
      tidemark({"fuzz", "--with", "none", "--programs", "9", "--out", folder_, "--json"});
  EXPECT_EQ(ran.exit, 1);
  const auto json = ran.json();
  ASSERT_FALSE(json["findings"].empty());
  const std::string file = json["findings"][0]["file"];
  EXPECT_EQ(tidemark({"check", file, "--with", "none", "--runs", "50"}).exit, 1);
  const std::string number = std::to_string(json["findings"][0]["program"].get<int>());
  const Ran again =
      tidemark({"fuzz", "--with", "none", "--first", number, "--programs", "1", "--out", folder_});
  EXPECT_THAT(again.out, HasSubstr(file));
}

TEST_F(Fuzz, AsksForWhatIsDemanded) {
  EXPECT_EQ(tidemark({"fuzz", "--with", "serial", "--programs", "9", "--out", folder_}).exit, 0);
  EXPECT_EQ(tidemark({"fuzz", "--with", "serial", "--programs", "9", "--out", folder_, "--demand",
                      "exact"})
                .exit,
            1);
}

TEST_F(Fuzz, SaysWhatIsWrongWithItsFlags) {
  for (const char* flag : {"--jobs", "--runs", "--size"})
    EXPECT_EQ(tidemark({"fuzz", flag, "0"}).exit, 2) << flag;
  EXPECT_EQ(tidemark({"fuzz", "--with", "magic"}).exit, 2);
}

TEST_F(Fuzz, AnInterruptEndsItWithASummary) {
  const Interrupt shield;  // of the thread that interrupts
  std::thread user([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(getpid(), SIGINT);
  });
  const Ran ran = tidemark({"fuzz", "--seconds", "3600", "--jobs", "2", "--out", folder_});
  user.join();
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, HasSubstr("no finding in "));
}

}  // namespace
}  // namespace tidemark
