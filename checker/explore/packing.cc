#include "checker/explore/packing.h"

#include <algorithm>
#include <bit>

namespace tidemark {

Packing::Packing(const Tracks& tracks) : tracks_(tracks) {
  for (std::uint32_t i = 0; i < tracks.engines(); ++i)
    fields_.push_back(make_field(tracks.track(EngineId(i)).stops.size() - 1));
  for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
    const Track& track = tracks.track(EngineId(i));
    const auto inflight =
        static_cast<std::uint64_t>(tracks.program().engines[EngineId(i)].inflight);
    for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
      fields_.push_back(make_field(std::min<std::uint64_t>(inflight, track.stops.back().issued)));
  }
  for (const SemaphoreTrack& semaphore : tracks.semaphores())
    if (semaphore.kind == SemaphoreTrack::Kind::stored)
      fields_.push_back(make_field(static_cast<std::uint64_t>(semaphore.most)));
}

Packing::Field Packing::make_field(std::uint64_t most) {
  const auto bits = static_cast<std::uint32_t>(std::bit_width(most));
  if (used_ + bits > 64) {
    ++words_;
    used_ = 0;
  }
  const Field field{.word = static_cast<std::uint32_t>(words_ - 1),
                    .shift = used_ % 64,
                    .mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1};
  used_ += bits;
  return field;
}

void Packing::pack(const Position& position, std::uint64_t* to) const {
  std::fill_n(to, words_, 0);
  const Field* field = fields_.data();
  const auto put = [&](std::uint64_t value) {
    to[field->word] |= value << field->shift;
    ++field;
  };
  for (std::uint32_t i = 0; i < tracks_.engines(); ++i) put(position.at[i]);
  for (std::uint32_t i = 0; i < tracks_.engines(); ++i) {
    const Track& track = tracks_.track(EngineId(i));
    const std::uint32_t issued = track.stops[position.at[i]].issued;
    for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
      put(issued - position.at[part]);
  }
  for (const std::int64_t value : position.stored) put(static_cast<std::uint64_t>(value));
}

void Packing::unpack(const std::uint64_t* from, Position& position) const {
  const Field* field = fields_.data();
  const auto get = [&] {
    const std::uint64_t value = from[field->word] >> field->shift & field->mask;
    ++field;
    return value;
  };
  for (std::uint32_t i = 0; i < tracks_.engines(); ++i)
    position.at[i] = static_cast<std::uint32_t>(get());
  for (std::uint32_t i = 0; i < tracks_.engines(); ++i) {
    const Track& track = tracks_.track(EngineId(i));
    const std::uint32_t issued = track.stops[position.at[i]].issued;
    for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
      position.at[part] = issued - static_cast<std::uint32_t>(get());
  }
  for (std::int64_t& value : position.stored) value = static_cast<std::int64_t>(get());
}

}  // namespace tidemark
