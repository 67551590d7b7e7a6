// The mutator as libFuzzer calls it. Linked into each target that an engine with libFuzzer's
// interface drives; at the end it says how often it was called.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "fuzz/mutator/mutate_case.h"
#include "fuzz/mutator/mutator_counts.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                        std::size_t most_bytes);

namespace tidemark {
namespace {

constexpr std::uint64_t kBytesOnceIn = 8;  // for the parser: text that is almost a program

// The engine owns main and calls plain functions, so this has nowhere else to live.
struct Reported : MutatorCounts {
  ~Reported() { std::fputs(to_string().c_str(), stderr); }
} counts;

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

std::size_t copy(std::string_view text, std::uint8_t* to, std::size_t most_bytes) {
  const std::size_t size = std::min(text.size(), most_bytes);
  std::memcpy(to, text.data(), size);
  return size;
}

}  // namespace
}  // namespace tidemark

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most_bytes, unsigned seed) {
  using namespace tidemark;
  Random random(seed);
  if (random.once_in(kBytesOnceIn)) {
    ++counts.bytes;
    return LLVMFuzzerMutate(data, size, most_bytes);
  }
  ++counts.structured;
  return copy(mutate_case(text_of(data, size), most_bytes, random), data, most_bytes);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t most_bytes,
                                                 unsigned seed) {
  using namespace tidemark;
  Random random(seed);
  ++counts.crossed;
  return copy(cross_cases(text_of(data1, size1), text_of(data2, size2), most_bytes, random), out,
              most_bytes);
}
