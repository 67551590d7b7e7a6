// Which completions of one engine are certain: a set of positions.
//
// Within the analysis each engine's instances have positions, growing in sequential
// order. Completions of an engine come in order, so in straight-line code a certain set
// is a prefix, and one number says it. Where paths meet, orders may differ and the
// intersection of two prefixes need not be one; the positions in a window are kept one by
// one. What does not fit is forgotten, which costs a wait and never safety.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tidemark::sync {

using Position = std::uint32_t;  // 0: never set, and certain to everyone

class Coverage {
 public:
  static constexpr Position kWindow = 64;

  struct Stretch {
    Position first, last;

    bool contains(Position p) const { return first <= p && p <= last; }
    friend Stretch intersection(const Stretch& a, const Stretch& b) {
      return {std::max(a.first, b.first), std::min(a.last, b.last)};
    }
  };

  Coverage() = default;
  // All positions up to `watermark`.
  explicit Coverage(Position watermark) : watermark_(watermark) {}

  Position watermark() const { return watermark_; }
  // The last position that is covered.
  Position last() const {
    if (!has_extra()) return watermark_;
    return std::max(watermark_, window_ + static_cast<Position>(std::bit_width(extra_)));
  }

  bool covers(Position p) const {
    if (p <= watermark_) return true;
    const Position above = p - window_ - 1;  // wraps to a large number below the window
    return above < kWindow && (extra_ >> above & 1) != 0;
  }

  // Positions around p, and p: either all are covered, or none is.
  Stretch stretch_around(Position p) const {
    if (p <= watermark_) return {0, watermark_};
    if (p > last()) return {last() + 1, ~Position{0}};
    if (p <= window_) return {watermark_ + 1, window_};
    const Position above = p - window_ - 1;
    const std::uint64_t unlike_p = covers(p) ? ~extra_ : extra_;
    const auto like_before = static_cast<Position>(std::countl_zero(unlike_p << (63 - above))),
               like_after = static_cast<Position>(std::countr_zero(unlike_p >> above));
    return {std::max(watermark_, p - std::min(like_before, above + 1)) + 1,
            p + std::min(like_after, kWindow - above) - 1};
  }

  void raise_to(Position p) { watermark_ = std::max(watermark_, p); }

  // One more position; rather this one than others that do not fit beside it.
  void include(Position p) {
    if (p == watermark_ + 1) return raise_to(p);
    if (covers(p)) return;
    if (!has_extra() || p - window_ - 1 >= kWindow) open_window(p - 1);
    set_extra(p);
  }

  void add(const Coverage& other) {
    raise_to(other.watermark_);
    if (!other.has_extra()) return;
    if (!has_extra() || window_ + kWindow <= watermark_) {
      window_ = other.window_;
      extra_ = other.extra_;
    } else if (window_ == other.window_) {
      extra_ |= other.extra_;
    }
  }

  // The window starts after `position`, and is empty.
  void open_window(Position position) {
    window_ = position;
    extra_ = 0;
  }
  // p lies in the window.
  void set_extra(Position p) { extra_ |= std::uint64_t{1} << (p - window_ - 1); }

  bool has_extra() const { return extra_ != 0; }

  // What both cover, up to `last`. Both number their positions alike up to there.
  friend Coverage intersection(const Coverage& a, const Coverage& b, Position last = ~Position{0}) {
    Coverage result(std::min({a.watermark_, b.watermark_, last}));
    if (!a.has_extra() && !b.has_extra()) return result;
    const Coverage& windowed = a.has_extra() ? a : b;
    result.open_window(windowed.window_);
    for (std::uint64_t rest = windowed.extra_; rest != 0; rest &= rest - 1) {
      const Position p = result.window_ + 1 + static_cast<Position>(std::countr_zero(rest));
      if (p <= last && a.covers(p) && b.covers(p)) result.set_extra(p);
    }
    if (!result.has_extra()) result.window_ = 0;
    return result;
  }

  friend bool operator==(const Coverage&, const Coverage&) = default;

 private:
  Position watermark_ = 0;
  Position window_ = 0;
  std::uint64_t extra_ = 0;  // bit i: position window + 1 + i
};

}  // namespace tidemark::sync
