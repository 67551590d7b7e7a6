#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "cli/ran_test_util.h"

namespace tidemark {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Command, TeachesItself) {
  const Ran ran = tidemark({"--help"});
  EXPECT_EQ(ran.exit, 0);
  for (const char* command : {"demo", "sync", "check", "run", "explain"}) {
    EXPECT_THAT(ran.out, HasSubstr(command));
    const Ran help = tidemark({command, "--help"});
    EXPECT_EQ(help.exit, 0);
    EXPECT_THAT(help.out, HasSubstr(std::string("  tidemark ") + command)) << "no example";
  }
}

TEST(Command, NamesWhatIsMisspelt) {
  EXPECT_THAT(tidemark({"snyc"}).err, HasSubstr("did you mean 'sync'?"));
  EXPECT_THAT(tidemark({"check", "-", "--set", "m=3"}, kPipeline).err,
              HasSubstr("--set m=3: the program has no param 'm'; it has n"));
  EXPECT_THAT(tidemark({"check", "-", "--load", "x=1"}, kPipeline).err,
              HasSubstr("no control statement of the program loads 'x'"));
  EXPECT_THAT(tidemark({"check", "-", "--load", "x=1,two"}, kPipeline).err,
              HasSubstr("expected BUFFER=INTEGERS"));
}

TEST(Command, SaysItsVersion) {
  const Ran ran = tidemark({"--version"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, StartsWith("tidemark "));
}

TEST(Command, AsksForNoHelpOfWhatThereIsNot) {
  const Ran ran = tidemark({"snyc", "--help"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("did you mean 'sync'?"));
}

// Whatever it does: a reader of JSON looks at one key.
TEST(Command, GivesEveryJsonDocumentAVerdict) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"sync", "-"}, {"explain", "-"}, {"gen", "--seed", "1"}, {"sim", "-", "--set", "n=2"}}) {
    std::vector<std::string> with_json = arguments;
    with_json.push_back("--json");
    EXPECT_EQ(tidemark(with_json, kPipeline).json()["verdict"], "done") << arguments[0];
  }
  EXPECT_EQ(tidemark({"chekc", "--json"}).json()["verdict"], "bad input");
}

TEST(Command, RefusesFlagsThatWouldDoNothing) {
  const Ran most = tidemark({"sync", "-", "--most", "n=3"}, kPipeline);
  EXPECT_EQ(most.exit, 2);
  EXPECT_THAT(most.err, HasSubstr("--most: only with --target"));
  const Ran trace = tidemark({"sim", "-", "--set", "n=2", "--trace", "-"}, kPipeline);
  EXPECT_EQ(trace.exit, 2);
  EXPECT_THAT(trace.err, HasSubstr("name a file"));
  EXPECT_EQ(tidemark({"bench", "compare", "-", "-"}, "{}").exit, 2);
  EXPECT_EQ(tidemark({"fuzz", "--programs", "1", "--out", "/proc/none"}).exit, 2);
}

TEST(Command, BadInputIsExit2) {
  EXPECT_EQ(tidemark({}).exit, 2);
  EXPECT_EQ(tidemark({"sync"}).exit, 2);
  EXPECT_EQ(tidemark({"sync", "-", "--with", "magic"}, kPipeline).exit, 2);
  EXPECT_EQ(tidemark({"sync", "/does/not/exist.tm"}).exit, 2);
  EXPECT_EQ(tidemark({"check", "-", "-"}, kPipeline).exit, 2);
  const Ran ran = tidemark({"check", "-"}, "program p\nengine a\nb load ->\n");
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("<stdin>:3:1: error:"));
  EXPECT_EQ(ran.out, "");
}

TEST(Command, BadInputIsOneJsonDocumentToo) {
  const Ran ran = tidemark({"check", "-", "--json"}, "program p\nengine a\nb load ->\n");
  EXPECT_EQ(ran.exit, 2);
  EXPECT_EQ(ran.json()["diagnostics"][0]["line"], 3);
  EXPECT_TRUE(tidemark({"chekc", "--json"}).json().contains("error"));
}

TEST(Command, OutputThatCannotBeWrittenIsExit2) {
  std::istringstream in;
  std::ostringstream err;
  std::ofstream full("/dev/full");
  EXPECT_EQ(run_tidemark({"check", corpus("streams/copy.tm"), "--set", "n=2"}, in, full, err), 2);
  EXPECT_EQ(err.str(), "tidemark: cannot write standard output\n");
}

TEST(Sync, PrintsStreamsThatCheckTakes) {
  const std::string path = testing::TempDir() + "/pipeline.tms";
  const Ran synced = tidemark({"sync", "-", "-o", path}, kPipeline);
  EXPECT_EQ(synced.exit, 0) << synced.err;
  EXPECT_THAT(synced.last_line(), StartsWith("done: "));
  const Ran checked = tidemark({"check", "-", path, "--set", "n=5"}, kPipeline);
  EXPECT_EQ(checked.exit, 0) << checked.out << checked.err;
  EXPECT_THAT(checked.last_line(), StartsWith("exact: all schedules of 10 instances"));
}

