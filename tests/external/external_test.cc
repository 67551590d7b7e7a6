// Synchronizers from outside: the two examples of docs/examples, one right and one wrong, as
// commands and in process.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "checker/clocks.h"
#include "core/external/external_command.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/random_program.h"
#include "gen/shrink.h"
#include "tests/corpus/corpus_files.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kPrograms = 12;  // each is a start of Python
constexpr std::uint64_t kRuns = 8;

ExternalCommand example(const std::string& file) {
  return ExternalCommand(TIDEMARK_PYTHON " -B " TIDEMARK_SOURCE_DIR "/docs/examples/" + file,
                         {.time = std::chrono::seconds(30)});
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

// Its mistake shows within a few programs, and is small.
TEST(External, TheWrongExampleIsCaughtAndShrunk) {
  const ExternalCommand command = example("barriers_wrong.py");
  const auto fails = [&](const Program& program) {
    const auto streams = command.synchronize(program);
    return streams && decided(program, *streams) == Verdict::unsafe;
  };
  std::uint64_t seed = 0;
  while (seed < 100 && !fails(random_program(seed))) ++seed;
  ASSERT_LT(seed, 100u) << "not caught";
  const Program smallest = shrink(random_program(seed), fails).program;
  const std::size_t statements =
      smallest.instructions.size() + smallest.assignments.size() + smallest.controls.size();
  EXPECT_LT(statements, 8u) << print(smallest);
  fmt::print("caught by program {}, shrunk to {} statements:\n{}", seed, statements,
             print(smallest));
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

}  // namespace
}  // namespace tidemark
