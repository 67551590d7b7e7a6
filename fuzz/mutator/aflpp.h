// The entries of a custom mutator as AFL++ looks them up by name (its docs/custom_mutators.md).
#pragma once

#include <cstddef>

extern "C" {

void* afl_custom_init(void* afl, unsigned seed);

// A case made from `buffer`, and from `other` where it is not null; it lives until the next
// call. Returns its size.
std::size_t afl_custom_fuzz(void* data, unsigned char* buffer, std::size_t size,
                            unsigned char** out, unsigned char* other, std::size_t other_size,
                            std::size_t most_bytes);

void afl_custom_deinit(void* data);

}  // extern "C"
