// One site, walked with the state before it: which of its needs may be uncertain, which of
// those a wait must be for, and the state after it.
#pragma once

#include <optional>
#include <vector>

#include "core/sync/analysis.h"
#include "core/sync/conditions.h"
#include "core/sync/state.h"

namespace tidemark::sync {

struct Iteration {  // of one loop around the point of the walk
  bool first = false;
  std::optional<std::int64_t> value;  // of the variable, in a loop walked trip by trip
};

class SiteWalk {
 public:
  // All but the program's own values are shared with the walk of control.
  SiteWalk(const Program& program, const Operands& operands, State& state,
           const Variables& variables, const std::vector<Iteration>& loops);

  // `scope`: the rings that every construct around the site touches.
  void walk(SiteId id, std::span<const RegionId> scope);
  // The same for an engine's read of a load, which its stream sees complete.
  void walk_read(SiteId id, std::span<const RegionId> scope);

  Analysis take_result() { return std::move(result_); }

 private:
  struct Candidate {
    NeedId need;
    KeyId key;
    bool waited = true;
  };

  // Of the loops around the site, at this point of the walk.
  struct Trips {
    std::uint8_t past_first = 0;  // how many are
    // Of the variables of the innermost ones, as far as they are walked trip by trip.
    std::size_t known_values = 0;
    AffineDistance::Values values{};
  };

  Trips trips() const;
  void find_slots(const Site& site, std::span<const RegionId> scope);
  void find_candidates(SiteId id, const Site& site);
  void visit_key(NeedId id, EngineId engine, EngineId producer, KeyId key);
  void visit_unknown(NeedId id, SiteId site, const Touch& touch);
  bool within_limit(EngineId engine, EngineId producer, KeyId key) const;
  void choose_waits(EngineId engine);
  void note_visit(NeedFacts& facts, Distance distance);
  void note_needed(NeedFacts& facts, SetterSet setters) const;
  void learn(SiteId site, EngineId engine, KeyId key);
  void set_keys(const Site& site);
  void may_set_keys(const Touch& touch, EngineId engine);

  const Program& program_;
  const Operands& operands_;
  State& state_;
  const Variables& variables_;
  const std::vector<Iteration>& loops_;  // around the point, outermost first
  Analysis result_;

  Trips trips_;
  std::vector<std::int64_t> slots_;  // of the site's touches; -1: not known
  std::vector<Affine> slot_forms_;   // of those of rings, in order
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> known_through_;  // by engine, then producer: a site
};

}  // namespace tidemark::sync
