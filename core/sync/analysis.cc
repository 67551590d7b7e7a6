#include "core/sync/analysis.h"

#include <algorithm>
#include <span>

#include "core/check.h"
#include "core/sync/conditions.h"
#include "core/sync/state.h"

namespace tidemark::sync {
namespace {

// Visits of sites that an analysis may make, about: what a small program may cost, and
// what each site of a large one may. Loops beyond that are walked coarsely.
constexpr std::size_t kVisits = 400'000;
constexpr std::size_t kVisitsOfSite = 8;
constexpr double kUsualPasses = 4;  // until a loop's fixpoint, its first iteration counted
// Passes after which a loop's fixpoint is given up for the coarse state, beyond the one
// for each slot of a ring that the first fills take.
constexpr std::int64_t kPasses = 8;

struct Iteration {  // of one loop around the point of the walk
  bool first = false;
  std::optional<std::int64_t> value;  // of the variable, in a loop walked trip by trip
};

class Walker {
 public:
  Walker(const Program& program, const Operands& operands, const Structure& structure,
         const BarrierPoints* barriers)
      : program_(program),
        operands_(operands),
        structure_(structure),
        barriers_(barriers),
        state_(operands, program.engines.size()),
        variables_(program),
        known_through_(program.engines.size() * program.engines.size(), SiteId(~0u)) {
    result_.needs = Table<NeedId, NeedFacts>(operands.needs.size());
    for (RegionId region : operands.regions.ids())
      if (operands.regions[region].is_ring()) all_rings_.push_back(region);
    choose_precision();
  }

  Analysis run() {
    walk_block(program_.body);
    return std::move(result_);
  }

 private:
  // --- precision

  // Visits of the sites in a block if loops up to `height` are walked precisely.
  double visits(const Block& block, std::size_t height) const {
    double sum = 0;
    for (const Statement& statement : block) {
      if (std::holds_alternative<InstructionId>(statement)) sum += 1;
      const auto* control = std::get_if<ControlId>(&statement);
      if (!control) continue;
      const auto& form = program_.controls[*control].form;
      if (const auto* branch = std::get_if<If>(&form)) {
        sum += visits(branch->then_block, height) + visits(branch->else_block, height);
        continue;
      }
      const Block& body =
          std::holds_alternative<For>(form) ? std::get<For>(form).body : std::get<While>(form).body;
      const bool precise = structure_[*control].loop_height <= height;
      sum += visits(body, height) * (precise ? kUsualPasses : 1);
    }
    return sum;
  }

  void choose_precision() {
    std::size_t highest = 0;
    for (const ControlFacts& facts : structure_) highest = std::max(highest, facts.loop_height);
    budget_ = kVisits + kVisitsOfSite * operands_.sites.size();
    precise_height_ = highest;
    while (precise_height_ > 0 &&
           visits(program_.body, precise_height_) > static_cast<double>(budget_))
      --precise_height_;
  }

  bool is_spent() const { return visits_ > budget_; }
  bool is_coarse(ControlId loop) const {
    return structure_[loop].loop_height > precise_height_ || is_spent();
  }

  // --- statements

  void walk_block(const Block& block) {
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        walk_site(operands_.site_of(*instruction), false);
      else if (const auto* assignment = std::get_if<AssignmentId>(&statement))
        walk_assignment(program_.assignments[*assignment]);
      else
        walk_control(std::get<ControlId>(statement));
    }
  }

  // The counter's old value in terms of its new one, where the assignment can be undone.
  void walk_assignment(const Assignment& assignment) {
    const Symbol counter = Symbol::of(assignment.counter);
    const Affine value = variables_.substitute(assignment.value);
    std::optional<Affine> old;
    if (value.coefficient_of(counter) == 1) {
      const auto added = subtract(value, Affine(counter));
      if (added) old = subtract(Affine(counter), *added);
    }
    old ? state_.rewrite_frames(counter, *old) : state_.lose(counter);
  }

  // The rings that every construct around this point touches.
  std::span<const RegionId> scope() const {
    return controls_.empty() ? all_rings_ : structure_[controls_.back()].touched.rings;
  }

