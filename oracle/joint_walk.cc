#include "oracle/joint_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/check.h"
#include "oracle/affine_hull.h"

namespace tidemark {
namespace {

using Relation = Constraint::Relation;

}  // namespace

JointWalk::JointWalk(const JointCode& code, const Tracking& tracking, const Watch& watch,
                     Reasoner& reasoner, WalkObserver& observer, Goal goal,
                     const Partition& partition, const WalkOptions& options)
    : code_(code),
      tracking_(tracking),
      watch_(watch),
      reasoner_(reasoner),
      observer_(observer),
      goal_(goal),
      partition_(partition),
      options_(options),
      is_tracked_(code.column_count) {
  for (const TrackedResidue& residue : tracking.residues) is_tracked_[residue.column.value] = true;
}

void JointWalk::start() {
  pending_.push_back(initial_state(code_, tracking_, watch_));
  run();
}

void JointWalk::go_on_from(JointState state) {
  const Node& node = code_.nodes[state.node];
  add_scope_facts(state);
  if (!add_settled_facts(state)) return;
  switch (node.kind) {
    case Node::Kind::head_for:
      if (!head_for(node, state, true)) break;
      [[fallthrough]];
    case Node::Kind::join:
    case Node::Kind::head_while:
      if (node.kind != Node::Kind::head_for) ++state.node;
      pending_.push_back(std::move(state));
      break;
    default:
      CHECK(false);
  }
  run();
}

void JointWalk::run() {
  while (!pending_.empty() && !is_stopped_) {
    JointState state = std::move(pending_.back());
    pending_.pop_back();
    advance(std::move(state));
  }
}

void JointWalk::advance(JointState state) {
  while (!is_stopped_) {
    const Node& node = code_.nodes[state.node];
    ++steps_;
    const bool is_late = options_.deadline && std::chrono::steady_clock::now() > *options_.deadline;
    if (steps_ > options_.steps || is_late) {
      is_stopped_ = is_over_limit_ = true;
      return observer_.stop(
          node, is_late ? "the time is up"
                        : fmt::format("more than {} steps of the walk", options_.steps));
    }
    switch (node.kind) {
      case Node::Kind::end:
        return state.is_doomed ? stop_doomed(node) : void();
      case Node::Kind::join:  // nobody asks any more by how much the two sides differed
        set(state, code_.difference(node.control), 0);
        [[fallthrough]];
      case Node::Kind::head_while:
        return observer_.arrive(std::move(state));
      default:
        if (!pass(state)) return;
    }
  }
}

void JointWalk::stop_doomed(const Node& node) {
  is_stopped_ = true;
  observer_.stop(node, "an index of a stream may be outside its ring");
}

bool JointWalk::pass(JointState& state) {
  const Node& node = code_.nodes[state.node];
  const std::uint32_t next = state.node + 1;
  const auto go_on = [&](bool goes_on) {
    if (goes_on) state.node = next;
    return goes_on;
  };
  switch (node.kind) {
    case Node::Kind::set_register:
      return go_on(set_register(node, state));
    case Node::Kind::wait:
      return go_on(wait(node, state));
    case Node::Kind::issue:
    case Node::Kind::read:
      return go_on(instance(node, state));
    case Node::Kind::barrier:
      return go_on(barrier(node, state));
    case Node::Kind::assign:
      assign(node, state);
      return go_on(true);
    case Node::Kind::snapshot:
      snapshot(node.control, code_.seen_trips(node.snapshot), code_.seen_range(node.snapshot),
               state);
      begin_products(node.snapshot, state);
      return go_on(true);
    case Node::Kind::enter_for:
      return go_on(enter_for(node, state));
    case Node::Kind::head_for:
      return head_for(node, state, false);
    case Node::Kind::next_trip:
      next_trip(node, state);
      state.node = node.target;
      return true;
    case Node::Kind::branch_if:
      return branch_if(node, state);
    case Node::Kind::test_while:
      fork(state, node.target, {});
      return go_on(true);
    case Node::Kind::enter_while:
      state.arms[node.control.value] = LastArm::no_trip;
      return go_on(true);
    case Node::Kind::next_while:
      state.arms[node.control.value] = LastArm::some_trips;
      state.node = node.target;
      return true;
    case Node::Kind::leave_arm:
      state.node = node.target;
      return true;
    case Node::Kind::join:
    case Node::Kind::head_while:
    case Node::Kind::end:
      break;
  }
  CHECK(false);
}

void JointWalk::set(JointState& state, ColumnId column, Affine value,
                    const std::function<std::int64_t(std::int64_t)>& residue) const {
  if (is_tracked_[column.value]) {
    std::vector<std::int64_t> residues = state.residues;  // the new ones are made of the old
    for (std::size_t i = 0; i < tracking_.residues.size(); ++i)
      if (tracking_.residues[i].column == column)
        residues[i] = value.is_constant() ? floor_mod(value.constant, tracking_.residues[i].modulus)
                                          : residue(tracking_.residues[i].modulus);
    state.residues = std::move(residues);
  }
  state.columns[column.value] = std::move(value);
}

void JointWalk::set(JointState& state, ColumnId column, std::int64_t value) const {
  set(state, column, Affine(value), [](std::int64_t) { return kNoResidue; });
}

// Two residues of columns that differ by a constant, or of one.
bool JointWalk::agree(const JointState& state, std::size_t i, std::size_t j) const {
  const TrackedResidue& a = tracking_.residues[i];
  const TrackedResidue& b = tracking_.residues[j];
  const std::int64_t common = std::gcd(a.modulus, b.modulus);
  if (state.residues[j] == kNoResidue || common == 1) return true;
  if (state.at(a.column).terms != state.at(b.column).terms) return true;
  return (state.residues[i] - state.at(a.column).constant % common -
          (state.residues[j] - state.at(b.column).constant % common)) %
             common ==
         0;
}

// What equations say of a tracked column may leave no value with its residue.
bool JointWalk::has_consistent_residues(const JointState& state) const {
  for (std::size_t i = 0; i < tracking_.residues.size(); ++i) {
    if (state.residues[i] == kNoResidue) continue;
    const Affine& form = state.at(tracking_.residues[i].column);
    std::int64_t common = tracking_.residues[i].modulus;
    for (const AffineTerm& term : form.terms) common = std::gcd(common, term.coefficient);
    if (floor_mod(form.constant, common) != state.residues[i] % common) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (!agree(state, i, j)) return false;
  }
  return true;
}

bool JointWalk::is_possible(const JointState& state) const {
  return has_consistent_residues(state) &&
         !reasoner_.is_never_taken(state, state.facts, "is this path possible");
}

void JointWalk::fork(const JointState& state, std::uint32_t node,
                     const std::vector<Constraint>& facts) {
  JointState other = state;
  other.node = node;
  for (const Constraint& fact : facts)
    if (!assume(other, fact)) return;
  if (facts.empty() || is_possible(other)) pending_.push_back(std::move(other));
}

// Once more at this node, for each case. Always false.
bool JointWalk::split(const Node& node, const JointState& state, const Split& split) {
  const auto stop = [&](const std::string& reason) {
    is_stopped_ = true;
    observer_.stop(node, reason);
    return false;
  };
  if (split.count == 0) return stop("a remainder of a product is not followed");
  if (split.count > options_.splits)
    return stop(fmt::format("a number may have {} values", split.count));
  for (std::int64_t value = 0; value < split.count; ++value) {
    if (split.kind == Split::Kind::residue) {
      pending_.push_back(state);
      pending_.back().residues[split.index] = value;
      if (!has_consistent_residues(pending_.back())) pending_.pop_back();
    } else {
      fork(state, state.node, {{difference(split.form, value), Relation::zero}});
    }
  }
  return false;
}

// As split(), for an operation of a stream: cases in which its index is outside go on without
// the operation. True if this state is such a case.
bool JointWalk::split_operation(const Node& node, JointState& state, const Split& split) {
  if (split.kind == Split::Kind::value && split.form.is_constant() && split.count > 0) {
    state.is_doomed = true;
    return true;
  }
  if (split.kind == Split::Kind::value && split.count > 0) {
    JointState outside = state;
    outside.is_doomed = true;
    fork(outside, state.node + 1, {{difference(Affine(-1), split.form), Relation::non_negative}});
    fork(outside, state.node + 1, {{difference(split.form, split.count), Relation::non_negative}});
  }
  return this->split(node, state, split);
}

bool JointWalk::set_register(const Node& node, JointState& state) {
  const auto& statement = std::get<SetRegister>(node.statement->form);
  Evaluation evaluation(code_, tracking_, state);
  std::uint32_t column = code_.registers[node.engine][statement.target.value];
  if (statement.index) {
    const std::int64_t count =
        code_.stream_of[node.engine]->registers[statement.target].count.value_or(1);
    const auto at = evaluation.index(node, *statement.index, count);
    if (!at) return split_operation(node, state, evaluation.split());
    if (*at < 0 || *at >= count)
      return split_operation(node, state, {Split::Kind::value, 0, Affine(*at), count});
    column += static_cast<std::uint32_t>(*at);
  }
  auto value = evaluation.value(node, statement.value);
  if (!value) return split_operation(node, state, evaluation.split());
  set(state, ColumnId(column), *std::move(value),
      [&](std::int64_t modulus) { return evaluation.residue_of(node, statement.value, modulus); });
  for (const std::uint32_t w : watch_.indices_of[column]) {
    for (Bits& bits : state.at_least) bits.clear(w);
    for (Bits& bits : state.at_most) bits.clear(w);
    note_reached(code_, watch_, w, state);
  }
  return true;
}

bool JointWalk::wait(const Node& node, JointState& state) {
  const auto& statement = std::get<Wait>(node.statement->form);
  Evaluation evaluation(code_, tracking_, state);
  const SemaphoreId semaphore = statement.semaphore.semaphore;
  std::uint32_t count = code_.first_count[semaphore];
  if (statement.semaphore.index) {
    const std::int64_t size = code_.streams->semaphores[semaphore].count.value_or(1);
    const auto at = evaluation.index(node, *statement.semaphore.index, size);
    if (!at) return split_operation(node, state, evaluation.split());
    if (*at < 0 || *at >= size)
      return split_operation(node, state, {Split::Kind::value, 0, Affine(*at), size});
    count += static_cast<std::uint32_t>(*at);
  }
  auto threshold = evaluation.value(node, statement.threshold);
  if (!threshold) return split_operation(node, state, evaluation.split());
  const auto source = evaluation.column(node, statement.threshold);
  const std::uint32_t from =
      source ? watch_.index_of(source->first, source->second) : Watch::kNotWatched;
  if (!state.is_doomed) observer_.wait({node, state, CountId(count), *threshold, from});
  set(state, code_.threshold(node.wait), *std::move(threshold),
      [](std::int64_t) { return kNoResidue; });
  const std::uint32_t to = watch_.index_of(code_.threshold(node.wait), 0);
  if (from != Watch::kNotWatched && to != Watch::kNotWatched)
    for (std::vector<Bits>* table : {&state.at_least, &state.at_most})
      for (Bits& bits : *table) bits.assign(to, bits.test(from));
  state.may_wait.set(node.wait.value);
  state.must_wait.set(node.wait.value);
  state.wait_count[node.wait.value] = count;
  return true;
}

void JointWalk::assign(const Node& node, JointState& state) {
  const Assignment& assignment = code_.program->assignments[node.assignment];
  Evaluation evaluation(code_, tracking_, state);
  Affine value = evaluation.value(assignment.value);
  const ColumnId column = code_.counter(assignment.counter);
  set(state, column, std::move(value),
      [&](std::int64_t modulus) { return evaluation.residue_of(assignment.value, modulus); });
}

}  // namespace tidemark
