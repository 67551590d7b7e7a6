#include "checker/explore/time_left.h"

#include <algorithm>

namespace tidemark {
namespace {

// Does a layer of its own begin with the step past this stop?
bool counts(const Tracks& tracks, EngineId engine, const Stop& stop, Reduction reduction) {
  if (stop.kind == Stop::Kind::end) return false;
  if (stop.kind == Stop::Kind::barrier)
    return tracks.lines().barriers[stop.index].engines.front() == engine;
  return reduction == Reduction::none || !stop.is_prompt;
}

std::uint64_t completions(const Track& track, const Lines& lines, EngineId engine,
                          Reduction reduction) {
  std::uint64_t all = 0;
  const std::vector<LineInstance>& instances = lines.of[engine].instances;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const bool is_quiet =
        reduction == Reduction::prompt_steps && !track.is_quiet.empty() && track.is_quiet[i];
    if (!is_quiet) all += instances[i].is_read ? 1 : track.last_part - track.first_part;
  }
  return all;
}

}  // namespace

TimeLeft::TimeLeft(const Tracks& tracks, Reduction reduction) {
  for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
    const EngineId engine(i);
    const Track& track = tracks.track(engine);
    for (const Stop& stop : track.stops) end_depth_ += counts(tracks, engine, stop, reduction);
    end_depth_ += completions(track, tracks.lines(), engine, reduction);
  }
}

double TimeLeft::estimate(std::uint64_t depth, double seconds) {
  looks_.push_back({depth, seconds});
  const auto since = std::ranges::lower_bound(looks_, depth - depth / 4, {}, &Look::depth);
  const Look& from = since->depth < depth ? *since : looks_.front();
  if (depth <= from.depth || end_depth_ <= depth) return 0;
  return static_cast<double>(end_depth_ - depth) * (seconds - from.seconds) /
         static_cast<double>(depth - from.depth);
}

}  // namespace tidemark
