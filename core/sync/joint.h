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
#include <vector>

#include "core/sync/coverage.h"
#include "core/sync/operands.h"

namespace tidemark::sync {

class Joint {
 public:
  void start(Position base) {
    base_ = base;
    pairs_.clear();
  }

  void add(KeyId key, Position a, Position b) {
    if (a != b || a > base_) pairs_.push_back({.b = b, .a = a, .key = key});
  }

  // After all calls of `add`, before any of the questions.
  void number() {
    std::ranges::sort(pairs_, {}, [](const Pair& pair) { return pair.order(); });
    least_b_ = ~Position{0};
    Pair last{.met = base_};
    for (Pair& pair : pairs_) {
      pair.met = last.met + (pair.order() != last.order() ? 1 : 0);
      pair.greatest_b = std::max(pair.b, last.greatest_b);
      least_b_ = std::min(least_b_, pair.b);
      last = pair;
    }
  }

  // Calls visit(key, new position) on every key whose position is not the same as before on
  // both paths.
  template <class Visit>
  void for_each_new(Visit&& visit) const {
    for (const Pair& pair : pairs_) visit(pair.key, pair.met);
  }

  Position last() const { return pairs_.empty() ? base_ : pairs_.back().met; }

  // Whether some key has not been set on one of the paths only.
  bool has_unset() const { return !pairs_.empty() && (pairs_.front().a == 0 || least_b_ == 0); }

  // What both cover, in the new numbering.
  Coverage meet(const Coverage& a, const Coverage& b) const {
    if (covers_no_pair(a, b)) return Coverage(std::min({a.watermark(), b.watermark(), base_}));
    const auto prefix = std::ranges::partition_point(pairs_, [&](const Pair& pair) {
      return pair.a <= a.watermark() && pair.greatest_b <= b.watermark();
    });
    const bool from_base = std::min(a.watermark(), b.watermark()) >= base_;
    Coverage fresh(!from_base ? 0 : prefix == pairs_.begin() ? base_ : std::prev(prefix)->met);
    fresh.open_window(base_);
    for (auto pair = from_base ? prefix : pairs_.begin();
         pair != pairs_.end() && pair->met <= base_ + Coverage::kWindow; ++pair)
      if (a.covers(pair->a) && b.covers(pair->b)) fresh.set_extra(pair->met);
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
  struct Pair {
    Position b = 0, a = 0;
    KeyId key = {};
    Position met = 0;         // the new position
    Position greatest_b = 0;  // among the pairs up to this one

    std::uint64_t order() const { return std::uint64_t{a} << 32 | b; }
  };

  // Quickly, and true only if so.
  bool covers_no_pair(const Coverage& a, const Coverage& b) const {
    if (a.has_extra() || b.has_extra()) return false;
    return pairs_.empty() || pairs_.front().a > a.watermark() || least_b_ > b.watermark();
  }

  Position base_ = 0;
  std::vector<Pair> pairs_;  // once they are numbered: sorted by a, then b
  Position least_b_ = 0;
};

}  // namespace tidemark::sync
