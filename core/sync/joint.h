// The positions of one engine where two paths meet.
//
// Every touched key has a position on path a and one on path b. Keys with the same pair
// have the same value on both, so one new position serves them. New positions follow
// `base`, the last that both paths share, in an order that extends both.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/sync/coverage.h"

namespace tidemark::sync {

class Joint {
 public:
  explicit Joint(Position base = 0) : base_(base) {}

  void add(Position a, Position b) {
    if (a != b || a > base_) pairs_.push_back({b, a});
  }

  // After all calls of `add`, before any of the questions.
  void number() {
    std::ranges::sort(pairs_);
    const auto repeated = std::ranges::unique(pairs_);
    pairs_.erase(repeated.begin(), repeated.end());
    greatest_a_.reserve(pairs_.size());
    Position greatest = 0;
    for (const auto& [b, a] : pairs_) greatest_a_.push_back(greatest = std::max(greatest, a));
  }

  Position position(Position a, Position b) const {
    if (a == b && a <= base_) return a;
    const auto found = std::ranges::lower_bound(pairs_, std::pair(b, a));
    return base_ + 1 + static_cast<Position>(found - pairs_.begin());
  }

  Position last() const { return base_ + static_cast<Position>(pairs_.size()); }

  // What both cover, in the new numbering.
  Coverage meet(const Coverage& a, const Coverage& b) const {
    const Position old = std::min({a.watermark, b.watermark, base_});
    const std::size_t prefix = covered_prefix(a, b);
    Coverage result{old, base_, 0};
    std::size_t next = 0;
    if (old == base_) {
      result.watermark = base_ + static_cast<Position>(prefix);
      next = prefix;
    }
    for (; next < std::min<std::size_t>(pairs_.size(), 64); ++next)
      if (a.covers(pairs_[next].second) && b.covers(pairs_[next].first))
        result.extra |= std::uint64_t{1} << next;
    return result.extra != 0 ? result : keep_old_extra(result, a, b);
  }

 private:
  // How many of the first pairs the two watermarks cover.
  std::size_t covered_prefix(const Coverage& a, const Coverage& b) const {
    const auto by_b = std::ranges::partition_point(
        pairs_, [&](const auto& pair) { return pair.first <= b.watermark; });
    const auto by_a = std::ranges::partition_point(
        greatest_a_, [&](Position greatest) { return greatest <= a.watermark; });
    return static_cast<std::size_t>(
        std::min(by_b - pairs_.begin(), by_a - greatest_a_.begin()));
  }

  Coverage keep_old_extra(Coverage result, const Coverage& a, const Coverage& b) const {
    const Coverage both = intersection(a, b);
    result.window = both.window;
    result.extra = both.extra;
    if (result.window + 64 > base_) {  // those after base have other positions now
      const Position kept = base_ > result.window ? base_ - result.window : 0;
      result.extra &= kept == 0 ? 0 : ~std::uint64_t{0} >> (64 - std::min<Position>(kept, 64));
    }
    if (result.extra == 0) result.window = 0;
    return result;
  }

  Position base_;
  std::vector<std::pair<Position, Position>> pairs_;  // (b, a), sorted
  std::vector<Position> greatest_a_;                  // among the pairs up to each
};

}  // namespace tidemark::sync
