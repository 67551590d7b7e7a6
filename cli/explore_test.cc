// `explore` and `export` as a user meets them, and what they say to input that is bad.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "cli/ran_test_util.h"

namespace tidemark {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string written(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + "/" + name;
  std::ofstream(path) << text;
  return path;
}

std::string contents(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Explore, DecidesByAllStates) {
  const Ran ran = tidemark({"explore", "-", "--set", "n=3"}, kPipeline);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.last_line(), StartsWith("exact: all schedules for these inputs: "));
  const Ran all = tidemark({"explore", "-", "--set", "n=3", "--reduction", "off"}, kPipeline);
  EXPECT_THAT(all.last_line(), Not(HasSubstr("after reduction")));
}

// Nothing but exhaustive says exact; each of them catches streams without waits.
TEST(Explore, SamplesInEveryMode) {
  for (const char* mode : {"random", "urw", "pct", "adversarial", "threads"}) {
    const Ran right =
        tidemark({"explore", "-", "--set", "n=3", "--mode", mode, "--schedules", "20"}, kPipeline);
    EXPECT_EQ(right.exit, 0) << mode << right.out << right.err;
    EXPECT_THAT(right.last_line(), StartsWith("no finding in 20 ")) << mode;
    if (std::string(mode) == "threads") continue;  // they show a race by luck
    const Ran wrong = tidemark(
        {"explore", "-", "--with", "none", "--set", "n=3", "--mode", mode, "--schedules", "1"},
        kPipeline);
    EXPECT_EQ(wrong.exit, 1) << mode;
    EXPECT_THAT(wrong.last_line(), StartsWith("unsafe: ")) << mode;
  }
}

TEST(Explore, SaysOverHowManySchedulesUrwIsUniform) {
  const Ran ran = tidemark({"explore", "-", "--set", "n=3", "--mode", "urw"}, kPipeline);
  EXPECT_THAT(ran.last_line(), HasSubstr("clocks kept, drawn uniformly from all "));
  const Ran long_run =
      tidemark({"explore", "-", "--set", "n=3000", "--mode", "urw", "--schedules", "3"}, kPipeline);
  EXPECT_THAT(long_run.last_line(), Not(HasSubstr("uniformly")));
}

TEST(Explore, ClocksOffFindWhatTheScheduleRunsInto) {
  const std::string streams =
      "streams p\nsemaphore s\nstream a {\n issue set signal s\n}\n"
      "stream c {\n issue other signal s\n}\nstream b {\n issue first\n wait s >= 1\n"
      " issue use\n}\n";
  const std::string program =
      "program p\nengine a, b, c\nbuffer x, y\n"
      "a set -> x\nc other -> y\nb first ->\nb use x, y ->\n";
  const std::string path = written("any_of_two.tms", streams);
  int lucky = 0;
  for (int seed = 0; seed < 20; ++seed) {
    std::vector<std::string> arguments = {"explore", "-",      path,
                                          "--mode",  "random", "--schedules",
                                          "1",       "--seed", fmt::format("{}", seed)};
    const int with = tidemark(arguments, program).exit;
    arguments.insert(arguments.end(), {"--clocks", "off"});
    const int without = tidemark(arguments, program).exit;
    EXPECT_LE(without, with);
    lucky += with - without;
  }
  EXPECT_GT(lucky, 0);
}

TEST(Explore, ALimitIsUnknownAndNeverExact) {
  const std::vector<std::pair<const char*, const char*>> limits = {
      {"--states", "state limit of 1 hit"},
      {"--seconds", "time limit of 1 s hit"},
      {"--memory", "memory limit of 1 MiB hit"}};
  // Four engines that nothing keeps apart: far too many states.
  std::string program = "program wide\nengine a, b, c, d, e, f\nparam n\nfor i in 0..n {\n";
  for (const char* engine : {"a", "b", "c", "d", "e", "f"})
    program += fmt::format("  {} work ->\n", engine);
  program += "}\n";
  for (const auto& [flag, reason] : limits) {
    const Ran ran =
        tidemark({"explore", "-", "--set", "n=200", "--reduction", "off", flag, "1"}, program);
    EXPECT_EQ(ran.exit, 3) << flag << ran.out << ran.err;
    EXPECT_THAT(ran.last_line(), StartsWith(std::string("unknown: ") + reason)) << flag;
    EXPECT_THAT(ran.out, Not(HasSubstr("exact")));
  }
}

TEST(Explore, WritesAScheduleThatReplays) {
  const std::string path = testing::TempDir() + "/found.txt";
  const Ran found = tidemark(
      {"explore", "-", "--with", "none", "--set", "n=3", "--mode", "pct", "--schedule-to", path},
      kPipeline);
  EXPECT_EQ(found.exit, 1);
  const Ran ran =
      tidemark({"run", "-", "--with", "none", "--set", "n=3", "--schedule", path}, kPipeline);
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_THAT(ran.last_line(), StartsWith("unsafe: "));
}

TEST(Explore, WritesAGraphAndATrace) {
  const std::string dot = testing::TempDir() + "/found.dot";
  const std::string trace = testing::TempDir() + "/found.json";
  tidemark({"explore", "-", "--with", "none", "--set", "n=3", "--dot", dot, "--trace", trace},
           kPipeline);
  EXPECT_THAT(contents(dot), HasSubstr("color=red"));
  const nlohmann::json events = nlohmann::json::parse(contents(trace))["traceEvents"];
  EXPECT_GT(events.size(), 2u);
}

