// Combinations of values for a program's params: each at 0 to 5, all of them where there
// are at most 6^4, else that many, spread evenly.
#pragma once

#include <cstdint>

#include "core/run/inputs.h"

namespace tidemark {

class TripCounts {
 public:
  static constexpr std::uint64_t kValues = 6;
  static constexpr std::uint64_t kMost = kValues * kValues * kValues * kValues;

  explicit TripCounts(const Program& program);

  std::uint64_t all() const { return all_; }  // combinations that there are
  std::uint64_t size() const { return size_; }

  // Sets every param of the inputs to its value in combination `index` < size().
  void set(Inputs& inputs, std::uint64_t index) const;

 private:
  const Program& program_;
  std::uint64_t all_ = 1;
  std::uint64_t size_ = 1;
};

}  // namespace tidemark
