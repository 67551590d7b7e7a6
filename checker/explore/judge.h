// One state held against the ideal system: the definition of the verdicts (docs/model.md)
// at this state. What it costs: a few comparisons for each engine; where an engine is not at
// its issue and others can take silent steps, a search through those.
#pragma once

#include <optional>

#include "checker/explore/tracks.h"
#include "checker/mutant.h"
#include "checker/verdict.h"

namespace tidemark {

struct Finding {
  Verdict verdict = Verdict::exact;
  EngineId engine;  // unsafe, overwaits: whose next instance
};

struct FoundState {
  Finding finding;
  Position position;  // unsafe: before the issue
};

// The engine's instance can issue now, and lacks something.
inline bool issues_too_early(const Tracks& tracks, const Position& position, EngineId engine) {
  return !mutated(CheckerMutant::early_step_is_fine) &&
         !tracks.stop_of(position, engine).is_alike && tracks.can_issue_now(position, engine) &&
         !tracks.may_issue(position, engine);
}

// The streams can issue the engine's next instance by silent steps alone.
bool leads_to_issue(const Tracks& tracks, const Position& position, EngineId engine);

enum class Stillness : std::uint8_t { silent_steps, no_silent_step };

// The first engine held back, if one is.
std::optional<EngineId> held_back(const Tracks& tracks, const Position& position,
                                  Stillness stillness);

// The first verdict of the table that is true in this state; nullopt if none is. What
// `exhaustive` does in pieces.
std::optional<Finding> judge(const Tracks& tracks, const Position& position);

}  // namespace tidemark
