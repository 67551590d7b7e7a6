#include "core/sync/structure.h"

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/sync/conditions.h"
#include "core/sync/id_set.h"

namespace tidemark::sync {
namespace {

constexpr std::int64_t kLongestPeriod = 8;

// Of a loop by whose variable branches inside take these remainders.
std::int64_t period_of(const For& loop, std::span<const std::int64_t> moduli) {
  const auto* lower = std::get_if<Affine>(&loop.lower);
  if (!lower || !lower->is_constant() || !is_moderate(lower->constant) ||
      !loop.step.is_constant() || !is_moderate(loop.step.constant) || loop.step.constant <= 0)
    return 1;
  std::int64_t period = 1;
  for (std::int64_t modulus : moduli) {
    if (modulus > kLongestPeriod) return 1;
    period = std::lcm(period, modulus / std::gcd(modulus, loop.step.constant));
    if (period > kLongestPeriod) return 1;
  }
  return period;
}

class Gatherer {
 public:
  Gatherer(const Program& program, const Outline& outline, const Operands& operands)
      : program_(program),
        outline_(outline),
        operands_(operands),
        facts_(program.controls.size()),
        rings_of_counter_(program.counters.size()),
        ring_at_(operands.key_count) {
    for (RegionId region : operands.regions.ids())
      if (operands.regions[region].is_ring() && !operands.regions[region].touchers.empty())
        ring_at_[first_key(region)] = region;
    for (const Touch& touch : operands.touches) {
      if (!touch.names_counter || touch.kind != Touch::Kind::ring) continue;
      for (const AffineTerm& term : touch.slot->terms)
        if (term.symbol.kind == Symbol::Kind::counter)
          rings_of_counter_[CounterId(term.symbol.index)].push_back(first_key(touch.first));
    }
    for (std::vector<KeyId>& rings : rings_of_counter_) {
      std::ranges::sort(rings);
      const auto repeated = std::ranges::unique(rings);
      rings.erase(repeated.begin(), repeated.end());
    }
  }

  Structure run() {
    Inside whole(program_, operands_);
    add_block(outline_.whole(), whole);
    return std::move(facts_);
  }

 private:
  // What a control statement's facts are made of; those of an inner one, finished, go into it.
  struct Inside {
    Inside(const Program& program, const Operands& operands)
        : keys(operands.key_count),
          counters(program.counters.size()),
          first_forms(operands.regions.size()) {}

    ControlFacts facts;
    IdSet<KeyId> keys;  // of a cell that is touched the write key, of a ring the first
    IdSet<CounterId> counters;
    Table<RegionId, const Affine*> first_forms;  // of the rings that are accessed

    void clear() {  // keeps the memory
      facts = ControlFacts();
      keys.clear();
      counters.clear();
    }
  };

  KeyId first_key(RegionId ring) const {
    return operands_.regions[ring].touchers.front().first_key;
  }

  void add_site(SiteId id, Inside& inside) {
    const EngineId engine = operands_.sites[id].engine;
    inside.facts.touched.engines.set(engine.value);
    ++inside.facts.sites;
    for (const Touch& touch : operands_.touches_of(id)) {
      switch (touch.kind) {
        case Touch::Kind::cell:
          inside.keys.add(touch.own_key);
          break;
        case Touch::Kind::ring:
          inside.keys.add(first_key(touch.first));
          add_form(touch.first, touch.slot, inside);
          break;
        case Touch::Kind::any:
          operands_.for_each_key(touch, engine, [&](KeyId key) { inside.keys.add(key); });
          break;
      }
    }
  }

  static void add_form(RegionId ring, const Affine* form, Inside& inside) {
    if (!inside.first_forms[ring]) inside.first_forms[ring] = form;
  }

  void add_block(Outline::Block block, Inside& inside) {
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        add_site(operands_.site_of(*instruction), inside);
      else if (const auto* assignment = std::get_if<AssignmentId>(&statement))
        add_assignment(program_.assignments[*assignment], inside);
      else
        add_control(std::get<ControlId>(statement), inside);
    }
  }

