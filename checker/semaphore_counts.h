// Which completion brings a semaphore to a value?
//
// For semaphores in the clocks' domain (checker/domain.h) the answer is the same in
// every schedule. All counts are cumulative: a reader's value is added to the raises
// that a reset in a barrier or the takes before it have used up.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "checker/clock_history.h"
#include "checker/domain.h"
#include "checker/mutant.h"

namespace tidemark {

class SemaphoreCounts {
 public:
  // `issued` says how many instances of each engine have been walked so far; it and
  // `domain`, which has nothing outside, must outlive the counts.
  SemaphoreCounts(const Domain& domain, const ClockHistory& issued);

  std::optional<EngineId> raiser(SemaphoreIndex s) const { return counts_[s].role.raiser; }

  // The ordinal of the raiser's instance whose completion brings the semaphore to
  // `value` > 0 or more, as its readers see it now; 0 where none so far does.
  Ordinal completion(SemaphoreIndex s, std::int64_t value) {
    Count& count = counts_[s];
    std::int64_t target = 0;
    if (__builtin_add_overflow(count.used, value, &target) || target > total(count)) return 0;
    return count.role.counting == Counting::by_instance ? static_cast<Ordinal>(target)
                                                        : find(count, target);
  }

  // The least number of the raiser's instances at which `completion` may have an answer.
  Ordinal answer_from(SemaphoreIndex s, std::int64_t value) const;

  // The completion of the raiser's instance `ordinal`, its last, raises s by `amount`.
  void raise(SemaphoreIndex s, std::int64_t amount, Ordinal ordinal) {
    if (mutated(CheckerMutant::raise_by_one)) amount = 1;
    if (counts_[s].role.counting == Counting::by_list) list(counts_[s], amount, ordinal);
  }
  void take(SemaphoreIndex s, std::int64_t amount) {
    if (!mutated(CheckerMutant::take_leaves_all)) counts_[s].used += amount;
  }
  void reset(SemaphoreIndex s);

  // The first semaphore that passed 64 bits, or its width if it has one, and so left
  // the domain. To be asked at the end.
  std::optional<SemaphoreIndex> overflown(const std::vector<FlatSemaphore>& semaphores) const;

 private:
  struct Raised {
    std::int64_t total;  // raises up to and with this one
    Ordinal ordinal;
  };
  struct Count {
    SemaphoreRole role;
    std::int64_t used = 0;      // raises that resets and takes have used up
    std::int64_t reset_at = 0;  // raises before the last reset
    std::int64_t highest = 0;   // of the values reached before the last reset
    bool overflown = false;
    std::deque<Raised> raises;  // by_list only
    std::size_t last_found = 0;
  };

  std::int64_t total(const Count& count) const {
    switch (count.role.counting) {
      case Counting::unread:
        return 0;
      case Counting::by_instance:
        return issued_.count(count.role.raiser->value);
      case Counting::by_list:
        return count.raises.empty() ? 0 : count.raises.back().total;
    }
    __builtin_unreachable();
  }
  void list(Count& count, std::int64_t amount, Ordinal ordinal) const;
  static Ordinal find(Count& count, std::int64_t target);

  const ClockHistory& issued_;
  std::vector<Count> counts_;
};

}  // namespace tidemark
