// The entries that AFL++ calls, called as it does; their counts say so.
#include "fuzz/mutator/aflpp.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/text/parse.h"

namespace tidemark {
namespace {

TEST(AflppMutator, CountsTheCallsOfItsEntries) {
  const std::string path = testing::TempDir() + "/tidemark_mutator_counts";
  setenv("TIDEMARK_MUTATOR_COUNTS", path.c_str(), 1);
  void* mutator = afl_custom_init(nullptr, 7);
  std::string text = "program p\nengine e\nbuffer x\ne op -> x\n";
  auto* bytes = reinterpret_cast<unsigned char*>(text.data());
  for (int i = 0; i < 40; ++i) {
    unsigned char* out = nullptr;
    const std::size_t size =
        afl_custom_fuzz(mutator, bytes, text.size(), &out, bytes, text.size(), 2'000);
    const std::string result(reinterpret_cast<char*>(out), size);
    EXPECT_TRUE(parse_program(result).has_value()) << result;
  }
  afl_custom_deinit(mutator);

  int structured = 0, crossed = 0;
  std::ifstream file(path);
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  ASSERT_EQ(std::sscanf(line.c_str(), "mutator: %d structured, %d crossed", &structured, &crossed),
            2);
  EXPECT_EQ(structured + crossed, 40);
  EXPECT_GT(structured, 0);
  EXPECT_GT(crossed, 0);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace tidemark