  void add_assignment(const Assignment& assignment, Inside& inside) {
    inside.counters.add(assignment.counter);
    for (KeyId ring : rings_of_counter_[assignment.counter]) inside.keys.add(ring);
  }

  void add_control(ControlId id, Inside& outer) {
    if (depth_ == drafts_.size()) drafts_.emplace_back(program_, operands_);
    Inside& inside = drafts_[depth_++];
    inside.clear();
    for (SiteId read : operands_.reads_of(id)) add_site(read, inside);
    const bool is_branch = outline_.kind(id) == Outline::Kind::branch;
    if (is_branch) note_moduli(std::get<If>(program_.controls[id].form).condition);
    add_block(outline_.body(id), inside);
    add_block(outline_.else_body(id), inside);
    if (!is_branch) ++inside.facts.loop_height;
    if (const auto moduli = moduli_.find(id); moduli != moduli_.end())
      inside.facts.period = period_of(std::get<For>(program_.controls[id].form), moduli->second);
    finish(id, inside);
    add_inner(inside, outer);
    facts_[id] = std::move(inside.facts);
    --depth_;
  }

  // Those by which a condition takes the remainders of variables of loops around.
  void note_moduli(const Condition& condition) {
    const auto* compare = std::get_if<Compare>(&condition);
    if (!compare) return;
    for (const Residue* side : {&compare->left, &compare->right})
      if (side->modulus > 1)
        for (const AffineTerm& term : side->form.terms)
          if (term.symbol.kind == Symbol::Kind::variable)
            moduli_[ControlId(term.symbol.index)].push_back(side->modulus);
  }

  void finish(ControlId id, Inside& inside) {
    ControlFacts& facts = inside.facts;
    inside.counters.for_each([&](CounterId counter) { facts.counters.push_back(counter); });
    keys_.clear();
    rings_.clear();
    inside.keys.for_each([&](KeyId key) {
      const std::optional<RegionId> ring = ring_at_[key];
      keys_.add(key, ring ? end_of_keys(*ring) : KeyId(key.value + 2));
      if (ring) rings_.push_back(*ring);
    });
    facts.touched.keys = keys_;
    facts.touched.rings = rings_;
    for (RegionId ring : rings_) {
      facts.most_slots = std::max(facts.most_slots, operands_.regions[ring].slots);
      const Affine* form = inside.first_forms[ring];
      if (!form || form->is_constant()) continue;
      const std::int64_t step = form->coefficient_of(Symbol::of(id));
      if (step != 0) facts.ring_steps.push_back({ring, step});
    }
  }

  KeyId end_of_keys(RegionId ring) const {
    const Region& region = operands_.regions[ring];
    return region.touchers.back().write_key(region.slots);
  }

  // `rings_` are the inner one's.
  void add_inner(Inside& inner, Inside& outer) {
    const ControlFacts& facts = inner.facts;
    outer.facts.touched.engines |= facts.touched.engines;
    outer.keys.add(inner.keys);
    outer.counters.add(inner.counters);
    for (RegionId ring : rings_)
      add_form(ring, std::exchange(inner.first_forms[ring], nullptr), outer);
    outer.facts.sites += facts.sites;
    outer.facts.loop_height = std::max(outer.facts.loop_height, facts.loop_height);
  }

  const Program& program_;
  const Outline& outline_;
  const Operands& operands_;
  Structure facts_;
  std::deque<Inside> drafts_;  // by depth; only their memory lasts
  std::size_t depth_ = 0;
  Table<CounterId, std::vector<KeyId>> rings_of_counter_;  // their first keys
  Table<KeyId, std::optional<RegionId>> ring_at_;          // at its first key
  std::map<ControlId, std::vector<std::int64_t>> moduli_;  // of loops

  // Of the last control statement that was finished.
  KeySet keys_;
  std::vector<RegionId> rings_;
};

}  // namespace

Structure structure_of(const Program& program, const Outline& outline, const Operands& operands) {
  return Gatherer(program, outline, operands).run();
}

}  // namespace tidemark::sync