// A benchmark program of a few lines: it writes what it was asked for.
TEST(Bench, RunsTheProgramOfTheOldRunAgain) {
  const std::string program = testing::TempDir() + "/tidemark it's a bench.sh";
  const std::string old = testing::TempDir() + "/tidemark_old.json";
  const auto document = [&](int ns) {
    nlohmann::json json = {{"context", {{"executable", program}}}};
    for (int repetition = 0; repetition < 5; ++repetition)
      json["benchmarks"].push_back({{"name", "BM_Sync<a>/10"},
                                    {"run_name", "BM_Sync<a>/10"},
                                    {"run_type", "iteration"},
                                    {"repetitions", 5},
                                    {"cpu_time", ns},
                                    {"time_unit", "ns"}});
    return json.dump();
  };
  std::ofstream(old) << document(100);
  EXPECT_THAT(tidemark({"bench", "compare", old}).err, HasSubstr("is not there"));
  std::ofstream(program) << "#!/bin/sh\n[ \"$2 $3\" = '--benchmark_repetitions=5 "
                            "--benchmark_filter=^(BM_Sync<a>/10)$' ] || exit 1\n"
                            "cat <<'END'\n"
                         << document(200) << "\nEND\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const Ran ran = tidemark({"bench", "compare", old});
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_THAT(ran.last_line(), StartsWith("compared: 1 benchmarks, 1 slower"));
  std::filesystem::remove(program);
  std::filesystem::remove(old);
}

TEST(Check, ExitsBySeverity) {
  EXPECT_EQ(tidemark({"check", "-", "--set", "n=3"}, kPipeline).exit, 0);
  const Ran unsafe = tidemark({"check", "-", "--with", "none", "--set", "n=3"}, kPipeline);
  EXPECT_EQ(unsafe.exit, 1);
  EXPECT_THAT(unsafe.last_line(), StartsWith("unsafe: "));
  const Ran serial = tidemark({"check", "-", "--with", "serial", "--set", "n=3"}, kPipeline);
  EXPECT_EQ(serial.exit, 1);
  EXPECT_THAT(serial.last_line(), StartsWith("overwaits: "));
  const Ran unknown = tidemark({"explore", "-", "--set", "n=300", "--states", "100"}, kPipeline);
  EXPECT_EQ(unknown.exit, 3) << unknown.out << unknown.err;
  EXPECT_THAT(unknown.last_line(), StartsWith("unknown: state limit of 100 hit"));
}

TEST(Check, MalformedIsAFindingAndNotBadInput) {
  const Ran ran = tidemark({"check", "-", corpus("streams/deadlocks_cycle.tms")}, kPipeline);
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_THAT(ran.last_line(), StartsWith("malformed: "));
}

TEST(Check, SpeaksJson) {
  const Ran ran = tidemark({"check", "-", "--with", "none", "--set", "n=3", "--json"}, kPipeline);
  EXPECT_EQ(ran.exit, 1);
  const nlohmann::json json = ran.json();
  EXPECT_EQ(json["verdict"], "unsafe");
  EXPECT_EQ(json["instances"], 6);
  EXPECT_THAT(json["witness"]["schedule"], HasSubstr("issue pe"));
  EXPECT_EQ(json["waits"]["executed"], 0);
  EXPECT_GE(json["seconds"], 0.0);
}

TEST(Check, DecidesSeveralRuns) {
  const Ran ran = tidemark({"check", "-", "--runs", "20"}, kPipeline);
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.last_line(), StartsWith("exact: "));
  EXPECT_THAT(ran.last_line(), HasSubstr("20 runs"));
}

TEST(Check, TakesSeveralValuesAfterOneFlag) {
  const Ran ran = tidemark({"check", "--set", "n=3", "-"}, kPipeline);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(tidemark({"check", "-", "--set", "n=3", "m=4"}, kPipeline).err,
              HasSubstr("--set m=4"));
}

TEST(Check, RefusesNumbersAndAssignmentsItCannotMean) {
  for (const char* flags : {"--runs=-1", "--runs=0", "--seed=-1", "--seed=18446744073709551616"}) {
    const Ran ran = tidemark({"check", "-", flags}, kPipeline);
    EXPECT_EQ(ran.exit, 2) << flags << "\n" << ran.out;
  }
  const Ran twice = tidemark({"check", "-", "--set", "n=1", "n=2"}, kPipeline);
  EXPECT_EQ(twice.exit, 2);
  EXPECT_THAT(twice.err, HasSubstr("n is set already"));
}

TEST(Check, SaysUnknownOfARunThatPassesALimit) {
  const Ran ran = tidemark({"check", "-", "--load", "go=1"},
                           "program endless\nengine a\nbuffer go, x\n"
                           "while load go {\n  a work -> x\n}\n");
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.last_line(), StartsWith("unknown: more than"));
  EXPECT_THAT(ran.last_line(), HasSubstr("while"));
  EXPECT_EQ(tidemark({"export", "-", "--promela", "--load", "go=1"},
                     "program endless\nengine a\nbuffer go, x\n"
                     "while load go {\n  a work -> x\n}\n")
                .exit,
            3);
}