  void walk_control(ControlId id) {
    controls_.push_back(id);
    walk_form(id);
    controls_.pop_back();
  }

  void walk_form(ControlId id) {
    const auto& form = program_.controls[id].form;
    barrier(id, BarrierPlace::before);
    if (!std::holds_alternative<While>(form)) walk_reads(id);
    if (const auto* loop = std::get_if<For>(&form))
      walk_for(id, *loop);
    else if (const auto* branch = std::get_if<If>(&form))
      walk_if(id, *branch);
    else
      walk_dynamic(id, std::get<While>(form).body, nullptr);
    barrier(id, BarrierPlace::after);
  }

  void barrier(ControlId id, BarrierPlace place) {
    if (barriers_ && barriers_->at(id, place)) state_.drain_and_reset();
  }

  void walk_reads(ControlId id) {
    for (SiteId read : operands_.reads_of(id)) walk_site(read, true);
  }

  // --- branches

  void walk_if(ControlId id, const If& branch) {
    const auto then_block = [&] {
      walk_block(branch.then_block);
      barrier(id, BarrierPlace::end_of_then);
    };
    const auto else_block = [&] {
      walk_block(branch.else_block);
      barrier(id, BarrierPlace::end_of_else);
    };
    if (const std::optional<bool> taken = variables_.decide(branch.condition))
      return *taken ? then_block() : else_block();

    const Touched& touched = structure_[id].touched;
    const auto base = copy(state_.positions());
    const SavedState before = state_.save(touched);
    then_block();
    const SavedState after_then = state_.save(touched);
    state_.restore(before, touched);
    else_block();
    state_.meet(after_then, touched, base, state_.new_era());
  }

  // --- loops

  void walk_for(ControlId id, const For& loop) {
    const std::optional<std::int64_t> lower = constant(loop.lower), upper = constant(loop.upper),
                                      step = constant(loop.step);
    const auto trips = lower && upper && step ? constant_trips(*lower, *upper, *step) : std::nullopt;
    if (trips && *trips <= affordable_trips(id)) return walk_trips(id, loop, *lower, *step, *trips);
    walk_dynamic(id, loop.body, &loop);
  }

  std::optional<std::int64_t> constant(const Affine& form) const {
    const Affine value = variables_.substitute(form);
    if (!value.is_constant()) return std::nullopt;
    return value.constant;
  }
  std::optional<std::int64_t> constant(const Bound& bound) const {
    const auto* form = std::get_if<Affine>(&bound);
    return form ? constant(*form) : std::nullopt;
  }

  // Trip by trip costs no more than the fixpoint might, or little.
  std::int64_t affordable_trips(ControlId id) const {
    if (is_coarse(id)) return 0;
    const std::size_t sites = std::max<std::size_t>(structure_[id].sites, 1);
    return std::max<std::int64_t>(64, static_cast<std::int64_t>(4096 / sites));
  }

  void walk_trips(ControlId id, const For& loop, std::int64_t lower, std::int64_t step,
                  std::int64_t trips) {
    loops_.push_back({true, std::nullopt});
    for (std::int64_t trip = 0; trip < trips; ++trip) {
      variables_.set_value(id, Affine(lower + trip * step));
      loops_.back() = {trip == 0, lower + trip * step};
      barrier(id, BarrierPlace::begin_of_iteration);
      walk_block(loop.body);
      barrier(id, BarrierPlace::end_of_iteration);
    }
    variables_.set_value(id, std::nullopt);
    loops_.pop_back();
  }

