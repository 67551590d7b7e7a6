#include "core/sync/analysis.h"

#include <algorithm>
#include <span>

#include "core/check.h"
#include "core/sync/conditions.h"
#include "core/sync/mutant.h"
#include "core/sync/precision.h"
#include "core/sync/site_walk.h"
#include "core/sync/state.h"

namespace tidemark::sync {
namespace {

// Passes after which a loop's fixpoint is given up for the coarse state, beyond the one
// for each slot of a ring that the first fills take.
constexpr std::int64_t kPasses = 8;

class Walker {
 public:
  Walker(const Program& program, const Outline& outline, const Operands& operands,
         const Structure& structure, const BarrierPoints* barriers, const BarrierPoints* drains)
      : program_(program),
        outline_(outline),
        operands_(operands),
        structure_(structure),
        barriers_(barriers),
        drains_(drains),
        precision_(program, outline, operands, structure),
        state_(operands, program.engines.size()),
        variables_(program),
        sites_(program, operands, state_, variables_, loops_) {
    for (RegionId region : operands.regions.ids())
      if (operands.regions[region].is_ring()) all_rings_.push_back(region);
  }

  Analysis run() {
    std::vector<ParamCase> cases = param_cases(program_);
    if (!precision_.affords(cases.size())) cases.assign(1, ParamCase(program_.params.size()));
    for (const ParamCase& params : cases) {
      precision_.start_walk();
      state_ = State(operands_, program_.engines.size());
      variables_.set_params(params);
      walk_block(outline_.whole());
    }
    return sites_.take_result();
  }

 private:
  // --- statements

  void walk_block(Outline::Block block) {
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        walk_site(operands_.site_of(*instruction));
      else if (const auto* assignment = std::get_if<AssignmentId>(&statement))
        walk_assignment(program_.assignments[*assignment]);
      else
        walk_control(std::get<ControlId>(statement));
    }
  }

  void walk_site(SiteId site) {
    precision_.count_visit();
    sites_.walk(site, scope());
  }

  // The counter's old value in terms of its new one, where the assignment can be undone.
  void walk_assignment(const Assignment& assignment) {
    if (mutated(Mutant::counter_does_not_turn)) return;
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
      walk_dynamic(id, outline_.body(id), nullptr);
    barrier(id, BarrierPlace::after);
  }

  void barrier(ControlId id, BarrierPlace place) {
    if (barriers_ && barriers_->at(id, place)) state_.drain_and_reset();
    if (drains_ && drains_->at(id, place)) state_.drain();
  }

  void walk_reads(ControlId id) {
    for (SiteId read : operands_.reads_of(id)) {
      precision_.count_visit();
      sites_.walk_read(read, scope());
    }
  }

  // --- branches

  void walk_if(ControlId id, const If& branch) {
    const auto then_block = [&] {
      walk_block(outline_.body(id));
      barrier(id, BarrierPlace::end_of_then);
    };
    const auto else_block = [&] {
      walk_block(outline_.else_body(id));
      barrier(id, BarrierPlace::end_of_else);
    };
    if (const std::optional<bool> taken = variables_.decide(branch.condition))
      return *taken ? then_block() : else_block();

    precision_.count_pass(id);
    const Touched& touched = structure_[id].touched;
    const auto base = copy(state_.progress());
    const Saved before = state_.save(touched);
    then_block();
    const Saved after_then = state_.save(touched);
    state_.restore(*before, touched);
    else_block();
    if (!mutated(Mutant::no_meet_at_branch))
      state_.meet(*after_then, touched, base, state_.new_era());
  }

  // --- loops

