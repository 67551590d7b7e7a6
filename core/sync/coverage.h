// Which completions of one engine are certain: a set of positions.
//
// Within the analysis each engine's instances have positions, growing in sequential
// order. Completions of an engine come in order, so in straight-line code a certain set
// is a prefix, and one number says it. Where paths meet, orders may differ and the
// intersection of two prefixes need not be one; up to 64 positions after `window` are
// kept one by one. What does not fit is forgotten, which costs a wait and never safety.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tidemark::sync {

using Position = std::uint32_t;  // 0: never set, and certain to everyone

struct Coverage {
  Position watermark = 0;
  Position window = 0;
  std::uint64_t extra = 0;  // bit i: position window + 1 + i

  bool covers(Position p) const {
    if (p <= watermark) return true;
    const Position above = p - window - 1;  // wraps to a large number below the window
    return above < 64 && (extra >> above & 1) != 0;
  }

  void raise_to(Position p) { watermark = std::max(watermark, p); }

  // Rather this position than others that do not fit beside it.
  void include(Position p) {
    const Position above = p - window - 1;
    if (extra == 0 || above >= 64) {
      window = p - 1;
      extra = 0;
    }
    extra |= std::uint64_t{1} << (p - window - 1);
  }

  void add(const Coverage& other) {
    watermark = std::max(watermark, other.watermark);
    if (other.extra == 0) return;
    if (extra == 0 || window + 64 <= watermark) {
      window = other.window;
      extra = other.extra;
    } else if (window == other.window) {
      extra |= other.extra;
    }
  }

  // Both number their positions alike.
  friend Coverage intersection(const Coverage& a, const Coverage& b) {
    Coverage result{std::min(a.watermark, b.watermark), 0, 0};
    const Coverage& windowed = a.extra != 0 ? a : b;
    result.window = windowed.window;
    for (std::uint64_t rest = windowed.extra; rest != 0; rest &= rest - 1) {
      const Position p = result.window + 1 + static_cast<Position>(__builtin_ctzll(rest));
      if (a.covers(p) && b.covers(p)) result.extra |= rest & -rest;
    }
    if (result.extra == 0) result.window = 0;
    return result;
  }

  friend bool operator==(const Coverage&, const Coverage&) = default;
};

}  // namespace tidemark::sync
