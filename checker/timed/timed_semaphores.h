// The semaphores of a timed run, as sequencers see them: a raise is visible to others when
// its signal arrives, and to a serial engine that made it at once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/stream_walk.h"
#include "checker/timed/timing.h"

namespace tidemark {

struct Arrival {  // of a raise at the other engines
  SemaphoreIndex semaphore = 0;
  std::int64_t amount = 0;
  EngineId raiser;
  Picoseconds completed = 0;
  std::uint64_t order = 0;  // among all raises
};

class TimedSemaphores {
 public:
  explicit TimedSemaphores(const Streams& streams);

  bool is_lasting(SemaphoreIndex s) const { return of_[s].is_lasting; }
  std::int64_t value(SemaphoreIndex s) const { return of_[s].value; }

  // As its raiser sees it, counting what it has raised and others have not seen yet. Of a
  // semaphore that several engines raise that is not told apart: then as others see it.
  std::int64_t value_for(SemaphoreIndex s, EngineId reader, bool is_serial) const {
    const State& state = of_[s];
    const bool is_own = is_serial && state.raiser == reader && !state.is_shared;
    return state.value + (is_own ? state.under_way : 0);
  }

  Arrival raise(SemaphoreIndex s, std::int64_t amount, EngineId raiser, Picoseconds completed);
  bool arrive(const Arrival& arrival);  // false if a reset has swallowed it
  void take(SemaphoreIndex s, std::int64_t amount) { of_[s].value -= amount; }
  void reset(SemaphoreIndex s, Picoseconds now);

  // Engines that wait for the semaphore to change.
  std::vector<EngineId>& waiters(SemaphoreIndex s) { return of_[s].waiters; }

 private:
  struct State {
    std::int64_t value = 0;
    std::int64_t under_way = 0;  // raised by `raiser`, not arrived
    std::optional<EngineId> raiser;
    bool is_shared = false;
    bool is_lasting = true;
    std::optional<int> width;
    std::uint64_t reset_order = 0;
    Picoseconds reset_at = -1;
    std::vector<EngineId> waiters;
  };

  std::vector<State> of_;
  std::uint64_t raises_ = 0;
};

}  // namespace tidemark
