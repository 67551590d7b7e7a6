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

namespace tidemark {

class SemaphoreCounts {
 public:
  // `issued` says how many instances of each engine have been walked so far; it and
  // `domain`, which has nothing outside, must outlive the counts.
  SemaphoreCounts(const Domain& domain, const ClockHistory& issued);

  std::optional<EngineId> raiser(SemaphoreIndex s) const { return counts_[s].role.raiser; }

  // The ordinal of the raiser's instance whose completion brings the semaphore to
  // `value` > 0 or more, as its readers see it now; 0 where none so far does.
  Ordinal completion(SemaphoreIndex s, std::int64_t value);

  // The least number of the raiser's instances at which `completion` may have an answer.
  Ordinal answer_from(SemaphoreIndex s, std::int64_t value) const;

  // The completion of the raiser's instance `ordinal`, its last, raises s by `amount`.
  void raise(SemaphoreIndex s, std::int64_t amount, Ordinal ordinal);
  void take(SemaphoreIndex s, std::int64_t amount) { counts_[s].used += amount; }
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

  std::int64_t total(const Count& count) const;
  static Ordinal find(Count& count, std::int64_t target);

  const ClockHistory& issued_;
  std::vector<Count> counts_;
};

}  // namespace tidemark
