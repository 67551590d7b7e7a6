// Synchronizers from outside: the two examples of docs/examples, one right and one wrong, as
// commands and in process.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "checker/clocks.h"
#include "cli/ran_test_util.h"
#include "core/external/external_command.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/program_size.h"
#include "gen/random_program.h"
#include "tests/corpus/corpus_files.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kPrograms = 12;  // each is a start of Python
constexpr std::uint64_t kRuns = 8;

std::string example_command(const std::string& file) {
  return TIDEMARK_PYTHON " -B " TIDEMARK_SOURCE_DIR "/docs/examples/" + file;
}

ExternalCommand example(const std::string& file) {
  return ExternalCommand(example_command(file), {.time = std::chrono::seconds(30)});
}

// The worst verdict of several inputs, by the clocks; unknown where none has one.
Verdict decided(const Program& program, const Streams& streams) {
  Verdict worst = Verdict::unknown;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    const auto result = decide_by_clocks(program, Cells(program), streams, Inputs(program, seed),
                                         {.instances = 20'000, .steps = 400'000});
    if (result && result->verdict != Verdict::unknown &&
        (worst == Verdict::unknown || result->verdict < worst))
      worst = result->verdict;
  }
  return worst;
}

bool is_right(Verdict verdict) {
  return verdict == Verdict::exact || verdict == Verdict::overwaits || verdict == Verdict::unknown;
}

TEST(External, TheExampleInPythonIsRight) {
  const ExternalCommand command = example("barriers.py");
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = random_program(seed);
    const auto streams = command.synchronize(program);
    ASSERT_TRUE(streams) << streams.error().message << "\n" << print(program);
    EXPECT_TRUE(is_right(decided(program, *streams))) << print(program);
  }
}

TEST(External, TheExampleInPythonDoesEveryKernel) {
  const ExternalCommand command = example("barriers.py");
  for (const std::string& path : corpus_paths("kernels", ".tm")) {
    const auto streams = command.synchronize(program_of(read_corpus_file(path)));
    EXPECT_TRUE(streams) << path << ": " << streams.error().message;
  }
}

class Fuzzed : public testing::Test {
 protected:
  ~Fuzzed() override { std::filesystem::remove_all(folder_); }

  const std::string folder_ = testing::TempDir() + "tidemark_external_findings";
};

// Of the programs of seed 0 number 22 is the first that shows the mistake; each costs a start of
// Python, so those before 16 are left out.
TEST_F(Fuzzed, TheWrongExampleIsCaughtAndShrunk) {
  const Ran ran = tidemark({"fuzz", "--with-command", example_command("barriers_wrong.py"),
                            "--first", "16", "--programs", "8", "--out", folder_, "--json"});
  EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
  const auto findings = ran.json()["findings"];
  ASSERT_FALSE(findings.empty());
  for (const auto& finding : findings) {
    EXPECT_EQ(finding["verdict"], "unsafe");
    const Program smallest = program_of(read_corpus_file(finding["file"]));
    EXPECT_LT(statement_count(smallest), 8u) << print(smallest);
    fmt::print("program {}, shrunk to {} statements:\n{}", finding["program"].dump(),
               statement_count(smallest), print(smallest));
  }
}

// --- the same in process

int run_example(const std::string& arguments) {
  return std::system((TIDEMARK_IN_PROCESS " " + arguments + " > /dev/null 2>&1").c_str());
}

TEST(External, TheExampleInProcessIsCheckedLikeOurs) {
  const std::string copy = TIDEMARK_SOURCE_DIR "/corpus/streams/copy.tm --set n=2";
  EXPECT_EQ(
      WEXITSTATUS(run_example("sync " + copy.substr(0, copy.find(' ')) + " --with one_at_a_time")),
      0);
  EXPECT_EQ(WEXITSTATUS(run_example("check " + copy + " --with one_at_a_time")), 1);  // overwaits
  EXPECT_EQ(WEXITSTATUS(run_example("check " + copy + " --with dynamic")), 0);
  EXPECT_EQ(WEXITSTATUS(run_example("check " + copy + " --with another")), 2);
}

TEST(External, TheExampleInProcessIsFuzzedLikeOurs) {
  EXPECT_EQ(WEXITSTATUS(run_example("fuzz --with one_at_a_time --programs 300")), 0);
}

TEST_F(Fuzzed, TheExampleInProcessIsNotExact) {
  EXPECT_EQ(WEXITSTATUS(run_example("fuzz --with one_at_a_time --demand exact --programs 5 --out " +
                                    folder_)),
            1);
}

}  // namespace
}  // namespace tidemark
