#include "gen/mutate_streams.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace tidemark {
namespace {

struct Place {
  StreamBlock* block;
  std::size_t index;
  StreamStatement& statement() const { return (*block)[index]; }
};

template <class... Forms>
struct Match : Forms... {
  using Forms::operator()...;
};

void collect(StreamBlock& block, std::vector<Place>& places) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    places.push_back({&block, i});
    std::visit(Match{[&](StreamFor& form) { collect(form.body, places); },
                     [&](StreamWhile& form) { collect(form.body, places); },
                     [&](StreamIf& form) {
                       collect(form.then_block, places);
                       collect(form.else_block, places);
                     },
                     [](auto&) {}},
               block[i].form);
  }
}

std::int64_t small_shift(Random& random) {
  const std::int64_t size = random.between(1, 2);
  return random.once_in(2) ? size : -size;
}

void shift(Expression& e, Random& random) {
  const std::int64_t by = small_shift(random);
  e = by < 0 ? std::move(e) - Expression(-by) : std::move(e) + Expression(by);
}

std::vector<SignalOn>* signals_of(StreamStatement& statement) {
  if (auto* issue = std::get_if<Issue>(&statement.form)) return &issue->signals;
  if (auto* read = std::get_if<Read>(&statement.form)) return &read->signals;
  return nullptr;
}

// Applies `change` at one of the places where `fits`.
bool change_one(Streams& streams, Random& random, const std::function<bool(StreamStatement&)>& fits,
                const std::function<void(const Place&)>& change) {
  std::vector<Place> places;
  for (Stream& stream : streams.streams) collect(stream.body, places);
  std::erase_if(places, [&](const Place& place) { return !fits(place.statement()); });
  if (places.empty()) return false;
  change(places[random.below(places.size())]);
  return true;
}

template <class... Forms>
bool is_any(const StreamStatement& statement) {
  return (std::holds_alternative<Forms>(statement.form) || ...);
}

bool has_signal(StreamStatement& statement) {
  const std::vector<SignalOn>* signals = signals_of(statement);
  return signals != nullptr && !signals->empty();
}

bool drop_wait(Streams& streams, Random& random) {
  return change_one(streams, random, is_any<Wait, Take, Barrier>, [](const Place& place) {
    place.block->erase(place.block->begin() + static_cast<std::ptrdiff_t>(place.index));
  });
}

bool shift_threshold(Streams& streams, Random& random) {
  return change_one(streams, random, is_any<Wait, Take>, [&](const Place& place) {
    if (auto* wait = std::get_if<Wait>(&place.statement().form)) shift(wait->threshold, random);
    if (auto* take = std::get_if<Take>(&place.statement().form)) shift(take->amount, random);
  });
}

bool drop_signal(Streams& streams, Random& random) {
  return change_one(streams, random, has_signal, [&](const Place& place) {
    std::vector<SignalOn>& signals = *signals_of(place.statement());
    signals.erase(signals.begin() + static_cast<std::ptrdiff_t>(random.below(signals.size())));
  });
}

bool change_amount(Streams& streams, Random& random) {
  return change_one(streams, random, has_signal, [&](const Place& place) {
    std::vector<SignalOn>& signals = *signals_of(place.statement());
    std::int64_t& amount = signals[random.below(signals.size())].amount;
    amount = std::max<std::int64_t>(1, amount + small_shift(random));
  });
}

bool other_semaphore(Streams& streams, Random& random) {
  const auto scalar_wait = [&](StreamStatement& statement) {
    const Wait* wait = std::get_if<Wait>(&statement.form);
    return wait != nullptr && !wait->semaphore.index;
  };
  return change_one(streams, random, scalar_wait, [&](const Place& place) {
    const SemaphoreId other(random.below(streams.semaphores.size()));
    if (!streams.semaphores[other].count)
      std::get<Wait>(place.statement().form).semaphore.semaphore = other;
  });
}

bool change_register(Streams& streams, Random& random) {
  return change_one(streams, random, is_any<SetRegister>, [&](const Place& place) {
    shift(std::get<SetRegister>(place.statement().form).value, random);
  });
}

bool drop_reset(Streams& streams, Random& random) {
  const auto resets = [](StreamStatement& statement) {
    const Barrier* barrier = std::get_if<Barrier>(&statement.form);
    return barrier != nullptr && !barrier->resets.empty();
  };
  return change_one(streams, random, resets, [&](const Place& place) {
    std::vector<SemaphoreRef>& all = std::get<Barrier>(place.statement().form).resets;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(random.below(all.size())));
  });
}

}  // namespace

bool mutate(Streams& streams, StreamMutation mutation, Random& random) {
  switch (mutation) {
    case StreamMutation::drop_wait:
      return drop_wait(streams, random);
    case StreamMutation::shift_threshold:
      return shift_threshold(streams, random);
    case StreamMutation::drop_signal:
      return drop_signal(streams, random);
    case StreamMutation::change_amount:
      return change_amount(streams, random);
    case StreamMutation::other_semaphore:
      return other_semaphore(streams, random);
    case StreamMutation::change_register:
      return change_register(streams, random);
    case StreamMutation::drop_reset:
      return drop_reset(streams, random);
  }
  __builtin_unreachable();
}

}  // namespace tidemark
