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
      table.branches_.push_back({tracks.place_of(step), meet(to), 0});
    });
  }
  table.first_branch_.push_back(static_cast<std::uint32_t>(table.branches_.size()));
  table.schedules_.assign(met.size(), 0);
  for (std::size_t i = met.size(); i-- > 0;)
    if (!table.count(static_cast<State>(i))) return std::nullopt;
  return table;
}

// The states behind it have been counted. False where there are too many schedules.
bool PathTable::count(State state) {
  const auto branches = std::span(branches_).subspan(
      first_branch_[state], first_branch_[state + 1] - first_branch_[state]);
  double all = 0;
  for (const Branch& branch : branches) all += schedules_[branch.to];
  if (branches.empty()) all = 1;
  schedules_[state] = all;
  double passed = 0;
  for (Branch& branch : branches) {
    passed += schedules_[branch.to];
    const long double share = static_cast<long double>(passed) / static_cast<long double>(all);
    branch.last = share < 1 ? static_cast<std::uint64_t>(share * 0x1p64L) : ~std::uint64_t{0};
  }
  return std::isfinite(all);
}

}  // namespace tidemark
