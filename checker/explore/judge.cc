#include "checker/explore/judge.h"

#include <unordered_set>
#include <utility>
#include <vector>

#include "core/run/hash.h"

namespace tidemark {
namespace {

struct PositionHash {
  std::size_t operator()(const Position& position) const {
    std::uint64_t hash = 0;
    for (const std::uint32_t count : position.at) hash = mix(hash ^ count);
    for (const std::int64_t value : position.stored)
      hash = mix(hash ^ static_cast<std::uint64_t>(value));
    return hash;
  }
};

}  // namespace

bool leads_to_issue(const Tracks& tracks, const Position& position, EngineId engine) {
  std::unordered_set<Position, PositionHash> seen = {position};
  std::vector<Position> pending = {position};
  while (!pending.empty()) {
    const Position from = std::move(pending.back());
    pending.pop_back();
    if (tracks.can_issue_now(from, engine)) return true;
    tracks.for_each_step(from, [&](const Step& step) {
      if (step.kind != Step::Kind::silent) return;
      Position to = from;
      tracks.take(to, step);
      if (seen.insert(to).second) pending.push_back(std::move(to));
    });
  }
  return false;
}

std::optional<EngineId> held_back(const Tracks& tracks, const Position& position,
                                  Stillness stillness) {
  if (mutated(CheckerMutant::held_back_is_fine)) return std::nullopt;
  for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
    const EngineId engine(i);
    const Stop& stop = tracks.stop_of(position, engine);
    if (stop.is_alike || !tracks.may_issue(position, engine)) continue;
    if (tracks.can_issue_now(position, engine)) continue;
    if (stillness == Stillness::silent_steps && leads_to_issue(tracks, position, engine)) continue;
    return engine;
  }
  return std::nullopt;
}

std::optional<Finding> judge(const Tracks& tracks, const Position& position) {
  std::size_t steps = 0;
  Stillness stillness = Stillness::no_silent_step;
  tracks.for_each_step(position, [&](const Step& step) {
    ++steps;
    if (step.kind == Step::Kind::silent) stillness = Stillness::silent_steps;
  });
  for (std::uint32_t i = 0; i < tracks.engines(); ++i)
    if (issues_too_early(tracks, position, EngineId(i)))
      return Finding{Verdict::unsafe, EngineId(i)};
  if (steps == 0 && !tracks.is_end(position)) return Finding{Verdict::deadlocks, {}};
  if (const auto engine = held_back(tracks, position, stillness))
    return Finding{Verdict::overwaits, *engine};
  return std::nullopt;
}

}  // namespace tidemark
