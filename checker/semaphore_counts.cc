#include "checker/semaphore_counts.h"

#include <algorithm>
#include <limits>

namespace tidemark {

SemaphoreCounts::SemaphoreCounts(const Domain& domain, const ClockHistory& issued)
    : issued_(issued), counts_(domain.roles.size()) {
  for (std::size_t s = 0; s < counts_.size(); ++s) counts_[s].role = domain.roles[s];
}

Ordinal SemaphoreCounts::answer_from(SemaphoreIndex s, std::int64_t value) const {
  const Count& count = counts_[s];
  const Ordinal next = issued_.count(count.role.raiser->value) + 1;
  if (count.role.counting != Counting::by_instance) return next;
  constexpr auto kNever = std::numeric_limits<Ordinal>::max();
  std::int64_t target = 0;
  if (__builtin_add_overflow(count.used, value, &target) || target > kNever) return kNever;
  return static_cast<Ordinal>(target);
}

// The first raise with a total of at least `target`, which is at most the last total.
// Readers mostly move on by a few raises at a time: gallop from where the last one was.
Ordinal SemaphoreCounts::find(Count& count, std::int64_t target) {
  const std::deque<Raised>& raises = count.raises;
  std::size_t low = 0;  // everything before it is too low
  std::size_t high = count.last_found;
  for (std::size_t stride = 1; raises[high].total < target; stride *= 2) {
    low = high + 1;
    high = std::min(high + stride, raises.size() - 1);
  }
  const auto first = raises.begin();
  const auto found = std::partition_point(
      first + static_cast<std::ptrdiff_t>(low), first + static_cast<std::ptrdiff_t>(high),
      [target](const Raised& raised) { return raised.total < target; });
  count.last_found = static_cast<std::size_t>(found - first);
  return found->ordinal;
}

void SemaphoreCounts::list(Count& count, std::int64_t amount, Ordinal ordinal) const {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(total(count), amount, &sum))
    count.overflown = true;
  else
    count.raises.push_back({sum, ordinal});
}

void SemaphoreCounts::reset(SemaphoreIndex s) {
  Count& count = counts_[s];
  count.highest = std::max(count.highest, total(count) - count.reset_at);
  count.reset_at = count.used = total(count);
}

std::optional<SemaphoreIndex> SemaphoreCounts::overflown(
    const std::vector<FlatSemaphore>& semaphores) const {
  for (SemaphoreIndex s = 0; s < counts_.size(); ++s) {
    const Count& count = counts_[s];
    const std::int64_t highest = std::max(count.highest, total(count) - count.reset_at);
    const std::optional<int> width = semaphores[s].width;
    if (count.overflown || (width && *width < 63 && highest >> *width != 0)) return s;
  }
  return std::nullopt;
}

}  // namespace tidemark
