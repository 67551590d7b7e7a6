// What a user's own commands are to tidemark: synchronizers (--with-command) and tests
// (reduce --failing).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "cli/ran_test_util.h"
#include "core/external/run_command.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Ended, and waiting for whoever has inherited it.
bool is_zombie(pid_t process) {
  return text_of("/proc/" + std::to_string(process) + "/stat").find(") Z ") != std::string::npos;
}

class Outside : public testing::Test {
 protected:
  Outside() { std::filesystem::remove(kept_); }
  ~Outside() override { std::filesystem::remove(kept_); }

  Ran check_with(const std::string& command) const {
    return tidemark({"check", corpus("streams/copy.tm"), "--set", "n=3", "--with-command", command,
                     "--command-seconds", "2", "--keep", kept_});
  }

  const std::string kept_ = testing::TempDir() + "tidemark_kept.tm";
};

TEST_F(Outside, AnswersAreDecidedLikeAnyStreams) {
  const Ran right = check_with("cat " + corpus("streams/exact_plus_k.tms"));
  EXPECT_EQ(right.exit, 0) << right.out << right.err;
  const Ran wrong = check_with("cat " + corpus("streams/unsafe_dropped_wait.tms"));
  EXPECT_EQ(wrong.exit, 1) << wrong.out;
  EXPECT_THAT(wrong.out, HasSubstr("--with-command 'cat "));
  EXPECT_FALSE(std::filesystem::exists(kept_));
}

TEST_F(Outside, FailuresAreFindingsWithTheirInputKept) {
  for (const auto& [command, line] : std::vector<std::pair<std::string, std::string>>{
           {"kill -SEGV $$", "failed: the command crashed: signal 11 (Segmentation fault)\n"},
           {"exit 7", "failed: the command failed: exit status 7\n"},
           {"sleep 60", "failed: the command hung: no answer in 2000 ms\n"}}) {
    std::filesystem::remove(kept_);
    const Ran ran = check_with(command);
    EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
    EXPECT_THAT(ran.out, EndsWith(line));
    EXPECT_TRUE(parse_program(text_of(kept_))) << command;
  }
}

TEST_F(Outside, GarbageAndHalfAnAnswerAreFindings) {
  for (const char* command : {"true", "echo nonsense", "head -c 40 /dev/urandom"}) {
    const Ran ran = check_with(command);
    EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("failed: the command wrote garbage"));
  }
  const Ran half = check_with("head -c 80 " + corpus("streams/exact_plus_k.tms"));
  EXPECT_EQ(half.exit, 1) << half.out;
}

TEST_F(Outside, ARefusalIsUnknown) {
  const Ran ran = check_with("echo 'no loops' >&2; exit 3");
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.out, EndsWith("unknown: the command refused: no loops\n"));
  EXPECT_FALSE(std::filesystem::exists(kept_)) << "a refusal is no failure to look into";
}

// Also where tidemark is killed while it waits for one.
TEST_F(Outside, ACommandEndsWithTheProcessThatStartedIt) {
  const std::string path = testing::TempDir() + "tidemark_outlives";
  std::filesystem::remove(path);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    (void)run_command("echo $$ > " + path + "; exec sleep 300", "", {});
    _exit(0);
  }
  std::string started;
  while (started.empty() || started.back() != '\n') {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    started = text_of(path);
  }
  kill(child, SIGKILL);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  const pid_t sleeper = std::stoi(started);
  for (int tries = 0; kill(sleeper, 0) == 0 && tries < 400; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(kill(sleeper, 0) != 0 || is_zombie(sleeper)) << sleeper;
  std::filesystem::remove(path);
}

TEST_F(Outside, ACommandIsNoMoreThanOneOfThem) {
  const Ran ran =
      tidemark({"check", corpus("streams/copy.tm"), "--with", "none", "--with-command", "cat"});
  EXPECT_EQ(ran.exit, 2);
}

