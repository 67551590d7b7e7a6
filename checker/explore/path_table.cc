#include "checker/explore/path_table.h"

#include <cmath>

#include "checker/explore/layer.h"
#include "checker/explore/packing.h"

namespace tidemark {
namespace {

constexpr std::uint32_t kMostPlaces = 64;  // a state's steps are as many, and cost as much each

}  // namespace

// States are met breadth first: every step leads to a later one.
std::optional<PathTable> PathTable::make(const Tracks& tracks, std::uint64_t most_states) {
  if (tracks.places() > kMostPlaces) return std::nullopt;
  PathTable table;
  const Packing packing(tracks);
  Layer met(packing.words());
  std::vector<std::uint64_t> packed(packing.words());
  Position from = tracks.start(), to = from;
  const auto meet = [&](const Position& position) {
    packing.pack(position, packed.data());
    return static_cast<State>(met.insert(packed.data(), 0));
  };
  meet(from);
  for (State state = 0; state < met.size(); ++state) {
    if (met.size() > most_states) return std::nullopt;
    packing.unpack(met.state(state), from);
    table.first_branch_.push_back(static_cast<std::uint32_t>(table.branches_.size()));
    tracks.for_each_step(from, [&](const Step& step) {
      to = from;
      tracks.take(to, step);
      table.branches_.push_back({tracks.place_of(step), meet(to)});
    });
  }
  table.first_branch_.push_back(static_cast<std::uint32_t>(table.branches_.size()));
  table.schedules_.assign(met.size(), 0);
  for (std::size_t i = met.size(); i-- > 0;) {
    const auto state = static_cast<State>(i);
    double& count = table.schedules_[state];
    for (const Branch& branch : table.branches(state)) count += table.schedules_[branch.to];
    if (table.branches(state).empty()) count = 1;
    if (!std::isfinite(count)) return std::nullopt;
  }
  return table;
}

}  // namespace tidemark
