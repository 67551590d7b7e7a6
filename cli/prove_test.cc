// What `prove` says and when: no sample refutes here (--runs 0), so that the proof and the search
// after it have to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "cli/ran_test_util.h"

namespace tidemark {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Ran prove(const std::string& streams, std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"prove", corpus("streams/copy.tm"), corpus("streams/" + streams)});
  return tidemark(flags);
}

std::filesystem::path scratch(const std::string& name) {
  const auto path = std::filesystem::path(testing::TempDir()) / ("tidemark_prove_" + name);
  std::filesystem::remove_all(path);
  return path;
}

// The obligation that fails is where the search begins; its model is replayed by the interpreter.
TEST(Prove, SearchesForACounterexampleWhereTheProofFails) {
  const Ran alone = prove("unsafe_too_low.tms", {"--runs", "0", "--unbounded"});
  EXPECT_EQ(alone.exit, 3);
  EXPECT_THAT(alone.last_line(),
              StartsWith("unknown: safe: 'issue load signal dma' of stream dma"));

  const Ran found = prove("unsafe_too_low.tms", {"--runs", "0", "--json"});
  EXPECT_EQ(found.exit, 1);
  const nlohmann::json json = found.json();
  EXPECT_EQ(json["verdict"], "unsafe");
  EXPECT_EQ(json["witness"]["inputs"], "--set n=3");  // the least: a slot is used again

  const auto schedule = scratch("schedule");
  std::ofstream(schedule) << json["witness"]["schedule"].get<std::string>();
  const Ran replayed =
      tidemark({"run", corpus("streams/copy.tm"), corpus("streams/unsafe_too_low.tms"), "--set",
                "n=3", "--schedule", schedule.string()});
  EXPECT_EQ(replayed.exit, 1) << replayed.out << replayed.err;
  EXPECT_THAT(replayed.out, HasSubstr("unsafe"));
}

TEST(Prove, RefutesEachKindWithoutASample) {
  const auto verdict = [](const std::string& streams) {
    return prove(streams, {"--runs", "0", "--json"}).json().value("verdict", "none");
  };
  EXPECT_EQ(verdict("unsafe_dropped_wait.tms"), "unsafe");
  EXPECT_EQ(verdict("overwaits_too_high.tms"), "overwaits");
  EXPECT_EQ(verdict("deadlocks_trailing_wait.tms"), "deadlocks");
  EXPECT_EQ(verdict("exact_plus_k.tms"), "exact");
}

TEST(Prove, SaysUnknownWhereMemoryEnds) {
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{"--runs", "0", "--memory", "1"},
        {"--bounded", "2", "--memory", "1"}}) {
    const Ran ran = prove("exact_semaphore_per_slot.tms", flags);
    EXPECT_EQ(ran.exit, 3);
    EXPECT_EQ(ran.last_line(), "unknown: the solver's memory limit is reached\n");
  }
}

// Samples are short, so that time is left for the proof, or to say that it is up.
TEST(Prove, ALongSampleIsNoRefutation) {
  const Ran ran = tidemark({"prove", corpus("streams/copy.tm"), "--set", "n=99999999999"});
  EXPECT_EQ(ran.exit, 0) << ran.out;
}

TEST(Prove, RefusesAFolderForQueriesThatCannotBe) {
  const Ran ran = prove("exact_semaphore_per_slot.tms", {"--smt2", "/dev/null"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("--smt2: cannot make the folder '/dev/null'"));
}

TEST(Prove, SaysUnknownWhereTheTimeIsUp) {
  const Ran ran =
      tidemark({"prove", corpus("kernels/flash_attention.tm"), "--runs", "0", "--timeout", "1ms"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.last_line(), StartsWith("unknown: the time is up"));
}

TEST(Prove, WritesTheCertificateTheQueriesAndTheFigures) {
  const auto certificate = scratch("certificate");
  const auto queries = scratch("queries");
  const Ran ran = prove("exact_plus_k.tms", {"--certificate", certificate.string(), "--smt2",
                                             queries.string(), "--stats"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("queries: "));
  std::string first;
  std::getline(std::ifstream(certificate), first);
  EXPECT_THAT(first, HasSubstr("places; told apart"));
  EXPECT_FALSE(std::filesystem::is_empty(queries));
}

}  // namespace
}  // namespace tidemark
