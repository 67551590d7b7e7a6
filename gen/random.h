// Choices from a 64-bit seed: the same seed gives the same choices on every machine.
#pragma once

#include <cstdint>

#include "core/run/hash.h"
#include "gen/choices.h"

namespace tidemark {

class Random final : public Choices {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}

  // (The bias of the remainder is below n / 2^64.)
  std::uint64_t below(std::uint64_t n) override { return mix(state_++) % n; }

 private:
  std::uint64_t state_;
};

}  // namespace tidemark
