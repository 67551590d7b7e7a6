#include "gen/odometer.h"

#include <algorithm>

namespace tidemark {

std::uint64_t Odometer::below(std::uint64_t n) {
  if (n == 1) return 0;
  if (next_ == wheels_.size()) wheels_.push_back({0, n});
  CHECK(wheels_[next_].count == n);
  return wheels_[next_++].value;
}

std::size_t Odometer::weighted(std::span<const std::uint32_t> weights) {
  std::uint64_t rest = below(
      weights.size() - static_cast<std::size_t>(std::ranges::count(weights, std::uint32_t{0})));
  std::size_t index = 0;
  while (weights[index] == 0 || rest-- > 0) ++index;
  return index;
}

bool Odometer::next() {
  next_ = 0;
  while (!wheels_.empty() && wheels_.back().value + 1 == wheels_.back().count) wheels_.pop_back();
  if (wheels_.empty()) return false;
  ++wheels_.back().value;
  return true;
}

}  // namespace tidemark
