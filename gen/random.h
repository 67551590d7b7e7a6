// The one primitive of every generator: an integer in [0, n), from a 64-bit seed.
#pragma once

#include <cstdint>

#include "core/run/hash.h"

namespace tidemark {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}

  // n > 0. (The bias of the remainder is below n / 2^64.)
  std::uint64_t below(std::uint64_t n) { return mix(state_++) % n; }

  std::int64_t between(std::int64_t lowest, std::int64_t highest) {
    return lowest +
           static_cast<std::int64_t>(below(static_cast<std::uint64_t>(highest - lowest) + 1));
  }

  // True once in `n` on average.
  bool once_in(std::uint64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace tidemark
