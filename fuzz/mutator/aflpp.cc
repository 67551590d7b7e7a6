// The mutator as AFL++ calls it: a shared library named in AFL_CUSTOM_MUTATOR_LIBRARY. AFL++'s
// own changes of bytes stay in the mix unless AFL_CUSTOM_MUTATOR_ONLY is set. Where
// TIDEMARK_MUTATOR_COUNTS names a file, it is written at the end: afl-fuzz's screen is full.
#include "fuzz/mutator/aflpp.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/mutator/mutate_case.h"
#include "fuzz/mutator/mutator_counts.h"

namespace tidemark {
namespace {

struct AflMutator {
  Random random;
  MutatorCounts counts;
  std::string result;  // lives until the next call, as AFL++ asks
};

std::string_view text_of(const unsigned char* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

void write_counts(const MutatorCounts& counts) {
  const char* path = std::getenv("TIDEMARK_MUTATOR_COUNTS");
  std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  std::fputs(counts.to_string().c_str(), file);
  std::fclose(file);
}

}  // namespace
}  // namespace tidemark

void* afl_custom_init(void*, unsigned seed) {
  return new tidemark::AflMutator{tidemark::Random(seed), {}, {}};
}

std::size_t afl_custom_fuzz(void* data, unsigned char* buffer, std::size_t size,
                            unsigned char** out, unsigned char* other, std::size_t other_size,
                            std::size_t most_bytes) {
  using namespace tidemark;
  auto& mutator = *static_cast<AflMutator*>(data);
  const std::string_view text = text_of(buffer, size);
  if (other != nullptr && mutator.random.once_in(4)) {
    ++mutator.counts.crossed;
    mutator.result = cross_cases(text, text_of(other, other_size), most_bytes, mutator.random);
  } else {
    ++mutator.counts.structured;
    mutator.result = mutate_case(text, most_bytes, mutator.random);
  }
  *out = reinterpret_cast<unsigned char*>(mutator.result.data());
  return mutator.result.size();
}

void afl_custom_deinit(void* data) {
  auto* mutator = static_cast<tidemark::AflMutator*>(data);
  tidemark::write_counts(mutator->counts);
  delete mutator;
}
