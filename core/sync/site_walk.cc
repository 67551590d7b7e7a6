#include "core/sync/site_walk.h"

#include <algorithm>
#include <ranges>

#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

KeyId at_slot(KeyId first, std::int64_t slot) { return KeyId(first.value + 2 * slot); }

static void drop(NeedFacts& facts, NeedFacts::Reason reason, std::uint32_t through) {
  if (facts.needed) return;
  facts.reason = reason;
  facts.through = through;
}

}  // namespace

SiteWalk::SiteWalk(const Program& program, const Operands& operands, State& state,
                   const Variables& variables, const std::vector<Iteration>& loops)
    : program_(program),
      operands_(operands),
      state_(state),
      variables_(variables),
      loops_(loops),
      known_through_(program.engines.size() * program.engines.size(), ~0u) {
  result_.needs = Table<NeedId, NeedFacts>(operands.needs.size());
}

void SiteWalk::walk(SiteId id, std::span<const RegionId> scope) {
  const Site& site = operands_.sites[id];
  trips_ = trips();
  find_slots(site, scope);
  find_candidates(id, site);
  choose_waits(site.engine);
  for (const Candidate& candidate : candidates_)
    if (candidate.waited) learn(id, site.engine, candidate.key);
  set_keys(site);
  if (program_.engines[site.engine].inflight == 1 || mutated(Mutant::issue_for_completion))
    state_.complete_own(site.engine);
}

void SiteWalk::walk_read(SiteId id, std::span<const RegionId> scope) {
  walk(id, scope);
  state_.complete_own(operands_.sites[id].engine);
}

SiteWalk::Trips SiteWalk::trips() const {
  Trips trips;
  for (const Iteration& loop : loops_) trips.past_first += loop.first ? 0 : 1;
  for (const Iteration& loop : std::views::reverse(loops_)) {
    if (!loop.value || trips.known_values == trips.values.size()) break;
    trips.values[trips.known_values++] = *loop.value;
  }
  return trips;
}

void SiteWalk::find_slots(const Site& site, std::span<const RegionId> scope) {
  slots_.assign(site.touches_end - site.touches_begin, 0);
  slot_forms_.clear();
  for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
    const Touch& touch = operands_.touches[t];
    if (touch.kind != Touch::Kind::ring) continue;
    slot_forms_.push_back(variables_.substitute(*touch.slot));
    slots_[t - site.touches_begin] =
        state_.slot(touch.first, slot_forms_.back(), touch.course, scope);
  }
  if (slot_forms_.size() < 2) return;
  // A ring that turned to a later operand's form is named anew for all of them.
  auto form = slot_forms_.begin();
  for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
    const Touch& touch = operands_.touches[t];
    if (touch.kind == Touch::Kind::ring)
      slots_[t - site.touches_begin] = state_.slot_if_known(touch.first, *form++);
  }
}

void SiteWalk::find_candidates(SiteId id, const Site& site) {
  candidates_.clear();
  for (std::uint32_t n = site.needs_begin; n < site.needs_end; ++n) {
    const Need& need = operands_.needs[NeedId(n)];
    const Touch& touch = operands_.touches[need.touch];
    const std::int64_t slot = slots_[need.touch - site.touches_begin];
    if (touch.kind == Touch::Kind::any || slot < 0)
      visit_unknown(NeedId(n), id, touch);
    else
      visit_key(NeedId(n), site.engine, need.producer, at_slot(need.key, slot));
  }
}

void SiteWalk::visit_key(NeedId id, EngineId engine, EngineId producer, KeyId key) {
  NeedFacts& facts = result_.needs[id];
  note_visit(facts, state_.distance(key));
  if (state_.position(key) == 0) return drop(facts, NeedFacts::Reason::never_set, ~0u);
  if (state_.knows(engine, key) || within_limit(engine, producer, key))
    return drop(facts, NeedFacts::Reason::known,
                known_through_[engine.value * program_.engines.size() + producer.value]);
  candidates_.push_back({id, key});
}

// An own result that must be complete for this instance to find a place in flight.
bool SiteWalk::within_limit(EngineId engine, EngineId producer, KeyId key) const {
  const std::int64_t within =
      program_.engines[engine].inflight - (mutated(Mutant::inflight_limit_too_low) ? 2 : 1);
  return engine == producer && state_.least_distance(key) >= within;
}