  void walk_for(ControlId id, const For& loop) {
    const std::optional<std::int64_t> lower = constant(loop.lower), upper = constant(loop.upper),
                                      step = constant(loop.step);
    const auto trips =
        lower && upper && step ? constant_trips(*lower, *upper, *step) : std::nullopt;
    if (trips && *trips <= precision_.affordable_trips(id))
      return walk_trips(id, *lower, *step, *trips);
    if (variables_.has_trips(loop) != false) walk_dynamic(id, outline_.body(id), &loop);
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

  void walk_trips(ControlId id, std::int64_t lower, std::int64_t step, std::int64_t trips) {
    loops_.push_back({true, std::nullopt});
    for (std::int64_t trip = 0; trip < trips; ++trip) {
      variables_.set_value(id, Affine(lower + trip * step));
      loops_.back() = {trip == 0, lower + trip * step};
      barrier(id, BarrierPlace::begin_of_iteration);
      walk_block(outline_.body(id));
      barrier(id, BarrierPlace::end_of_iteration);
    }
    variables_.set_value(id, std::nullopt);
    loops_.pop_back();
  }

  // A loop whose trips are not known. `loop` is null for a `while`.
  void walk_dynamic(ControlId id, Outline::Block body, const For* loop) {
    if (loop && barriers_ && barriers_->separates(id)) return walk_drained(id, body, *loop);
    const Touched& touched = structure_[id].touched;
    const auto base = copy(state_.progress());
    const Era era = state_.new_era();
    if (precision_.is_coarse(id)) return walk_coarse(id, body, loop, era);

    loops_.push_back({true, std::nullopt});
    begin_first(id, loop);
    const bool may_be_empty = !loop || variables_.has_trips(*loop) != true;
    const Saved exit = walk_pass(id, body, loop);
    begin_second(id, loop);
    const Saved first = state_.save(touched);
    state_.meet(*first, touched, base, era);
    loops_.back().first = false;
    Saved head = state_.save(touched);
    Saved last_exit;
    const std::int64_t widen_after = structure_[id].most_slots + 2;
    for (std::int64_t pass = 0;; ++pass) {
      last_exit = walk_round(id, body, loop, base);
      turn(id, loop);
      state_.meet(*first, touched, base, era);
      if (pass >= widen_after) state_.widen(*head, touched);
      Saved next = state_.save(touched);
      if (state_.equal(*next, *head, touched) || mutated(Mutant::one_pass_is_enough)) break;
      head = std::move(next);
      if (pass == widen_after + kPasses || precision_.is_spent())
        return give_up(id, body, loop, *exit, base, era);
    }
    state_.restore(last_exit ? *last_exit : *head, touched);
    if (may_be_empty && !mutated(Mutant::no_meet_at_exit))
      state_.meet(*exit, touched, base, state_.new_era());
    leave(id, loop);
  }

  // One iteration for each remainder of the variable that branches inside ask for. Returns
  // what holds wherever the loop may end, if that is elsewhere than at the head before this.
  Saved walk_round(ControlId id, Outline::Block body, const For* loop,
                   const std::vector<Progress>& base) {
    const std::int64_t period = structure_[id].period;
    if (!loop) return walk_pass(id, body, loop);
    if (period == 1) {
      precision_.count_pass(id);
      walk_body(id, body);
      return nullptr;
    }
    const std::int64_t lower = std::get<Affine>(loop->lower).constant, step = loop->step.constant;
    Saved exit;
    for (std::int64_t trip = 1; trip <= period; ++trip) {
      variables_.set_remainder(id, lower + trip * step, period * step);
      if (trip > 1) turn(id, loop);
      Saved here = walk_pass(id, body, loop);
      exit = exit ? either(*exit, *here, structure_[id].touched, base) : std::move(here);
    }
    return exit;
  }

  // What holds in both states, without moving from here.
  Saved either(const SavedState& a, const SavedState& b, const Touched& touched,
               const std::vector<Progress>& base) {
    const Saved here = state_.save(touched);
    state_.restore(b, touched);
    state_.meet(a, touched, base, state_.new_era());
    Saved both = state_.save(touched);
    state_.restore(*here, touched);
    return both;
  }

  // The header, where the loop may end, and the body. Returns the state where it may end.
  Saved walk_pass(ControlId id, Outline::Block body, const For* loop) {
    precision_.count_pass(id);
    if (!loop) walk_reads(id);
    Saved exit = state_.save(structure_[id].touched);
    walk_body(id, body);
    return exit;
  }

  void walk_body(ControlId id, Outline::Block body) {
    barrier(id, BarrierPlace::begin_of_iteration);
    walk_block(body);
    barrier(id, BarrierPlace::end_of_iteration);
  }

  void give_up(ControlId id, Outline::Block body, const For* loop, const SavedState& exit,
               const std::vector<Progress>& base, Era era) {
    const Touched& touched = structure_[id].touched;
    state_.forget(touched, era);
    variables_.set_remainder(id, 0, 1);
    const Saved last_exit = walk_pass(id, body, loop);
    state_.restore(*last_exit, touched);
    state_.meet(exit, touched, base, state_.new_era());
    leave(id, loop);
  }

  // Each iteration begins and ends drained, with all counts at 0: one walk is all of them.
  void walk_drained(ControlId id, Outline::Block body, const For& loop) {
    const Touched& touched = structure_[id].touched;
    precision_.count_pass(id);
    loops_.push_back({false, std::nullopt});
    variables_.set_value(id, std::nullopt);
    variables_.set_least(id, constant(loop.lower));
    state_.forget(touched, state_.new_era());
    state_.drain_and_reset();
    walk_body(id, body);
    state_.forget(touched, state_.new_era());
    state_.drain_and_reset();
    leave(id, &loop);
  }

  void walk_coarse(ControlId id, Outline::Block body, const For* loop, Era era) {
    const Touched& touched = structure_[id].touched;
    loops_.push_back({false, std::nullopt});
    variables_.set_value(id, std::nullopt);
    variables_.set_least(id, loop ? constant(loop->lower) : std::nullopt);
    if (loop) {
      // It ends at its head: there is less to save of what is forgotten there.
      const Saved before = state_.save(Touched{});
      state_.forget(touched, era);
      walk_body(id, body);
      state_.restore(*before, Touched{});
      state_.forget(touched, era);
    } else {
      state_.forget(touched, era);
      const Saved exit = walk_pass(id, body, loop);
      state_.restore(*exit, touched);
    }
    leave(id, loop);
  }

  // The loop variable is the lower bound in the first iteration, provided that the
  // bound's own value cannot change inside.
  void begin_first(ControlId id, const For* loop) {
    if (!loop) return;
    const auto* lower = std::get_if<Affine>(&loop->lower);
    if (lower && !names_counter(*lower) && !mutated(Mutant::phase_kept_on_reentry))
      variables_.set_value(id, variables_.substitute(*lower));
  }

  // From the end of the first iteration to the head of the second: frames are expressed
  // in the variable, which is a symbol from here on.
  void begin_second(ControlId id, const For* loop) {
    if (!loop) return;
    const auto* lower = std::get_if<Affine>(&loop->lower);
    const bool replaced =
        lower && !names_counter(*lower) && !mutated(Mutant::phase_kept_on_reentry);
    const auto least = constant(loop->lower), step = constant(loop->step);
    variables_.set_least(id, least && step && *step > 0 ? sum(*least, *step) : std::nullopt);
    if (!replaced) return turn(id, loop);
    const auto second = add(variables_.substitute(*lower), variables_.substitute(loop->step));
    variables_.set_value(id, std::nullopt);
    if (!second || names_counter(loop->step)) return;
    for (const RingStep& step : structure_[id].ring_steps)
      state_.express_frame(step.ring, Symbol::of(id), step.coefficient, *second);
  }

  static std::optional<std::int64_t> sum(std::int64_t a, std::int64_t b) {
    std::int64_t result;
    if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
    return result;
  }

  // The back edge: the variable's old value is its new one less the step.
  void turn(ControlId id, const For* loop) {
    if (!loop || mutated(Mutant::no_turn_at_back_edge)) return;
    std::optional<Affine> old;
    const Affine step = mutated(Mutant::step_taken_as_one) ? Affine(1) : loop->step;
    if (!names_counter(step)) old = subtract(Affine(Symbol::of(id)), variables_.substitute(step));
    if (mutated(Mutant::turned_the_wrong_way)) old = add(Affine(Symbol::of(id)), step);
    const Symbol variable = Symbol::of(id);
    old ? state_.rewrite_frames(variable, *old) : state_.lose(variable);
  }

  void leave(ControlId id, const For* loop) {
    if (loop && !mutated(Mutant::phase_kept_on_reentry)) state_.lose(Symbol::of(id));
    variables_.set_value(id, std::nullopt);
    variables_.set_least(id, std::nullopt);
    variables_.set_remainder(id, 0, 1);
    loops_.pop_back();
  }

  template <class T>
  static std::vector<T> copy(std::span<const T> items) {
    return {items.begin(), items.end()};
  }

  const Program& program_;
  const Outline& outline_;
  const Operands& operands_;
  const Structure& structure_;
  const BarrierPoints* barriers_;
  const BarrierPoints* drains_;
  Precision precision_;
  State state_;
  Variables variables_;
  std::vector<Iteration> loops_;  // around this point, outermost first
  SiteWalk sites_;
  std::vector<RegionId> all_rings_;
  std::vector<ControlId> controls_;  // around this point
};

}  // namespace

Analysis analyze(const Program& program, const Outline& outline, const Operands& operands,
                 const Structure& structure, const BarrierPoints* barriers,
                 const BarrierPoints* drains) {
  return Walker(program, outline, operands, structure, barriers, drains).run();
}

}  // namespace tidemark::sync
