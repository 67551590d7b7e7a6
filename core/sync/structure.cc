#include "core/sync/structure.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/sync/conditions.h"

namespace tidemark::sync {
namespace {

constexpr std::int64_t kLongestPeriod = 8;

// The moduli by which conditions inside a block take the variable's remainder.
void gather_moduli(const Program& program, const Block& block, Symbol variable,
                   std::vector<std::int64_t>& moduli) {
  for (const Statement& statement : block) {
    const auto* control = std::get_if<ControlId>(&statement);
    if (!control) continue;
    const auto& form = program.controls[*control].form;
    if (const auto* loop = std::get_if<For>(&form)) {
      gather_moduli(program, loop->body, variable, moduli);
    } else if (const auto* branch = std::get_if<If>(&form)) {
      if (const auto* compare = std::get_if<Compare>(&branch->condition))
        for (const Residue* side : {&compare->left, &compare->right})
          if (side->modulus > 1 && side->form.coefficient_of(variable) != 0)
            moduli.push_back(side->modulus);
      gather_moduli(program, branch->then_block, variable, moduli);
      gather_moduli(program, branch->else_block, variable, moduli);
    } else {
      gather_moduli(program, std::get<While>(form).body, variable, moduli);
    }
  }
}

std::int64_t period_of(const Program& program, ControlId id, const For& loop) {
  const auto* lower = std::get_if<Affine>(&loop.lower);
  if (!lower || !lower->is_constant() || !is_moderate(lower->constant) ||
      !loop.step.is_constant() || !is_moderate(loop.step.constant) || loop.step.constant <= 0)
    return 1;
  std::vector<std::int64_t> moduli;
  gather_moduli(program, loop.body, Symbol::of(id), moduli);
  std::int64_t period = 1;
  for (std::int64_t modulus : moduli) {
    if (modulus > kLongestPeriod) return 1;
    period = std::lcm(period, modulus / std::gcd(modulus, loop.step.constant));
    if (period > kLongestPeriod) return 1;
  }
  return period;
}

template <class T>
void sort_unique(std::vector<T>& items) {
  std::ranges::sort(items);
  const auto repeated = std::ranges::unique(items);
  items.erase(repeated.begin(), repeated.end());
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

class Gatherer {
 public:
  Gatherer(const Program& program, const Operands& operands)
      : program_(program),
        operands_(operands),
        facts_(program.controls.size()),
        rings_of_counter_(program.counters.size()) {
    for (const Touch& touch : operands.touches) {
      if (touch.kind != Touch::Kind::ring) continue;
      for (const AffineTerm& term : touch.slot.terms)
        if (term.symbol.kind == Symbol::Kind::counter)
          rings_of_counter_[CounterId(term.symbol.index)].push_back(touch.first);
    }
    for (std::vector<RegionId>& rings : rings_of_counter_) sort_unique(rings);
  }

  Structure run() {
    ControlFacts whole;
    add_block(program_.body, whole, {});
    return std::move(facts_);
  }

 private:
  // The first access to each ring inside a loop, for the coefficient of its variable.
  using FirstForms = std::map<RegionId, const Affine*>;

  void add_site(SiteId id, ControlFacts& facts, FirstForms* forms) {
    facts.touched.engines.set(operands_.sites[id].engine.value);
    ++facts.sites;
    const EngineId engine = operands_.sites[id].engine;
    for (const Touch& touch : operands_.touches_of(id)) {
      operands_.for_each_key(touch, engine, [&](KeyId key) { facts.set.push_back(key); });
      if (touch.kind == Touch::Kind::ring) {
        facts.touched.rings.push_back(touch.first);
        if (forms) forms->try_emplace(touch.first, &touch.slot);
        continue;
      }
      operands_.for_each_key(touch, engine, [&](KeyId write_key) {
        facts.touched.keys.push_back(write_key);
        facts.touched.keys.push_back(KeyId(write_key.value + 1));
      });
    }
  }

  void add_block(const Block& block, ControlFacts& facts, FirstForms* forms) {
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        add_site(operands_.site_of(*instruction), facts, forms);
      else if (const auto* assignment = std::get_if<AssignmentId>(&statement))
        add_assignment(program_.assignments[*assignment], facts);
      else
        add_control(std::get<ControlId>(statement), facts, forms);
    }
  }

  void add_assignment(const Assignment& assignment, ControlFacts& facts) {
    facts.counters.push_back(assignment.counter);
    append(facts.touched.rings, rings_of_counter_[assignment.counter]);
  }

  void add_control(ControlId id, ControlFacts& outer, FirstForms* outer_forms) {
    ControlFacts facts;
    FirstForms forms;
    for (SiteId read : operands_.reads_of(id)) add_site(read, facts, &forms);
    const auto& form = program_.controls[id].form;
    if (const auto* loop = std::get_if<For>(&form)) {
      add_block(loop->body, facts, &forms);
      ++facts.loop_height;
      facts.period = period_of(program_, id, *loop);
    } else if (const auto* branch = std::get_if<If>(&form)) {
      add_block(branch->then_block, facts, &forms);
      add_block(branch->else_block, facts, &forms);
    } else {
      add_block(std::get<While>(form).body, facts, &forms);
      ++facts.loop_height;
    }
    finish(id, facts, forms);
    if (outer_forms) outer_forms->insert(forms.begin(), forms.end());
    add_inner(facts, outer);
    facts_[id] = std::move(facts);
  }

  void finish(ControlId id, ControlFacts& facts, const FirstForms& forms) const {
    sort_unique(facts.touched.rings);
    sort_unique(facts.counters);
    sort_unique(facts.set);
    for (RegionId ring : facts.touched.rings) {
      const Region& region = operands_.regions[ring];
      facts.most_slots = std::max(facts.most_slots, region.slots);
      for (const Toucher& toucher : region.touchers)
        for (std::int64_t k = 0; k < 2 * region.slots; ++k)
          facts.touched.keys.push_back(KeyId(toucher.first_key.value + k));
      const auto found = forms.find(ring);
      facts.ring_coefficients.push_back(
          found == forms.end() ? 0 : found->second->coefficient_of(Symbol::of(id)));
    }
    sort_unique(facts.touched.keys);
  }

  static void add_inner(const ControlFacts& inner, ControlFacts& outer) {
    outer.touched.engines |= inner.touched.engines;
    append(outer.touched.keys, inner.touched.keys);
    append(outer.set, inner.set);
    append(outer.touched.rings, inner.touched.rings);
    append(outer.counters, inner.counters);
    outer.sites += inner.sites;
    outer.loop_height = std::max(outer.loop_height, inner.loop_height);
  }

  const Program& program_;
  const Operands& operands_;
  Structure facts_;
  Table<CounterId, std::vector<RegionId>> rings_of_counter_;
};

}  // namespace

Structure structure_of(const Program& program, const Operands& operands) {
  return Gatherer(program, operands).run();
}

}  // namespace tidemark::sync
