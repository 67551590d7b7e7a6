#include "gen/mutate_streams.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "gen/stream_places.h"

namespace tidemark {
namespace {

constexpr std::array<std::int64_t, 4> kShifts = {-1, 1, -2, 2};

void shift(Expression& e, std::int64_t variant) {
  const std::int64_t by = kShifts[static_cast<std::size_t>(variant)];
  e = by < 0 ? std::move(e) - Expression(-by) : std::move(e) + Expression(by);
}

template <class... Forms>
std::int64_t once_if(const StreamPlace& place) {
  return (std::holds_alternative<Forms>(place.statement().form) || ...) ? 1 : 0;
}

template <class... Forms>
std::int64_t shifts_if(const StreamPlace& place) {
  return once_if<Forms...>(place) * static_cast<std::int64_t>(kShifts.size());
}

void drop(StreamPlace& place, std::int64_t = 0) { place.block->erase(place.position()); }

// --- waits

void shift_threshold(StreamPlace& place, std::int64_t variant) {
  if (auto* wait = std::get_if<Wait>(&place.statement().form)) shift(wait->threshold, variant);
  if (auto* take = std::get_if<Take>(&place.statement().form)) shift(take->amount, variant);
}

// The semaphores that could stand here instead: single ones, as this one is.
std::vector<SemaphoreId> other_semaphores(const StreamPlace& place) {
  std::vector<SemaphoreId> others;
  const Wait* wait = std::get_if<Wait>(&place.statement().form);
  if (wait == nullptr || wait->semaphore.index) return others;
  for (const SemaphoreId id : place.streams->semaphores.ids())
    if (id != wait->semaphore.semaphore && !place.streams->semaphores[id].count)
      others.push_back(id);
  return others;
}

std::int64_t count_other_semaphores(const StreamPlace& place) {
  return std::ssize(other_semaphores(place));
}

void use_other_semaphore(StreamPlace& place, std::int64_t which) {
  const SemaphoreId other = other_semaphores(place)[static_cast<std::size_t>(which)];
  std::get<Wait>(place.statement().form).semaphore.semaphore = other;
}

void double_wait(StreamPlace& place, std::int64_t) {
  place.block->insert(place.position(), StreamStatement(place.statement()));
}

std::int64_t can_hoist(const StreamPlace& place) {
  return place.outer_block == nullptr ? 0 : once_if<Wait>(place);
}

void hoist(StreamPlace& place, std::int64_t) {
  const StreamStatement wait = std::move(place.statement());
  StreamBlock& outer = *place.outer_block;
  drop(place);
  outer.insert(outer.begin() + static_cast<std::ptrdiff_t>(place.outer_index), wait);
}

// --- signals

Signals* signals_of(StreamStatement& statement) {
  if (auto* issue = std::get_if<Issue>(&statement.form)) return &issue->signals;
  if (auto* read = std::get_if<Read>(&statement.form)) return &read->signals;
  return nullptr;
}

std::int64_t count_signals(const StreamPlace& place) {
  const Signals* signals = signals_of(place.statement());
  return signals == nullptr ? 0 : static_cast<std::int64_t>(signals->size());
}

std::int64_t count_signals_of_issue(const StreamPlace& place) {
  return once_if<Issue>(place) * count_signals(place);
}

SignalOn take_signal(StreamPlace& place, std::int64_t which) {
  Signals& signals = *signals_of(place.statement());
  const auto found = signals.begin() + which;
  const SignalOn signal = *found;
  signals.erase(found);
  return signal;
}

void drop_signal(StreamPlace& place, std::int64_t which) { take_signal(place, which); }

// By 1 and 2 more, and less as far as that leaves 1.
std::vector<std::int64_t> other_amounts(const StreamPlace& place) {
  std::vector<std::int64_t> others;
  if (const Signals* signals = signals_of(place.statement()))
    for (const SignalOn& signal : *signals)
      for (const std::int64_t by : kShifts) others.push_back(signal.amount + by);
  return others;
}

std::int64_t count_other_amounts(const StreamPlace& place) {
  return std::ranges::count_if(other_amounts(place), [](std::int64_t a) { return a > 0; });
}

void change_amount(StreamPlace& place, std::int64_t which) {
  const std::vector<std::int64_t> others = other_amounts(place);
  std::size_t i = 0;
  while (others[i] <= 0 || which-- > 0) ++i;
  (*signals_of(place.statement()))[i / kShifts.size()].amount = others[i];
}

void signal_at_issue(StreamPlace& place, std::int64_t which) {
  const SignalOn signal = take_signal(place, which);
  place.block->emplace(std::next(place.position()), SignalNow{signal});
}

// --- registers and control

void change_register(StreamPlace& place, std::int64_t variant) {
  shift(std::get<SetRegister>(place.statement().form).value, variant);
}

std::int64_t can_drop_control(const StreamPlace& place) {
  return control_of(place.statement()) && !issues(place.statement()) ? 1 : 0;
}

void swap_arms(StreamPlace& place, std::int64_t) {
  auto& branch = std::get<StreamIf>(place.statement().form);
  std::swap(branch.then_block, branch.else_block);
}

// --- barriers

std::int64_t count_resets(const StreamPlace& place) {
  const Barrier* barrier = std::get_if<Barrier>(&place.statement().form);
  return barrier == nullptr ? 0 : static_cast<std::int64_t>(barrier->resets.size());
}

void drop_reset(StreamPlace& place, std::int64_t which) {
  std::vector<SemaphoreRef>& resets = std::get<Barrier>(place.statement().form).resets;
  resets.erase(resets.begin() + which);
}

// Told once, in the first stream: 1 where every stream follows the loop.
std::int64_t can_wait_for_all(const StreamPlace& place) {
  const auto loop = control_of(place.statement());
  if (!loop || std::holds_alternative<StreamIf>(place.statement().form)) return 0;
  if (place.stream != &place.streams->streams.front()) return 0;
  return std::ranges::all_of(place.streams->streams, [&](Stream& stream) {
    return loop_body(stream.body, *loop) != nullptr;
  });
}

void wait_for_all(StreamPlace& place, std::int64_t) {
  Barrier barrier;
  for (const Stream& stream : place.streams->streams) barrier.engines.push_back(stream.engine);
  std::ranges::sort(barrier.engines);
  const ControlId loop = *control_of(place.statement());
  for (Stream& stream : place.streams->streams) {
    StreamBlock& body = *loop_body(stream.body, loop);
    body.insert(body.begin(), {barrier, {}});
  }
}

// --- each kind: how many ways there are at a place, and the change

struct Operator {
  std::string_view name;
  std::function<std::int64_t(const StreamPlace&)> variants;
  std::function<void(StreamPlace&, std::int64_t)> change;
};

Operator operator_of(StreamMutation mutation) {
  switch (mutation) {
    case StreamMutation::drop_wait:
      return {"drop_wait", once_if<Wait, Take, Barrier>, drop};
    case StreamMutation::shift_threshold:
      return {"shift_threshold", shifts_if<Wait, Take>, shift_threshold};
    case StreamMutation::other_semaphore:
      return {"other_semaphore", count_other_semaphores, use_other_semaphore};
    case StreamMutation::double_wait:
      return {"double_wait", once_if<Wait>, double_wait};
    case StreamMutation::hoist_wait:
      return {"hoist_wait", can_hoist, hoist};
    case StreamMutation::other_symbol:
      return {"other_symbol", count_other_symbols, use_other_symbol};
    case StreamMutation::drop_signal:
      return {"drop_signal", count_signals, drop_signal};
    case StreamMutation::change_amount:
      return {"change_amount", count_other_amounts, change_amount};
    case StreamMutation::signal_at_issue:
      return {"signal_at_issue", count_signals_of_issue, signal_at_issue};
    case StreamMutation::change_register:
      return {"change_register", shifts_if<SetRegister>, change_register};
    case StreamMutation::drop_register:
      return {"drop_register", once_if<SetRegister>, drop};
    case StreamMutation::ring_depth:
      return {"ring_depth", count_depths, change_depth};
    case StreamMutation::drop_reset:
      return {"drop_reset", count_resets, drop_reset};
    case StreamMutation::drop_control:
      return {"drop_control", can_drop_control, drop};
    case StreamMutation::swap_arms:
      return {"swap_arms", once_if<StreamIf>, swap_arms};
    case StreamMutation::wait_for_all:
      return {"wait_for_all", can_wait_for_all, wait_for_all};
  }
  __builtin_unreachable();
}

}  // namespace

std::string_view name(StreamMutation mutation) { return operator_of(mutation).name; }

std::vector<StreamMutant> stream_mutants(const Streams& streams, StreamMutation mutation) {
  const Operator change = operator_of(mutation);
  Streams copy = streams;
  std::vector<StreamMutant> mutants;
  for (std::size_t s = 0; s < copy.streams.size(); ++s) {
    const std::vector<StreamPlace> places = places_of(copy, s);
    for (std::size_t p = 0; p < places.size(); ++p)
      for (std::int64_t variant = 0; variant < change.variants(places[p]); ++variant)
        mutants.push_back({mutation, s, p, variant});
  }
  return mutants;
}

Streams mutated(Streams streams, const StreamMutant& mutant) {
  std::vector<StreamPlace> places = places_of(streams, mutant.stream);
  operator_of(mutant.mutation).change(places[mutant.statement], mutant.variant);
  return streams;
}

bool mutate(Streams& streams, StreamMutation mutation, Random& random) {
  const std::vector<StreamMutant> all = stream_mutants(streams, mutation);
  if (all.empty()) return false;
  streams = mutated(std::move(streams), all[random.below(all.size())]);
  return true;
}

}  // namespace tidemark