TEST(Explore, RefusesNumbersItCannotMean) {
  for (const char* flag : {"--depth=0", "--depth=1000000000000", "--schedules=0", "--states=-1",
                           "--mode=lucky", "--memory=x"})
    EXPECT_EQ(tidemark({"explore", "-", "--mode", "pct", flag}, kPipeline).exit, 2) << flag;
}

TEST(BadInput, StreamsThatNeverEndAreUnknown) {
  const Ran ran = tidemark({"explore", "-", "--load", "go=1"},
                           "program endless\nengine a\nbuffer go, x\n"
                           "while load go {\n  a work -> x\n}\n");
  EXPECT_EQ(ran.exit, 3) << ran.out << ran.err;
  EXPECT_THAT(ran.last_line(), StartsWith("unknown: more than"));
}

TEST(BadInput, TakeOfANegativeValueIsMalformedAndAWaitForOneHolds) {
  const std::string program = "program p\nengine a, b\na x ->\nb y ->\n";
  const auto explored = [&](const std::string& statement) {
    const std::string path = written("negative.tms",
                                     "streams p\nsemaphore s\nstream a {\n issue x signal s\n}\n"
                                     "stream b {\n " +
                                         statement + "\n issue y\n}\n");
    return tidemark({"explore", "-", path}, program);
  };
  EXPECT_EQ(explored("take s -1").exit, 1);
  EXPECT_THAT(explored("take s -1").last_line(), StartsWith("malformed: "));
  EXPECT_THAT(explored("wait s >= -1").last_line(), StartsWith("exact: "));
  EXPECT_THAT(explored("wait s >= 0").last_line(), StartsWith("exact: "));
  EXPECT_THAT(explored("take s 0").last_line(), StartsWith("exact: "));
  EXPECT_THAT(explored("wait s >= 1").last_line(), StartsWith("overwaits: "));
}

// A threshold that the width cannot show never holds; a raise that passes it wraps.
TEST(BadInput, ASemaphoreBeyondItsWidthWraps) {
  const std::string program = "program p\nengine a, b\nbuffer x\na w -> x\nb r x ->\n";
  const auto explored = [&](int width, int raise, int threshold) {
    const std::string path = written(
        "narrow.tms",
        fmt::format("streams p\nsemaphore s width {}\nstream a {{\n issue w signal s +{}\n}}\n"
                    "stream b {{\n wait s >= {}\n issue r\n}}\n",
                    width, raise, threshold));
    return tidemark({"explore", "-", path}, program).last_line();
  };
  EXPECT_THAT(explored(2, 3, 3), StartsWith("exact: "));
  EXPECT_THAT(explored(2, 4, 4), StartsWith("deadlocks: "));
  EXPECT_THAT(explored(2, 5, 1), StartsWith("exact: "));
  EXPECT_THAT(explored(2, 4, 0), StartsWith("unsafe: "));
}

// As many engines that nothing keeps apart.
std::string wide_program(int engines) {
  std::string program = "program wide\nengine e0";
  for (int i = 1; i < engines; ++i) program += fmt::format(", e{}", i);
  program += "\n";
  for (int i = 0; i < engines; ++i) program += fmt::format("e{} use ->\n", i);
  return program;
}

TEST(BadInput, TenThousandEnginesAreTooMany) {
  const Ran ran = tidemark({"explore", "-"}, wide_program(10'000));
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("<stdin>:2:1: error: more than 256 engines"));
}

TEST(BadInput, AsManyEnginesAsThereMayBeKeepToTheLimits) {
  const std::string program = wide_program(256);
  EXPECT_THAT(tidemark({"explore", "-"}, program).last_line(), StartsWith("exact: "));
  const Ran all = tidemark({"explore", "-", "--reduction", "off", "--seconds", "1"}, program);
  EXPECT_EQ(all.exit, 3);
  EXPECT_THAT(all.last_line(), StartsWith("unknown: time limit of 1 s hit"));
  const Ran threads = tidemark({"explore", "-", "--mode", "threads"}, program);
  EXPECT_EQ(threads.exit, 3);
  EXPECT_THAT(threads.last_line(), HasSubstr("more than 256 threads"));
  const Ran urw = tidemark({"explore", "-", "--mode", "urw", "--schedules", "1"}, program);
  EXPECT_THAT(urw.last_line(), StartsWith("no finding in 1 schedules"));
}

TEST(BadInput, AScheduleOfAnotherProgramIsSaidSo) {
  const std::string other_engine = written("other.txt", "issue act\n");
  const Ran unknown = tidemark({"run", "-", "--set", "n=3", "--schedule", other_engine}, kPipeline);
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err, HasSubstr("other.txt:1:7: error: unknown engine 'act'"));
  const std::string too_long =
      written("long.txt", "issue dma\ncomplete dma\nissue dma\nissue dma\n");
  const Ran impossible = tidemark({"run", "-", "--set", "n=3", "--schedule", too_long}, kPipeline);
  EXPECT_EQ(impossible.exit, 2);
  EXPECT_THAT(impossible.err, HasSubstr("step 4 of the schedule, `issue dma`, is not possible"));
}

TEST(Export, WritesAPromelaModel) {
  const Ran ran = tidemark({"export", "--promela", "-", "--set", "n=2"}, kPipeline);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("active proctype stream0()"));
  EXPECT_THAT(ran.out, HasSubstr("assert("));
  EXPECT_EQ(tidemark({"export", "-", "--set", "n=2"}, kPipeline).exit, 2);
  const Ran striped = tidemark({"export", "--promela", "-"},
                               "program p\nengine dma stripes 2\nbuffer x\ndma load -> x\n");
  EXPECT_EQ(striped.exit, 2);
  EXPECT_THAT(striped.err, HasSubstr("engine dma has stripes"));
}

}  // namespace
}  // namespace tidemark
