// Broken synchronizers are found out, unbroken ones are not, and every killer in
// corpus/mutants/ kills what it says.
#include "fuzz/mutants/hunt.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/planted.h"
#include "core/sync/synchronizer.h"
#include "core/text/corpus_header.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "fuzz/mutants/deciders.h"

namespace tidemark::mutants {
namespace {

TEST(Hunt, FindsNothingWhereNothingIsPlanted) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Program program = hunting_program(seed);
    const Inputs inputs(program, seed);
    const auto verdict = ask_clocks(program, Cells(program), synchronize(program).streams, inputs);
    EXPECT_FALSE(finds(verdict, Verdict::exact)) << print(program);
  }
}

TEST(Hunt, APlantedFaultGoesWithItsObject) {
  const Program program = hunting_program(0);
  const Streams before = synchronize(program).streams;
  for (const SyncMutant& mutant : sync_mutants()) broken_streams(mutant, program);
  EXPECT_EQ(synchronize(program).streams, before);
}

TEST(Hunt, TheSameSeedGivesTheSameHunt) {
  const SyncMutant& mutant = *find_sync_mutant("threshold_low");
  const Hunt a = hunt(mutant, 7, 200), b = hunt(mutant, 7, 200);
  ASSERT_TRUE(a.first() && b.first());
  EXPECT_EQ(a.first()->seed, b.first()->seed);
  EXPECT_EQ(a.programs, b.programs);
}

// --- corpus/mutants/

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Killer : public ::testing::TestWithParam<const SyncMutant*> {};

TEST_P(Killer, KillsWhatItSays) {
  const SyncMutant& mutant = *GetParam();
  const std::string path =
      std::string(TIDEMARK_SOURCE_DIR) + "/corpus/mutants/" + std::string(mutant.name) + ".tm";
  const std::string text = text_of(path);
  ASSERT_FALSE(text.empty()) << "there is no " << path;
  const auto header = parse_corpus_header(text, path);
  const auto program = parse_program(text, path);
  ASSERT_TRUE(header && program);
  ASSERT_EQ(header->mutants.size(), 1u);
  EXPECT_EQ(header->mutants.front().synchronizer, mutant.name);
  const auto found = caught(mutant, *program);
  ASSERT_TRUE(found) << "no small input finds it out";
  EXPECT_EQ(name(found->verdict), header->mutants.front().verdict);
}

std::vector<const SyncMutant*> all_mutants() {
  std::vector<const SyncMutant*> all;
  for (const SyncMutant& mutant : sync_mutants()) all.push_back(&mutant);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Corpus, Killer, ::testing::ValuesIn(all_mutants()),
                         [](const auto& info) { return std::string(info.param->name); });

}  // namespace
}  // namespace tidemark::mutants
