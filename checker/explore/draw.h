// Drawn numbers: the n-th draw is a hash of the seed and n (core/run/hash.h).
#pragma once

#include <cstdint>

#include "core/run/hash.h"

namespace tidemark {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(mix(seed)) {}

  std::uint64_t number() { return mix(state_++); }

  // An integer in [0, n), n at least 1; uniform but for n / 2^64.
  std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(Wide{number()} * n >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace tidemark
