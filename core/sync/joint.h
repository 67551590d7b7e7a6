// The positions of one engine where two paths meet.
//
// Every touched key has a position on path a and one on path b. Keys with the same pair
// have the same value on both, so one new position serves them. New positions follow
// `base`, the last that both paths share, in an order that extends both: that of a first,
// so that a loop's fixpoint, which meets each pass with the same first state, does not
// number its keys anew in every pass.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/sync/coverage.h"

namespace tidemark::sync {

class Joint {
 public:
  void start(Position base) {
    base_ = base;
    added_.clear();
    next_ = 0;
  }

  void add(Position a, Position b) {
    if (is_new(a, b)) added_.push_back({a, b, static_cast<std::uint32_t>(added_.size())});
  }

  // After all calls of `add`, before any of the questions.
  void number() {
    std::ranges::sort(added_, {}, [](const Added& pair) { return std::pair(pair.a, pair.b); });
    pairs_.clear();
    greatest_b_.clear();
    position_.resize(added_.size());
    least_b_ = ~Position{0};
    Position greatest = 0;
    for (const auto& [a, b, index] : added_) {
      if (pairs_.empty() || pairs_.back() != std::pair(a, b)) {
        pairs_.emplace_back(a, b);
        least_b_ = std::min(least_b_, b);
        greatest_b_.push_back(greatest = std::max(greatest, b));
      }
      position_[index] = last();
    }
  }

  // The new position of the pair. Asked of all that were added, in the same order.
  Position next(Position a, Position b) { return is_new(a, b) ? position_[next_++] : a; }

  Position last() const { return base_ + static_cast<Position>(pairs_.size()); }

  // Whether some key has not been set on one of the paths only.
  bool has_unset() const { return !pairs_.empty() && (pairs_.front().first == 0 || least_b_ == 0); }

  // What both cover, in the new numbering.
  Coverage meet(const Coverage& a, const Coverage& b) const {
    if (covers_no_pair(a, b)) return Coverage(std::min({a.watermark(), b.watermark(), base_}));
    const std::size_t prefix = covered_prefix(a, b);
    const bool from_base = std::min(a.watermark(), b.watermark()) >= base_;
    Coverage fresh(from_base ? base_ + static_cast<Position>(prefix) : 0);
    fresh.open_window(base_);
    const std::size_t end = std::min<std::size_t>(pairs_.size(), Coverage::kWindow);
    for (std::size_t next = from_base ? prefix : 0; next < end; ++next)
      if (a.covers(pairs_[next].first) && b.covers(pairs_[next].second))
        fresh.set_extra(base_ + 1 + static_cast<Position>(next));
    const Coverage old = intersection(a, b, base_);
    if (!fresh.has_extra()) {
      Coverage result = old;
      result.raise_to(fresh.watermark());
      return result;
    }
    fresh.raise_to(old.watermark());
    return fresh;
  }

 private:
  struct Added {
    Position a, b;
    std::uint32_t index;  // in the order in which they were added
  };

  bool is_new(Position a, Position b) const { return a != b || a > base_; }

  // Quickly, and true only if so.
  bool covers_no_pair(const Coverage& a, const Coverage& b) const {
    if (a.has_extra() || b.has_extra()) return false;
    return pairs_.empty() || pairs_.front().first > a.watermark() || least_b_ > b.watermark();
  }

  // How many of the first pairs the two watermarks cover.
  std::size_t covered_prefix(const Coverage& a, const Coverage& b) const {
    const auto by_a = std::ranges::partition_point(
        pairs_, [&](const auto& pair) { return pair.first <= a.watermark(); });
    const auto by_b = std::ranges::partition_point(
        greatest_b_, [&](Position greatest) { return greatest <= b.watermark(); });
    return static_cast<std::size_t>(std::min(by_a - pairs_.begin(), by_b - greatest_b_.begin()));
  }

  Position base_ = 0;
  std::vector<Added> added_;        // sorted once they are numbered
  std::vector<Position> position_;  // of each, in the order in which they were added
  std::size_t next_ = 0;            // into `position_`
  std::vector<std::pair<Position, Position>> pairs_;  // (a, b), sorted
  Position least_b_ = 0;
  std::vector<Position> greatest_b_;  // among the pairs up to each
};

}  // namespace tidemark::sync