  // A loop whose trips are not known. `loop` is null for a `while`.
  void walk_dynamic(ControlId id, const Block& body, const For* loop) {
    const Touched& touched = structure_[id].touched;
    const auto base = copy(state_.positions());
    const Era era = state_.new_era();
    if (is_coarse(id)) return walk_coarse(id, body, loop, era);

    loops_.push_back({true, std::nullopt});
    begin_first(id, loop);
    std::optional<SavedState> exit = walk_pass(id, body, loop);
    begin_second(id, loop);
    const SavedState first = state_.save(touched);
    state_.meet(first, touched, base, era);
    loops_.back().first = false;
    SavedState head = state_.save(touched);
    SavedState last_exit = head;
    const std::int64_t widen_after = structure_[id].most_slots + 2;
    for (std::int64_t pass = 0;; ++pass) {
      last_exit = *walk_pass(id, body, loop);
      turn(id, loop);
      state_.meet(first, touched, base, era);
      if (pass >= widen_after) state_.widen(head, touched);
      SavedState next = state_.save(touched);
      if (next == head) break;
      head = std::move(next);
      if (pass == widen_after + kPasses || is_spent())
        return give_up(id, body, loop, *exit, base, era);
    }
    state_.restore(last_exit, touched);
    state_.meet(*exit, touched, base, state_.new_era());
    leave(id, loop);
  }

  // The header, where the loop may end, and the body. Returns the state where it may end.
  std::optional<SavedState> walk_pass(ControlId id, const Block& body, const For* loop) {
    if (!loop) walk_reads(id);
    std::optional<SavedState> exit = state_.save(structure_[id].touched);
    barrier(id, BarrierPlace::begin_of_iteration);
    walk_block(body);
    barrier(id, BarrierPlace::end_of_iteration);
    return exit;
  }

  void give_up(ControlId id, const Block& body, const For* loop, const SavedState& exit,
               const std::vector<Position>& base, Era era) {
    const Touched& touched = structure_[id].touched;
    state_.forget(touched, era);
    const SavedState last_exit = *walk_pass(id, body, loop);
    state_.restore(last_exit, touched);
    state_.meet(exit, touched, base, state_.new_era());
    leave(id, loop);
  }

  void walk_coarse(ControlId id, const Block& body, const For* loop, Era era) {
    const Touched& touched = structure_[id].touched;
    loops_.push_back({false, std::nullopt});
    variables_.set_value(id, std::nullopt);
    variables_.set_least(id, loop ? constant(loop->lower) : std::nullopt);
    state_.forget(touched, era);
    const SavedState exit = *walk_pass(id, body, loop);
    state_.restore(exit, touched);
    leave(id, loop);
  }

  // The loop variable is the lower bound in the first iteration, provided that the
  // bound's own value cannot change inside.
  void begin_first(ControlId id, const For* loop) {
    if (!loop) return;
    const auto* lower = std::get_if<Affine>(&loop->lower);
    if (lower && is_stable(*lower)) variables_.set_value(id, variables_.substitute(*lower));
  }

  static bool is_stable(const Affine& form) {
    return std::ranges::none_of(form.terms, [](const AffineTerm& term) {
      return term.symbol.kind == Symbol::Kind::counter;
    });
  }

  // From the end of the first iteration to the head of the second: frames are expressed
  // in the variable, which is a symbol from here on.
  void begin_second(ControlId id, const For* loop) {
    if (!loop) return;
    const auto* lower = std::get_if<Affine>(&loop->lower);
    const bool replaced = lower && is_stable(*lower);
    const auto least = constant(loop->lower), step = constant(loop->step);
    variables_.set_least(id, least && step && *step > 0 ? sum(*least, *step) : std::nullopt);
    if (!replaced) return turn(id, loop);
    const auto second = add(variables_.substitute(*lower), variables_.substitute(loop->step));
    variables_.set_value(id, std::nullopt);
    if (!second || !is_stable(loop->step)) return;
    const ControlFacts& facts = structure_[id];
    for (std::size_t i = 0; i < facts.touched.rings.size(); ++i)
      if (facts.ring_coefficients[i] != 0)
        state_.express_frame(facts.touched.rings[i], Symbol::of(id), facts.ring_coefficients[i],
                             *second);
  }

  static std::optional<std::int64_t> sum(std::int64_t a, std::int64_t b) {
    std::int64_t result;
    if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
    return result;
  }

  // The back edge: the variable's old value is its new one less the step.
  void turn(ControlId id, const For* loop) {
    if (!loop) return;
    std::optional<Affine> old;
    if (is_stable(loop->step)) old = subtract(Affine(Symbol::of(id)), variables_.substitute(loop->step));
    const Symbol variable = Symbol::of(id);
    old ? state_.rewrite_frames(variable, *old) : state_.lose(variable);
  }

