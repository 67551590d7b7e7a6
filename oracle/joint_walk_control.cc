// Loops, branches and trips of the joint walk.
#include <algorithm>

#include "core/check.h"
#include "core/ir/comparison.h"
#include "oracle/affine_hull.h"
#include "oracle/joint_walk.h"

namespace tidemark {
namespace {

using Relation = Constraint::Relation;

Constraint at_least(const Affine& a, const Affine& b) {
  return {difference(a, b), Relation::non_negative};
}

// `compared` with 0.
Constraint constraint_of(Comparison comparison, const Affine& compared) {
  const Affine negated = difference(0, compared);
  switch (comparison) {
    case Comparison::equal:
      return {compared, Relation::zero};
    case Comparison::not_equal:
      return {compared, Relation::non_zero};
    case Comparison::less:
      return at_least(negated, 1);
    case Comparison::less_equal:
      return at_least(negated, 0);
    case Comparison::greater:
      return at_least(compared, 1);
    case Comparison::greater_equal:
      return at_least(compared, 0);
  }
  __builtin_unreachable();
}

Affine moderate(JointState& state, const Affine& form) {
  return is_moderate(form) ? form : state.fresh();
}

// How a condition compares its difference with 0; nothing for a load.
std::optional<Comparison> comparison_of(const Condition& condition) {
  if (const auto* compare = std::get_if<Compare>(&condition)) return compare->comparison;
  if (std::holds_alternative<ParamId>(condition)) return Comparison::not_equal;
  return std::nullopt;
}

const Affine& step_of(const JointCode& code, ControlId loop) {
  return std::get<For>(code.program->controls[loop].form).step;
}

bool is_over_params(const Affine& form) {
  return std::ranges::all_of(
      form.terms, [](const AffineTerm& term) { return term.symbol.kind == Symbol::Kind::param; });
}

}  // namespace

// What the tests around the place have found, of the columns that they left.
void JointWalk::add_scope_facts(JointState& state) const {
  const Node& node = code_.nodes[state.node];
  const auto add_loop = [&](ControlId loop, std::int64_t least_left) {
    const Affine& trip = state.at(code_.trip(loop));
    // The first ones are numbers, and told apart.
    if (!trip.is_constant()) assume(state, at_least(trip, partition_.turns));
    assume(state, at_least(difference(state.at(code_.trips(loop)), trip), least_left));
    if (least_left > 0) add_advance_fact(loop, state);
    if (!step_of(code_, loop).is_constant())
      assume(state, at_least(state.at(code_.advance(loop)), trip));
  };
  for (const JointScope& scope : node.scope) {
    const Control& control = code_.program->controls[scope.control];
    if (std::holds_alternative<For>(control.form)) add_loop(scope.control, 1);
    const auto* branch = std::get_if<If>(&control.form);
    const auto comparison = branch ? comparison_of(branch->condition) : std::nullopt;
    if (!comparison) continue;
    const Affine& compared = state.at(code_.difference(scope.control));
    const Constraint fact =
        constraint_of(scope.arm == Arm::else_arm ? opposite(*comparison) : *comparison, compared);
    // An equation has been substituted where it was found; here it can only be a fact.
    if (!fact.form.is_constant()) state.facts.push_back(fact);
  }
  if (node.kind == Node::Kind::head_for) add_loop(node.control, 0);
}

// In a trip, what has been stepped is within the range: trips say so, if the step is a constant.
bool JointWalk::add_advance_fact(ControlId loop, JointState& state) const {
  return step_of(code_, loop).is_constant() ||
         assume(
             state,
             at_least(difference(state.at(code_.range(loop)), state.at(code_.advance(loop))), 1));
}

// Where it is told apart which way tests of params went, they go so again. False if none can.
bool JointWalk::add_settled_facts(JointState& state) const {
  if (partition_.arms == Partition::Arms::none) return true;
  Evaluation evaluation(code_, tracking_, state);
  for (const ControlId id : tracking_.settled) {
    const LastArm arm = state.arms[id.value];
    if (arm == LastArm::none) continue;
    const Condition& condition = std::get<If>(code_.program->controls[id].form).condition;
    const auto* compare = std::get_if<Compare>(&condition);
    const Affine compared = compare
                                ? moderate(state, difference(evaluation.value(compare->left.form),
                                                             evaluation.value(compare->right.form)))
                                : state.at(code_.param(std::get<ParamId>(condition)));
    const Comparison comparison = *comparison_of(condition);
    const Comparison holds = arm == LastArm::else_arm ? opposite(comparison) : comparison;
    if (!assume(state, constraint_of(holds, compared))) return false;
  }
  return true;
}

const Affine* JointWalk::known_trips(const JointState& state, const Affine& range,
                                     const Affine& step) const {
  const auto matches = [&](ColumnId known_range, ControlId loop) {
    return state.at(known_range) == range && step_of(code_, loop) == step;
  };
  for (const ControlId id : code_.program->controls.ids())
    if (std::holds_alternative<For>(code_.program->controls[id].form) &&
        matches(code_.range(id), id))
      return &state.at(code_.trips(id));
  for (std::size_t i = 0; i < code_.snapshot_controls.size(); ++i)
    if (matches(code_.seen_range(SnapshotId(i)), code_.snapshot_controls[i]))
      return &state.at(code_.seen_trips(SnapshotId(i)));
  return nullptr;
}

// max(0, ceil(range / step)), as a form or as a fresh symbol.
Affine JointWalk::trips_of(ControlId loop, const Affine& range, JointState& state) {
  const Affine& step = step_of(code_, loop);
  if (range.is_constant() && range.constant <= 0) return 0;
  if (range.is_constant() && step.is_constant() && step.constant > 0)
    return (range.constant - 1) / step.constant + 1;
  if (is_over_params(step))  // another may have changed since
    if (const Affine* known = known_trips(state, range, step)) return *known;
  const Constraint below = at_least(difference(0, range), 1);
  const Constraint above = at_least(range, 1);
  if (reasoner_.is_never_taken(state, {&above, 1}, "is the loop never entered")) return 0;
  if (step == Affine(1) && reasoner_.is_never_taken(state, {&below, 1}, "are the bounds in order"))
    return range;
  return state.fresh();
}

void JointWalk::snapshot(ControlId loop, ColumnId trips, ColumnId range, JointState& state) {
  Evaluation evaluation(code_, tracking_, state);
  const auto& form = std::get<For>(code_.program->controls[loop].form);
  const auto bound = [&](const Bound& b) {
    const auto* affine = std::get_if<Affine>(&b);
    return affine ? std::optional(evaluation.value(*affine)) : std::nullopt;
  };
  const auto lower = bound(form.lower);
  const auto upper = bound(form.upper);
  // A bound that is loaded is that of the last read, whose loop has its trips already.
  const bool is_loaded = !lower || !upper;
  const Affine distance =
      is_loaded ? state.at(code_.range(loop)) : moderate(state, difference(*upper, *lower));
  const Affine count = is_loaded ? state.at(code_.trips(loop)) : trips_of(loop, distance, state);
  const auto unknown = [](std::int64_t) { return kNoResidue; };
  set(state, range, distance, unknown);
  set(state, trips, count, unknown);
}

// Products that the snapshot is a factor of. In the code's list, inner ones stand first.
void JointWalk::begin_products(SnapshotId snapshot, JointState& state) const {
  std::vector<ColumnId> changed = {code_.seen_trips(snapshot)};
  for (const TripsProduct& product : code_.products) {
    if (product.outer_trips != snapshot &&
        std::ranges::find(changed, product.inner) == changed.end())
      continue;
    changed.push_back(product.product);
    const Affine& outer = state.at(code_.seen_trips(product.outer_trips));
    const Affine& inner = state.at(product.inner);
    const auto exact = outer.is_constant()   ? scale(inner, outer.constant)
                       : inner.is_constant() ? scale(outer, inner.constant)
                                             : std::nullopt;
    const auto unknown = [](std::int64_t) { return kNoResidue; };
    set(state, product.product, exact && is_moderate(*exact) ? *exact : state.fresh(), unknown);
  }
}

// `so_far` has become the product, if the loop had the trips that were seen.
bool JointWalk::end_products(ControlId loop, JointState& state) const {
  for (const TripsProduct& product : code_.products) {
    if (product.outer != loop) continue;
    if (state.at(code_.trips(loop)) == state.at(code_.seen_trips(product.outer_trips)) &&
        !assume_zero(state, difference(state.at(product.so_far), state.at(product.product))))
      return false;
    set(state, product.so_far, 0);
  }
  return true;
}

// What lies between a loop's bounds is known from the first read on: streams may look at it.
void JointWalk::read_bound(ControlId control, JointState& state) {
  if (!std::holds_alternative<For>(code_.program->controls[control].form)) return;
  const auto unknown = [](std::int64_t) { return kNoResidue; };
  const Affine range = state.fresh();
  const Affine trips = trips_of(control, range, state);
  set(state, code_.range(control), range, unknown);
  set(state, code_.trips(control), trips, unknown);
}

bool JointWalk::enter_for(const Node& node, JointState& state) {
  const auto& loop = std::get<For>(code_.program->controls[node.control].form);
  Evaluation evaluation(code_, tracking_, state);
  const bool is_loaded = load_of(code_.program->controls[node.control]) != nullptr;
  const auto bound = [&](const Bound& b) {
    const auto* affine = std::get_if<Affine>(&b);
    return affine ? evaluation.value(*affine) : state.fresh();
  };
  const Affine lower = bound(loop.lower);
  const Affine upper = bound(loop.upper);
  const Affine step = evaluation.value(loop.step);
  if (!assume(state, at_least(step, 1))) return false;  // an error: no verdict
  const Affine range =
      is_loaded ? state.at(code_.range(node.control)) : moderate(state, difference(upper, lower));
  const Affine trips =
      is_loaded ? state.at(code_.trips(node.control)) : trips_of(node.control, range, state);
  const auto unknown = [](std::int64_t) { return kNoResidue; };
  const auto* lower_form = std::get_if<Affine>(&loop.lower);
  set(state, code_.variable(node.control), lower, [&](std::int64_t modulus) {
    return lower_form ? evaluation.residue_of(*lower_form, modulus) : kNoResidue;
  });
  set(state, code_.step(node.control), step,
      [&](std::int64_t modulus) { return evaluation.residue_of(loop.step, modulus); });
  set(state, code_.range(node.control), range, unknown);
  set(state, code_.trips(node.control), trips, unknown);
  set(state, code_.trip(node.control), 0);
  set(state, code_.advance(node.control), 0);
  for (const TripsProduct& product : code_.products)
    if (product.outer == node.control) set(state, product.so_far, 0);
  return true;
}

// Before each trip. With `is_met`, the state is what all paths to here have in common.
bool JointWalk::head_for(const Node& node, JointState& state, bool is_met) {
  const Affine& trips = state.at(code_.trips(node.control));
  const Affine left = difference(trips, state.at(code_.trip(node.control)));
  const bool is_exact =
      std::ranges::find(tracking_.exact, code_.variable(node.control)) != tracking_.exact.end();
  const std::int64_t unrolled = is_exact ? 16 * options_.unrolled : options_.unrolled;
  if (left.is_constant() && trips.is_constant() && trips.constant <= unrolled) {
    if (left.constant <= 0) return leave_for(node, state);
    ++state.node;
    return true;
  }
  if (!is_met) {
    observer_.arrive(std::move(state));
    return false;
  }
  JointState done = state;
  if (assume_zero(done, left) && is_possible(done) && leave_for(node, done))
    pending_.push_back(std::move(done));
  if (!assume(state, at_least(left, 1)) || !add_advance_fact(node.control, state)) return false;
  if (!is_possible(state)) return false;
  ++state.node;
  return true;
}

bool JointWalk::leave_for(const Node& node, JointState& state) {
  if (!end_products(node.control, state)) return false;
  state.arms[node.control.value] =
      state.at(code_.trip(node.control)) == Affine(0) ? LastArm::no_trip : LastArm::some_trips;
  // Numbers that can be had again would only tell whether the loop was ever entered.
  const Control& control = code_.program->controls[node.control];
  if (load_of(control) == nullptr && state.at(code_.range(node.control)).is_constant() &&
      state.at(code_.trips(node.control)).is_constant()) {
    set(state, code_.trips(node.control), 0);
    set(state, code_.range(node.control), 0);
  }
  set(state, code_.trip(node.control), 0);
  set(state, code_.variable(node.control), 0);
  set(state, code_.step(node.control), 0);
  set(state, code_.advance(node.control), 0);
  state.node = node.target;
  return true;
}

void JointWalk::next_trip(const Node& node, JointState& state) {
  Evaluation evaluation(code_, tracking_, state);
  const ColumnId variable = code_.variable(node.control);
  const ColumnId step = code_.step(node.control);
  const auto sum = add(state.at(variable), state.at(step));
  set(state, variable, sum && is_moderate(*sum) ? *sum : state.fresh(), [&](std::int64_t modulus) {
    const std::int64_t old = evaluation.residue_of(variable, modulus);
    const std::int64_t by = evaluation.residue_of(step, modulus);
    return old == kNoResidue || by == kNoResidue ? kNoResidue : (old + by) % modulus;
  });
  const auto next = add(state.at(code_.trip(node.control)), 1);
  CHECK(next.has_value());
  set(state, code_.trip(node.control), *next, [](std::int64_t) { return kNoResidue; });
  const auto advance = add(state.at(code_.advance(node.control)), state.at(step));
  set(state, code_.advance(node.control),
      advance && is_moderate(*advance) ? *advance : state.fresh(),
      [](std::int64_t) { return kNoResidue; });
  for (const TripsProduct& product : code_.products) {
    if (product.outer != node.control) continue;
    const auto sum_so_far = add(state.at(product.so_far), state.at(product.inner));
    const bool is_kept = sum_so_far && is_moderate(*sum_so_far);
    set(state, product.so_far, is_kept ? *sum_so_far : state.fresh(),
        [](std::int64_t) { return kNoResidue; });
  }
}

bool JointWalk::branch_if(const Node& node, JointState& state) {
  const auto& branch = std::get<If>(code_.program->controls[node.control].form);
  Evaluation evaluation(code_, tracking_, state);
  std::optional<Affine> compared;
  if (const auto* compare = std::get_if<Compare>(&branch.condition)) {
    const auto left = evaluation.value(compare->left);
    if (!left) return split(node, state, evaluation.split());
    const auto right = evaluation.value(compare->right);
    if (!right) return split(node, state, evaluation.split());
    compared = moderate(state, difference(*left, *right));
  } else if (const auto* param = std::get_if<ParamId>(&branch.condition)) {
    compared = state.at(code_.param(*param));
  }
  const auto go = [&](LastArm arm, std::uint32_t to, const std::vector<Constraint>& facts) {
    state.arms[node.control.value] = arm;
    fork(state, to, facts);
  };
  if (!compared) {  // a load: either way
    go(LastArm::else_arm, node.target, {});
    state.arms[node.control.value] = LastArm::then_arm;
    ++state.node;
    return true;
  }
  set(state, code_.difference(node.control), *compared, [](std::int64_t) { return kNoResidue; });
  const Comparison comparison = *comparison_of(branch.condition);
  go(LastArm::else_arm, node.target, {constraint_of(opposite(comparison), *compared)});
  go(LastArm::then_arm, state.node + 1, {constraint_of(comparison, *compared)});
  return false;
}

}  // namespace tidemark
