#include "core/text/nearest.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::size_t kLongest = 64;

using Row = std::array<std::size_t, kLongest + 1>;

// Optimal string alignment distance; both words have at most kLongest letters.
std::size_t distance(std::string_view a, std::string_view b) {
  Row before_last{};
  Row last{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

Nearest::Nearest(std::string_view word) : word_(word), distance_((word.size() + 2) / 3 + 1) {}

void Nearest::consider(std::string_view candidate) {
  if (word_.size() > kLongest || candidate.size() > kLongest || word_.empty()) return;
  const std::size_t apart =
      std::max(word_.size(), candidate.size()) - std::min(word_.size(), candidate.size());
  if (apart > distance_) return;
  const std::size_t d = distance(word_, candidate);
  // A word of which no letter is left is not a spelling of it.
  if (d >= std::max(word_.size(), candidate.size())) return;
  if (d > distance_ || (d == distance_ && (!found_ || *found_ <= candidate))) return;
  distance_ = d;
  found_ = std::string(candidate);
}

std::string Nearest::hint() const {
  return found_ ? fmt::format("did you mean '{}'?", *found_) : std::string();
}

}  // namespace tidemark