TEST(Check, SaysSoWhereNothingIsIssued) {
  EXPECT_THAT(tidemark({"check", "-", "--set", "n=0"}, kPipeline).err, HasSubstr("issue nothing"));
  EXPECT_EQ(tidemark({"check", "-", "--set", "n=1"}, kPipeline).err, "");
}

TEST(Check, GivesMalformedStreamsTheKeysOfEveryVerdict) {
  const Ran ran =
      tidemark({"check", "-", corpus("streams/deadlocks_cycle.tms"), "--json"}, kPipeline);
  const nlohmann::json json = ran.json();
  for (const char* key : {"verdict", "instances", "witness", "waits", "seconds", "summary"})
    EXPECT_TRUE(json.contains(key)) << key;
}

TEST(Run, ReplaysTheScheduleOfAWitness) {
  const std::string schedule = testing::TempDir() + "/witness.txt";
  tidemark({"check", "-", "--with", "none", "--set", "n=3", "--schedule-to", schedule}, kPipeline);
  const Ran ran =
      tidemark({"run", "-", "--with", "none", "--set", "n=3", "--schedule", schedule}, kPipeline);
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_THAT(ran.last_line(), StartsWith("unsafe: "));
}

TEST(Run, ShowsOneScheduleAndSaysNoMore) {
  const Ran ran = tidemark({"run", "-", "--set", "n=3", "--seed", "4"}, kPipeline);
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.last_line(), StartsWith("no finding in one schedule"));
  EXPECT_THAT(ran.out, Not(HasSubstr("exact")));
  EXPECT_EQ(tidemark({"run", "-", "--set", "n=3", "--seed", "4"}, kPipeline).out, ran.out);
}

TEST(Run, ReadsStandardInputOnce) {
  EXPECT_EQ(tidemark({"run", "-", "--set", "n=3", "--schedule", "-"}, kPipeline).exit, 2);
}

TEST(Run, RefusesAStepThatIsNotPossible) {
  const std::string path = testing::TempDir() + "/impossible.txt";
  std::ofstream(path) << "complete dma\n";
  const Ran ran = tidemark({"run", "-", "--set", "n=3", "--schedule", path}, kPipeline);
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("step 1 of the schedule, `complete dma`, is not possible"));
}

TEST(Explain, NamesTheCellTheDependenceAndTheThreshold) {
  const Ran ran = tidemark({"explain", "-", "--at", "add", "--json"}, kPipeline);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const nlohmann::json add = ran.json()["instructions"][0];
  EXPECT_EQ(ran.json()["instructions"].size(), 1u);
  EXPECT_EQ(add["engine"], "pe");
  EXPECT_EQ(add["line"], 7);
  ASSERT_EQ(add["waits"].size(), 1u);
  EXPECT_EQ(add["waits"][0]["access"], "x[i % 2]");
  EXPECT_EQ(add["waits"][0]["dependence"], "RAW");
  EXPECT_EQ(add["waits"][0]["producer"], "dma");
  EXPECT_EQ(add["waits"][0]["threshold"], "i + 1");
  EXPECT_THAT(std::string(add["waits"][0]["source"]), HasSubstr("dma"));
}

TEST(Explain, SaysWhatMakesAWaitNeedless) {
  const Ran ran = tidemark({"explain", "-", "--at", "use"},
                           "program p\nengine a, b, c\nbuffer x, y\n"
                           "a load -> x\nb add x -> y\nc use x, y ->\n");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("  wait b >= 1\n    for RAW of y on b\n"));
  EXPECT_THAT(ran.out, HasSubstr("  no wait for RAW of x on a\n"
                                 "    implied by the wait for b, through y\n"));
  EXPECT_EQ(ran.last_line(), "done: 1 explained, 1 waits, 1 dependences without a wait\n");
}

TEST(Explain, KnowsTheReadsOfControl) {
  const Ran ran = tidemark({"explain", "-", "--at", "if"},
                           "program p\nengine a, b\nbuffer f, x\n"
                           "a set -> f\nif load f {\n  b use -> x\n}\n");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("b's read if on b, line 5\n  wait a >= 1\n    for RAW of f on a"));
  EXPECT_THAT(ran.last_line(), StartsWith("done: 2 explained, "));
}

TEST(Explain, NamesTheNearestLabel) {
  const Ran ran = tidemark({"explain", "-", "--at", "laod"}, kPipeline);
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err,
              HasSubstr("no instruction or control statement 'laod'; did you mean 'load'?"));
  EXPECT_EQ(ran.out, "");
}

TEST(Demo, DecidesFlashAttention) {
  const Ran ran =
      tidemark({"demo", corpus("kernels/flash_attention.tm"), "--set", "n_s=1", "n_q=3", "--json"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json()["verdict"], "exact");
  EXPECT_GT(ran.json()["barrier_ns"], ran.json()["dynamic_ns"]);
}

}  // namespace
}  // namespace tidemark
