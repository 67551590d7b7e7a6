// The entries that libFuzzer calls, called as it does: most calls change the parsed program,
// some are left to the engine's own mutator of bytes. That the engine really calls them is
// shown under the engine itself (fuzz/oss-fuzz/try.sh).
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "core/text/parse.h"

extern "C" {

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most_bytes,
                                    unsigned seed);
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                      const std::uint8_t* data2, std::size_t size2,
                                      std::uint8_t* out, std::size_t most_bytes, unsigned seed);

// In place of the engine's: leaves the bytes as they are, and a mark that it was here.
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t) {
  data[0] = '!';
  return size;
}

}  // extern "C"

namespace tidemark {
namespace {

constexpr std::size_t kMostBytes = 2'000;
constexpr unsigned kCalls = 80;
const std::string kText = "program p\nengine e\nbuffer x\ne op -> x\n";

TEST(LibfuzzerMutator, ChangesProgramsAndLeavesSomeBytesToTheEngine) {
  unsigned programs = 0, bytes = 0;
  for (unsigned seed = 0; seed < kCalls; ++seed) {
    std::string buffer = kText;
    buffer.resize(kMostBytes);
    auto* data = reinterpret_cast<std::uint8_t*>(buffer.data());
    buffer.resize(LLVMFuzzerCustomMutator(data, kText.size(), kMostBytes, seed));
    programs += parse_program(buffer).has_value();
    bytes += buffer.starts_with('!');
  }
  EXPECT_EQ(programs + bytes, kCalls);
  EXPECT_GT(programs, bytes);
  EXPECT_GT(bytes, 0u);
}

TEST(LibfuzzerMutator, CrossesPrograms) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(kText.data());
  for (unsigned seed = 0; seed < kCalls; ++seed) {
    std::string out(kMostBytes, '\0');
    out.resize(LLVMFuzzerCustomCrossOver(data, kText.size(), data, kText.size(),
                                         reinterpret_cast<std::uint8_t*>(out.data()), kMostBytes,
                                         seed));
    EXPECT_TRUE(parse_program(out).has_value()) << out;
  }
}

}  // namespace
}  // namespace tidemark