// One of several keys, which one is not known: certain only if all of them are.
void SiteWalk::visit_unknown(NeedId id, SiteId site, const Touch& touch) {
  const Need& need = operands_.needs[id];
  NeedFacts& facts = result_.needs[id];
  note_visit(facts, Distance::none());
  const EngineId engine = operands_.sites[site].engine;
  bool certain = true;
  operands_.for_each_key(touch, need.producer, [&](KeyId write_key) {
    for (std::int64_t s = 0; s < operands_.regions[touch.first].slots; ++s)
      certain &=
          state_.knows(engine, at_slot(KeyId(write_key.value + (need.last_write ? 0 : 1)), s));
  });
  if (certain) return drop(facts, NeedFacts::Reason::known, ~0u);
  note_needed(facts, kAllSetters);
}

// Of the keys not certain yet, those that no other one brings.
void SiteWalk::choose_waits(EngineId engine) {
  for (Candidate& candidate : candidates_) {
    NeedFacts& facts = result_.needs[candidate.need];
    const auto other = std::ranges::find_if(candidates_, [&](const Candidate& other) {
      const bool stands = other.waited || mutated(Mutant::circular_redundancy);
      return &other != &candidate && stands && state_.row_covers(other.key, candidate.key);
    });
    candidate.waited = other == candidates_.end();
    if (candidate.waited)
      note_needed(facts, state_.unsure(engine, candidate.key));
    else
      drop(facts, NeedFacts::Reason::implied, other->need.value);
  }
}

void SiteWalk::note_needed(NeedFacts& facts, SetterSet setters) const {
  if (mutated(Mutant::loop_entry_ignored) && trips_.past_first < loops_.size()) return;
  facts.needed = true;
  facts.setters |= setters;
  facts.hottest_needed = std::max(facts.hottest_needed, trips_.past_first);
}

void SiteWalk::note_visit(NeedFacts& facts, Distance distance) {
  facts.hottest = std::max(facts.hottest, trips_.past_first);
  facts.distance = intersection(facts.distance, distance);
  if (facts.affine < 0) {
    if (trips_.known_values == 0) return;
    facts.affine = static_cast<std::int32_t>(result_.affine.size());
    result_.affine.emplace_back();
  }
  result_.affine[static_cast<std::size_t>(facts.affine)].observe(trips_.values, trips_.known_values,
                                                                 distance);
}

void SiteWalk::learn(SiteId site, EngineId engine, KeyId key) {
  state_.learn(engine, key);
  const EngineId producer = operands_.key_engine[key];
  known_through_[engine.value * program_.engines.size() + producer.value] = site.value;
}

void SiteWalk::set_keys(const Site& site) {
  const Position position = state_.issue(site.engine);
  for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
    const Touch& touch = operands_.touches[t];
    const std::int64_t slot = slots_[t - site.touches_begin];
    if (touch.kind == Touch::Kind::any || slot < 0) continue;
    const KeyId write_key = at_slot(touch.own_key, mutated(Mutant::slot_of_first_operand)
                                                       ? std::max<std::int64_t>(slots_.front(), 0) %
                                                             operands_.regions[touch.first].slots
                                                       : slot);
    state_.set_key(KeyId(write_key.value + 1), site.engine, position, touch.setters());
    if (touch.is_write) state_.set_key(write_key, site.engine, position, touch.setters());
  }
  for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t)
    if ((operands_.touches[t].kind == Touch::Kind::any || slots_[t - site.touches_begin] < 0) &&
        !mutated(Mutant::unknown_slot_is_no_slot))
      may_set_keys(operands_.touches[t], site.engine);
}

void SiteWalk::may_set_keys(const Touch& touch, EngineId engine) {
  operands_.for_each_key(touch, engine, [&](KeyId write_key) {
    for (std::int64_t s = 0; s < operands_.regions[touch.first].slots; ++s) {
      if (touch.is_write) state_.may_set_key(at_slot(write_key, s), engine, touch.setters());
      state_.may_set_key(KeyId(at_slot(write_key, s).value + 1), engine, touch.setters());
    }
  });
}

}  // namespace tidemark::sync
