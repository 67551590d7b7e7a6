// Which engines are certain of a position, at one point of the walk.
//
// The positions of one engine are asked about key by key, mostly in order, and the answer
// is the same for all of a stretch: the last one of each engine is kept.
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
    last_.assign(engines, Answer());
  }

  // Bit b: whether engine first + b is certain of position p of engine e.
  Bits of(std::size_t e, Position p, std::size_t first = 0) {
    if (first != 0) return answer(e, p, first).bits;
    Answer& last = last_[e];
    if (!last.stretch.contains(p)) last = answer(e, p, 0);
    return last.bits;
  }
  // The same for two positions of e only if the same engines are certain of both.
  std::uint64_t kind(std::size_t e, Position p) { return engines_ <= kBits ? of(e, p) : p; }

 private:
  struct Answer {
    Coverage::Stretch stretch{1, 0};
    Bits bits = 0;
  };

  Answer answer(std::size_t e, Position p, std::size_t first) const {
    Answer answer{{0, ~Position{0}}, 0};
    const std::size_t end = std::min(engines_, first + kBits);
    for (std::size_t f = first; f < end; ++f) {
      const Coverage& known = known_[f * engines_ + e];
      answer.bits |= Bits{known.covers(p)} << (f - first);
      answer.stretch = intersection(answer.stretch, known.stretch_around(p));
    }
    return answer;
  }

  std::span<const Coverage> known_;
  std::size_t engines_ = 0;
  std::vector<Answer> last_;  // by engine known of
};

}  // namespace tidemark::sync