TEST_F(Outside, LimitsThatLeaveNothingAreRefused) {
  const auto exit_of = [this](const std::vector<std::string>& flags) {
    std::vector<std::string> arguments = {"check", corpus("streams/copy.tm"), "--keep", kept_,
                                          "--with-command"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return tidemark(arguments).exit;
  };
  EXPECT_EQ(exit_of({" "}), 2);
  EXPECT_EQ(exit_of({"true", "--command-seconds", "0"}), 2);
  EXPECT_EQ(exit_of({"true", "--command-memory", "0"}), 2);
  EXPECT_EQ(exit_of({"true"}), 1);
}

// --- fuzz

class FuzzOutside : public testing::Test {
 protected:
  ~FuzzOutside() override { std::filesystem::remove_all(folder_); }

  Ran fuzz(const std::string& command, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"fuzz",   "--with-command", command,
                                          "--json", "--out",          folder_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return tidemark(arguments);
  }

  const std::string folder_ = testing::TempDir() + "tidemark_fuzz_outside";
};

TEST_F(FuzzOutside, FailuresAreFindingsWithTheirInputKept) {
  for (const auto& [command, how] : std::vector<std::pair<std::string, std::string>>{
           {"kill -SEGV $$", "crashed"},
           {"exit 7", "failed"},
           {"echo nonsense", "garbage"},
           {"sed -n 's/^program/streams/p'", "malformed"}}) {
    const Ran ran = fuzz(command, {"--programs", "2"});
    EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
    const auto findings = ran.json()["findings"];
    ASSERT_FALSE(findings.empty()) << command;
    EXPECT_EQ(findings[0]["failure"], how);
    const std::string file = findings[0]["file"];
    EXPECT_THAT(file, HasSubstr("/command_" + how + "_"));
    EXPECT_TRUE(parse_program(text_of(file))) << text_of(file);
  }
}

// Each candidate that still hangs costs a second: what is smallest when the program is
// interrupted or the time to shrink is up is kept.
TEST_F(FuzzOutside, AHangIsAFindingWithItsInputKept) {
  const Ran ran = fuzz("sleep 60", {"--programs", "1", "--size", "2", "--command-seconds", "1"});
  EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
  const auto findings = ran.json()["findings"];
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0]["summary"], "the command hung: no answer in 1000 ms");
  EXPECT_TRUE(parse_program(text_of(findings[0]["file"])));
}

TEST_F(FuzzOutside, ARefusalIsNoFindingAndNoSuccess) {
  const Ran ran = fuzz("exit 3", {"--programs", "2"});
  EXPECT_EQ(ran.exit, 3) << ran.out;
  EXPECT_EQ(ran.json()["refused"], 2);
  EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(FuzzOutside, ACommandIsNoMoreThanOneOfThem) {
  EXPECT_EQ(fuzz("cat", {"--with", "none"}).exit, 2);
}

TEST(Reduce, FindsTheLeastThatATestCallsFailing) {
  const Ran ran = tidemark({"reduce", corpus("kernels/softmax.tm"), "--failing", "grep -q '^for'"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const auto program = parse_program(ran.out);
  ASSERT_TRUE(program) << ran.out;
  EXPECT_EQ(program->controls.size(), 1u);
  EXPECT_LE(program->instructions.size(), 1u);
  EXPECT_THAT(ran.err, HasSubstr("done: "));
}

TEST(Reduce, RefusesAProgramThatDoesNotFail) {
  const Ran ran = tidemark({"reduce", corpus("streams/copy.tm"), "--failing", "exit 4"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("does not fail the test: the command exits with 4, not 0"));
  EXPECT_EQ(tidemark({"reduce", corpus("streams/copy.tm")}).exit, 2);
}

TEST(Reduce, ATestThatHangsIsNotFailing) {
  const Ran ran = tidemark(
      {"reduce", corpus("streams/copy.tm"), "--failing", "sleep 60", "--test-seconds", "1"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("does not end in time"));
}

}  // namespace
}  // namespace tidemark
