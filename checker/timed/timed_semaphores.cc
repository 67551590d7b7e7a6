#include "checker/timed/timed_semaphores.h"

#include "checker/timed/lasting.h"

namespace tidemark {

TimedSemaphores::TimedSemaphores(const Streams& streams) {
  const auto lasting = lasting_semaphores(streams);
  for (const FlatSemaphore& flat : flatten_semaphores(streams)) {
    State& state = of_.emplace_back();
    state.is_lasting = lasting[flat.declared];
    state.width = flat.width;
  }
}

Arrival TimedSemaphores::raise(SemaphoreIndex s, std::int64_t amount, EngineId raiser,
                               Picoseconds completed) {
  State& state = of_[s];
  if (state.raiser && *state.raiser != raiser) state.is_shared = true;
  state.raiser = raiser;
  state.under_way += amount;
  return {s, amount, raiser, completed, raises_++};
}

bool TimedSemaphores::arrive(const Arrival& arrival) {
  State& state = of_[arrival.semaphore];
  const bool is_before_reset = arrival.order < state.reset_order;
  if (is_before_reset && arrival.completed <= state.reset_at) return false;
  if (!is_before_reset) state.under_way -= arrival.amount;
  state.value += arrival.amount;
  if (state.width && *state.width < 63) state.value &= (std::int64_t{1} << *state.width) - 1;
  return true;
}

void TimedSemaphores::reset(SemaphoreIndex s, Picoseconds now) {
  State& state = of_[s];
  state.value = 0;
  state.under_way = 0;
  state.reset_order = raises_;
  state.reset_at = now;
}

}  // namespace tidemark