  void leave(ControlId id, const For* loop) {
    if (loop) state_.lose(Symbol::of(id));
    variables_.set_value(id, std::nullopt);
    variables_.set_least(id, std::nullopt);
    loops_.pop_back();
  }

  // --- sites

  void walk_site(SiteId id, bool is_read) {
    const Site& site = operands_.sites[id];
    ++visits_;
    find_slots(site);
    find_candidates(id, site);
    choose_waits();
    for (const Candidate& candidate : candidates_)
      if (candidate.waited) learn(id, site.engine, candidate.key);
    set_keys(site);
    if (is_read || program_.engines[site.engine].inflight == 1) state_.complete_own(site.engine);
  }

  void find_slots(const Site& site) {
    slots_.clear();
    for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
      const Touch& touch = operands_.touches[t];
      slots_.push_back(touch.kind == Touch::Kind::ring
                           ? state_.slot(touch.first,
                                         variables_.substitute(touch.slot), scope())
                           : 0);
    }
    // A ring that turned to a later operand's form is named anew for all of them.
    for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
      const Touch& touch = operands_.touches[t];
      if (touch.kind == Touch::Kind::ring)
        slots_[t - site.touches_begin] =
            state_.slot_if_known(touch.first, variables_.substitute(touch.slot));
    }
  }

  struct Candidate {
    NeedId need;
    KeyId key;
    bool waited = true;
  };

  static KeyId at_slot(KeyId first, std::int64_t slot) { return KeyId(first.value + 2 * slot); }

  void find_candidates(SiteId id, const Site& site) {
    candidates_.clear();
    for (std::uint32_t n = site.needs_begin; n < site.needs_end; ++n) {
      const Need& need = operands_.needs[NeedId(n)];
      const Touch& touch = operands_.touches[need.touch];
      const std::int64_t slot = slots_[need.touch - site.touches_begin];
      if (touch.kind == Touch::Kind::any || slot < 0)
        visit_unknown(NeedId(n), id, touch);
      else
        visit_key(NeedId(n), site.engine, at_slot(need.key, slot));
    }
  }

  void visit_key(NeedId id, EngineId engine, KeyId key) {
    NeedFacts& facts = result_.needs[id];
    const Distance distance = state_.distance(key);
    note_visit(facts, distance);
    if (state_.key(key).position == 0) return drop(facts, NeedFacts::Reason::never_set, ~0u);
    const EngineId producer = operands_.needs[id].producer;
    if (state_.knows(engine, key) || within_limit(engine, producer, key))
      return drop(facts, NeedFacts::Reason::known,
                  known_through_[engine.value * program_.engines.size() + producer.value].value);
    candidates_.push_back({id, key});
  }

  // An own result that must be complete for this instance to find a place in flight.
  bool within_limit(EngineId engine, EngineId producer, KeyId key) const {
    return engine == producer &&
           state_.least_distance(key) >= program_.engines[engine].inflight - 1;
  }

  static void drop(NeedFacts& facts, NeedFacts::Reason reason, std::uint32_t through) {
    if (facts.needed) return;
    facts.reason = reason;
    facts.through = through;
  }

  // One of several keys, which one is not known: certain only if all of them are.
  void visit_unknown(NeedId id, SiteId site, const Touch& touch) {
    const Need& need = operands_.needs[id];
    NeedFacts& facts = result_.needs[id];
    note_visit(facts, Distance::none());
    const EngineId engine = operands_.sites[site].engine;
    bool certain = true;
    operands_.for_each_key(touch, need.producer, [&](KeyId write_key) {
      for (std::int64_t s = 0; s < operands_.regions[touch.first].slots; ++s)
        certain &= state_.knows(engine, at_slot(KeyId(write_key.value + (need.last_write ? 0 : 1)), s));
    });
    if (certain) return drop(facts, NeedFacts::Reason::known, ~0u);
    facts.needed = true;
    facts.hottest_needed = std::max(facts.hottest_needed, heat());
  }

  // Of the keys not certain yet, those that no other one brings.
  void choose_waits() {
    for (Candidate& candidate : candidates_) {
      for (const Candidate& other : candidates_) {
        if (!candidate.waited) break;
        if (&other == &candidate || !other.waited || !state_.row_covers(other.key, candidate.key))
          continue;
        candidate.waited = false;
        drop(result_.needs[candidate.need], NeedFacts::Reason::implied, other.need.value);
      }
    }
    for (const Candidate& candidate : candidates_)
      if (candidate.waited) note_needed(candidate);
  }

  void note_needed(const Candidate& candidate) {
    NeedFacts& facts = result_.needs[candidate.need];
    facts.needed = true;
    facts.hottest_needed = std::max(facts.hottest_needed, heat());
  }

  // Loops around this point that are past their first iteration.
  std::uint8_t heat() const {
    return static_cast<std::uint8_t>(
        std::ranges::count_if(loops_, [](const Iteration& loop) { return !loop.first; }));
  }

  void note_visit(NeedFacts& facts, Distance distance) {
    facts.hottest = std::max(facts.hottest, heat());
    facts.distance = intersection(facts.distance, distance);
    AffineDistance::Values values{};
    std::size_t depth = 0;
    for (; depth < std::min(values.size(), loops_.size()); ++depth) {
      const Iteration& loop = loops_[loops_.size() - 1 - depth];
      if (!loop.value) break;
      values[depth] = *loop.value;
    }
    if (facts.affine < 0) {
      if (depth == 0) return;
      facts.affine = static_cast<std::int32_t>(result_.affine.size());
      result_.affine.emplace_back();
    }
    result_.affine[static_cast<std::size_t>(facts.affine)].observe(values, depth, distance);
  }

  void learn(SiteId site, EngineId engine, KeyId key) {
    state_.learn(engine, key);
    const EngineId producer = operands_.key_engine[key];
    known_through_[engine.value * program_.engines.size() + producer.value] = site;
  }

  void set_keys(const Site& site) {
    const Position position = state_.issue(site.engine);
    for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
      const Touch& touch = operands_.touches[t];
      const std::int64_t slot = slots_[t - site.touches_begin];
      if (touch.kind == Touch::Kind::any || slot < 0) continue;
      const KeyId write_key = at_slot(touch.own_key, slot);
      state_.set_key(KeyId(write_key.value + 1), site.engine, position);
      if (touch.is_write) state_.set_key(write_key, site.engine, position);
    }
    for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t)
      if (operands_.touches[t].kind == Touch::Kind::any || slots_[t - site.touches_begin] < 0)
        may_set_keys(operands_.touches[t], site.engine);
  }

  void may_set_keys(const Touch& touch, EngineId engine) {
    operands_.for_each_key(touch, engine, [&](KeyId write_key) {
      for (std::int64_t s = 0; s < operands_.regions[touch.first].slots; ++s) {
        if (touch.is_write) state_.may_set_key(at_slot(write_key, s), engine);
        state_.may_set_key(KeyId(at_slot(write_key, s).value + 1), engine);
      }
    });
  }

  template <class T>
  static std::vector<T> copy(std::span<const T> items) {
    return {items.begin(), items.end()};
  }

  const Program& program_;
  const Operands& operands_;
  const Structure& structure_;
  const BarrierPoints* barriers_;
  std::size_t precise_height_ = 0;  // loops of greater height are coarse
  std::size_t budget_ = 0, visits_ = 0;
  State state_;
  Variables variables_;
  std::vector<RegionId> all_rings_;
  std::vector<ControlId> controls_;  // around this point
  std::vector<Iteration> loops_;
  std::vector<std::int64_t> slots_;       // of the site's touches; -1: not known
  std::vector<Candidate> candidates_;
  std::vector<SiteId> known_through_;     // by engine, then producer
  Analysis result_;
};

}  // namespace

Analysis analyze(const Program& program, const Operands& operands, const Structure& structure,
                 const BarrierPoints* barriers) {
  return Walker(program, operands, structure, barriers).run();
}

}  // namespace tidemark::sync
