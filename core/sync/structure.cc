#include "core/sync/structure.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <numeric>
#include <utility>

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

// Sorts and drops repeats. What is gathered over a block names the same few ids again and
// again: they are marked, and the marks read off in order, where those lie close together.
template <class Id>
class SortUnique {
 public:
  explicit SortUnique(std::size_t ids) : marks_((ids + 63) / 64) {}

  void operator()(std::vector<Id>& items) {
    if (items.empty()) return;
    const auto [least, greatest] = std::ranges::minmax(items);
    const std::size_t first = least.value / 64, last = greatest.value / 64;
    last - first < items.size() / 4 ? by_marks(items, first, last) : by_order(items);
  }

 private:
  void by_marks(std::vector<Id>& items, std::size_t first, std::size_t last) {
    for (Id id : items) marks_[id.value / 64] |= std::uint64_t{1} << (id.value % 64);
    items.clear();
    for (std::size_t word = first; word <= last; ++word)
      for (std::uint64_t rest = std::exchange(marks_[word], 0); rest != 0; rest &= rest - 1)
        items.push_back(Id(word * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
  }

  static void by_order(std::vector<Id>& items) {
    std::ranges::sort(items);
    const auto repeated = std::ranges::unique(items);
    items.erase(repeated.begin(), repeated.end());
  }

  std::vector<std::uint64_t> marks_;  // all 0 between uses
};

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
        rings_of_counter_(program.counters.size()),
        sort_keys_(operands.key_count),
        sort_rings_(operands.regions.size()),
        sort_counters_(program.counters.size()),
        form_of_(operands.regions.size(), nullptr) {
    for (const Touch& touch : operands.touches) {
      if (touch.kind != Touch::Kind::ring) continue;
      for (const AffineTerm& term : touch.slot->terms)
        if (term.symbol.kind == Symbol::Kind::counter)
          rings_of_counter_[CounterId(term.symbol.index)].push_back(touch.first);
    }
    for (std::vector<RegionId>& rings : rings_of_counter_) sort_rings_(rings);
  }

  Structure run() {
    Inside whole;
    add_block(program_.body, whole);
    return std::move(facts_);
  }

 private:
  // What a control statement's facts are made of; those of an inner one, finished, go into it.
  struct Inside {
    ControlFacts facts;
    std::vector<KeyId> cells;  // write keys of what is touched, of no ring
    std::vector<RegionId> rings;
    std::vector<CounterId> counters;
    // Accesses to rings, in order: the first to each of them counts.
    std::vector<std::pair<RegionId, const Affine*>> forms;

    void clear() {  // keeps the memory
      facts = ControlFacts();
      cells.clear();
      rings.clear();
      counters.clear();
      forms.clear();
    }
  };

  void add_site(SiteId id, Inside& inside) {
    const EngineId engine = operands_.sites[id].engine;
    inside.facts.touched.engines.set(engine.value);
    ++inside.facts.sites;
    for (const Touch& touch : operands_.touches_of(id)) {
      const auto add_cell = [&](KeyId write_key) { inside.cells.push_back(write_key); };
      switch (touch.kind) {
        case Touch::Kind::cell:
          add_cell(touch.own_key);
          break;
        case Touch::Kind::ring:
          inside.rings.push_back(touch.first);
          inside.forms.emplace_back(touch.first, touch.slot);
          break;
        case Touch::Kind::any:
          operands_.for_each_key(touch, engine, add_cell);
          break;
      }
    }
  }

  void add_block(const Block& block, Inside& inside) {
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
    inside.counters.push_back(assignment.counter);
    append(inside.rings, rings_of_counter_[assignment.counter]);
  }

  void add_control(ControlId id, Inside& outer) {
    if (depth_ == drafts_.size()) drafts_.emplace_back();
    Inside& inside = drafts_[depth_++];
    inside.clear();
    for (SiteId read : operands_.reads_of(id)) add_site(read, inside);
    const auto& form = program_.controls[id].form;
    if (const auto* loop = std::get_if<For>(&form)) {
      add_block(loop->body, inside);
      ++inside.facts.loop_height;
      inside.facts.period = period_of(program_, id, *loop);
    } else if (const auto* branch = std::get_if<If>(&form)) {
      add_block(branch->then_block, inside);
      add_block(branch->else_block, inside);
    } else {
      add_block(std::get<While>(form).body, inside);
      ++inside.facts.loop_height;
    }
    finish(id, inside);
    add_inner(inside, outer);
    facts_[id] = std::move(inside.facts);
    --depth_;
  }

  void finish(ControlId id, Inside& inside) {
    sort_keys_(inside.cells);
    sort_rings_(inside.rings);
    sort_counters_(inside.counters);
    keep_first(inside.forms);
    ControlFacts& facts = inside.facts;
    facts.counters = inside.counters;
    facts.touched.rings = inside.rings;
    join_keys(inside);
    facts.ring_coefficients.reserve(inside.rings.size());
    for (RegionId ring : inside.rings) {
      facts.most_slots = std::max(facts.most_slots, operands_.regions[ring].slots);
      const Affine* form = form_of_[ring];
      facts.ring_coefficients.push_back(form ? form->coefficient_of(Symbol::of(id)) : 0);
    }
    for (const auto& [ring, form] : inside.forms) form_of_[ring] = nullptr;
  }

  // All touched keys, in order: those of a ring follow one another.
  void join_keys(Inside& inside) const {
    KeySet& keys = inside.facts.touched.keys;
    auto cell = inside.cells.begin();
    const auto add_cell = [&] {
      keys.add(*cell, KeyId(cell->value + 2));
      ++cell;
    };
    for (RegionId ring : inside.rings) {
      const Region& region = operands_.regions[ring];
      if (region.touchers.empty()) continue;
      const KeyId begin = region.touchers.front().first_key;
      while (cell != inside.cells.end() && *cell < begin) add_cell();
      keys.add(begin, region.touchers.back().write_key(region.slots));
    }
    while (cell != inside.cells.end()) add_cell();
  }

  // Afterwards `form_of_` has them by ring, too.
  void keep_first(std::vector<std::pair<RegionId, const Affine*>>& forms) {
    std::erase_if(forms, [&](const auto& form) {
      if (form_of_[form.first]) return true;
      form_of_[form.first] = form.second;
      return false;
    });
  }

  static void add_inner(const Inside& inner, Inside& outer) {
    const ControlFacts& facts = inner.facts;
    outer.facts.touched.engines |= facts.touched.engines;
    append(outer.cells, inner.cells);
    append(outer.rings, inner.rings);
    append(outer.counters, inner.counters);
    append(outer.forms, inner.forms);
    outer.facts.sites += facts.sites;
    outer.facts.loop_height = std::max(outer.facts.loop_height, facts.loop_height);
  }

  const Program& program_;
  const Operands& operands_;
  Structure facts_;
  std::deque<Inside> drafts_;  // by depth; only their memory lasts
  std::size_t depth_ = 0;
  Table<CounterId, std::vector<RegionId>> rings_of_counter_;
  SortUnique<KeyId> sort_keys_;
  SortUnique<RegionId> sort_rings_;
  SortUnique<CounterId> sort_counters_;
  Table<RegionId, const Affine*> form_of_;  // null between uses
};

}  // namespace

Structure structure_of(const Program& program, const Operands& operands) {
  return Gatherer(program, operands).run();
}

}  // namespace tidemark::sync
