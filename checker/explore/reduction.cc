#include "checker/explore/reduction.h"

#include <algorithm>
#include <utility>

#include "checker/mutant.h"

namespace tidemark {
namespace {

// Nothing but a completion gets the engine past this one, once something is in flight.
bool stands_still(Stop::Kind kind) {
  switch (kind) {
    case Stop::Kind::issue:
    case Stop::Kind::barrier:
    case Stop::Kind::end:
      return true;
    case Stop::Kind::wait:
    case Stop::Kind::wait_equal:
    case Stop::Kind::take:
    case Stop::Kind::signal:
    case Stop::Kind::reset:
      return false;
  }
  std::unreachable();
}

bool has_only_issues(const Track& track) {
  return std::ranges::all_of(track.stops, [](const Stop& stop) {
    return stop.kind == Stop::Kind::issue || stop.kind == Stop::Kind::end;
  });
}

class QuietMarker {
 public:
  explicit QuietMarker(Tracks& tracks) : tracks_(tracks), owner_(tracks.places()) {
    for (std::uint32_t i = 0; i < tracks_.engines(); ++i) begin(EngineId(i));
  }

  void mark() {
    for (std::uint32_t i = 0; i < tracks_.engines(); ++i)
      for (const Stop& stop : tracks_.track(EngineId(i)).stops) hear(EngineId(i), stop);
    for (const SemaphoreTrack& semaphore : tracks_.semaphores())
      if (semaphore.kind == SemaphoreTrack::Kind::summed)
        for (const Contribution& by : semaphore.contributions)
          if (by.place >= tracks_.engines())
            for (const std::uint32_t count : by.counts) hear({by.place, count});
    hear_stored();
  }

 private:
  void begin(EngineId engine) {
    Track& track = tracks_.track(engine);
    for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
      owner_[part] = engine;
    if (track.last_part - track.first_part != 1 || !has_only_issues(track)) return;
    track.is_quiet.assign(track.stops.size() - 1, true);
    for (std::size_t i = 0; i + 1 < track.stops.size(); ++i)
      if (track.stops[i].is_read) track.is_quiet[i] = false;
  }

  void hear(const Threshold& threshold) {
    if (mutated(CheckerMutant::all_steps_quiet)) return;
    std::vector<bool>& is_quiet = tracks_.track(owner_[threshold.part]).is_quiet;
    if (threshold.count == 0) return;  // nothing has to complete
    if (threshold.count <= is_quiet.size()) is_quiet[threshold.count - 1] = false;
  }

  static std::uint32_t count_of(std::span<const Threshold> all, std::uint32_t part) {
    const auto found = std::ranges::find(all, part, &Threshold::part);
    return found == all.end() ? 0 : found->count;
  }

  // A threshold on the engine itself that both systems have shuts both.
  void hear(EngineId engine, const Stop& stop) {
    const std::uint32_t own = tracks_.track(engine).first_part;
    const bool same = stop.kind == Stop::Kind::issue &&
                      count_of(tracks_.gate(stop), own) == count_of(tracks_.need(stop), own);
    const auto listen = [&](std::span<const Threshold> all) {
      for (const Threshold& threshold : all)
        if (!same || threshold.part != own) hear(threshold);
    };
    listen(tracks_.gate(stop));
    listen(tracks_.need(stop));
  }

  // Whatever raises a semaphore that is kept in the state changes the state.
  void hear_stored() {
    for (std::uint32_t i = 0; i < tracks_.engines(); ++i) {
      Track& track = tracks_.track(EngineId(i));
      const std::vector<LineInstance>& instances = tracks_.lines().of[EngineId(i)].instances;
      for (std::size_t k = 0; k < track.is_quiet.size(); ++k)
        for (const Raise& raise : tracks_.lines().raises_of(instances[k]))
          if (tracks_.semaphores()[raise.semaphore].kind == SemaphoreTrack::Kind::stored)
            track.is_quiet[k] = false;
    }
  }

  Tracks& tracks_;
  std::vector<EngineId> owner_;  // by place of a part
};

}  // namespace

void mark_prompt_steps(Tracks& tracks) {
  for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
    std::vector<Stop>& stops = tracks.track(EngineId(i)).stops;
    for (std::size_t k = 0; k + 1 < stops.size(); ++k)
      stops[k].is_prompt = stops[k].kind == Stop::Kind::issue && stands_still(stops[k + 1].kind);
  }
  QuietMarker(tracks).mark();
}

}  // namespace tidemark
