// How far a key lies behind the count of its engine: threshold = C[e] - d.
//
// Each path to a point allows some d. A key set k instances ago allows exactly one. A
// key that was never set is 0, and any d >= C[e] gives a threshold at or below 0, which
// simply holds: so it allows [C[e], infinity). Paths that meet allow what all of them do;
// where nothing is left, no immediate serves and the value must be kept in a register.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tidemark::sync {

struct Distance {
  static constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();

  // Allowed: [least, greatest], nothing where least > greatest.
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t greatest = kUnbounded;

  static constexpr Distance any() { return {}; }
  static constexpr Distance none() { return {1, 0}; }
  static constexpr Distance exactly(std::int64_t d) { return {d, d}; }
  static constexpr Distance at_least(std::int64_t d) { return {d, kUnbounded}; }

  bool is_none() const { return least > greatest; }

  friend Distance intersection(Distance a, Distance b) {
    return {std::max(a.least, b.least), std::min(a.greatest, b.greatest)};
  }
  friend bool operator==(const Distance&, const Distance&) = default;
};

}  // namespace tidemark::sync
