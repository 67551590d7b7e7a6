// Which engines are certain of a position, at one point of the walk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sync/coverage.h"

namespace tidemark::sync {

class Knowers {
 public:
  using Bits = std::uint64_t;
  static constexpr std::size_t kBits = 64;

  // `known`, by engine and then engine, stays as it is while questions are asked.
  void start(std::span<const Coverage> known, std::size_t engines) {
    known_ = known;
    engines_ = engines;
    all_to_.assign(engines, ~Position{0});
    some_to_.assign(engines, 0);
    for (std::size_t i = 0; i < known.size(); ++i) {
      const std::size_t e = i % engines;
      all_to_[e] = std::min(all_to_[e], known[i].watermark());
      some_to_[e] = std::max(some_to_[e], known[i].last());
    }
  }

  // Bit b: whether engine first + b is certain of position p of engine e.
  Bits of(std::size_t e, Position p, std::size_t first = 0) const {
    if (p > some_to_[e]) return 0;
    if (p <= all_to_[e]) return ~Bits{0};
    Bits bits = 0;
    const std::size_t end = std::min(engines_, first + kBits);
    for (std::size_t f = first; f < end; ++f)
      bits |= Bits{known_[f * engines_ + e].covers(p)} << (f - first);
    return bits;
  }

 private:
  std::span<const Coverage> known_;
  std::size_t engines_ = 0;
  std::vector<Position> all_to_, some_to_;  // by engine known of
};

}  // namespace tidemark::sync
