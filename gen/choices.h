// The one primitive of every generator: an integer in [0, n), whoever chooses it.
//
// Drivers: a 64-bit seed (gen/random.h), bytes (gen/byte_choices.h), every combination in
// turn (gen/odometer.h) and RapidCheck (gen/rapidcheck.h). The last two and bytes ask of
// whoever draws: 0 is the simplest alternative and leads to the smallest result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <span>

#include "core/check.h"

namespace tidemark {

class Choices {
 public:
  virtual ~Choices() = default;

  virtual std::uint64_t below(std::uint64_t n) = 0;  // n > 0

  // An index, as often as its weight says; one of weight 0 never.
  virtual std::size_t weighted(std::span<const std::uint32_t> weights) {
    std::uint64_t rest = below(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0}));
    std::size_t index = 0;
    while (rest >= weights[index]) rest -= weights[index++];
    return index;
  }
  std::size_t weighted(std::initializer_list<std::uint32_t> weights) {
    return weighted(std::span(weights.begin(), weights.size()));
  }

  std::int64_t between(std::int64_t lowest, std::int64_t highest) {
    CHECK(lowest <= highest);
    return lowest +
           static_cast<std::int64_t>(below(static_cast<std::uint64_t>(highest - lowest) + 1));
  }

  // True once in `n` on average; n > 1.
  bool once_in(std::uint32_t n) { return weighted({n - 1, 1}) == 1; }
};

}  // namespace tidemark
