#include "gen/disturb_streams.h"

#include <utility>

namespace tidemark {
namespace {

void insert_somewhere(Stream& stream, StreamStatement statement, Random& random) {
  const auto place = static_cast<std::ptrdiff_t>(random.below(stream.body.size() + 1));
  stream.body.insert(stream.body.begin() + place, std::move(statement));
}

}  // namespace

void disturb(Streams& streams, Random& random) {
  if (streams.semaphores.empty() || streams.streams.empty()) return;
  Stream& stream = streams.streams[random.below(streams.streams.size())];
  const SemaphoreRef semaphore{SemaphoreId(random.below(streams.semaphores.size())), {}};
  if (streams.semaphores[semaphore.semaphore].count) return;
  switch (random.below(4)) {
    case 0:
      return insert_somewhere(stream, {SignalNow{{semaphore, random.between(1, 2)}}, {}}, random);
    case 1:
      return insert_somewhere(stream, {Reset{semaphore}, {}}, random);
    case 2:
      return insert_somewhere(
          stream, {Wait{semaphore, WaitKind::equal, Expression(random.between(0, 2))}, {}}, random);
    default:
      streams.semaphores[semaphore.semaphore].width = static_cast<int>(random.between(1, 2));
  }
}

}  // namespace tidemark
