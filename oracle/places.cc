#include "oracle/places.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/affine_hull.h"

namespace tidemark {
namespace {

constexpr std::int64_t kOpen = INT64_MIN;   // no number
constexpr std::int64_t kMostExact = 1'024;  // numbers beyond are not told apart

}  // namespace

PlaceKey place_key(const JointCode& code, const Tracking& tracking, const JointState& state,
                   const Partition& partition) {
  PlaceKey key = {state.node, state.is_doomed};
  key.insert(key.end(), state.residues.begin(), state.residues.end());
  for (const ColumnId column : tracking.exact) {
    const Affine& form = state.at(column);
    const bool is_number = form.is_constant() && std::abs(form.constant) <= kMostExact;
    key.push_back(is_number ? form.constant : kOpen);
  }
  const JointNode& node = code.nodes[state.node];
  const auto add_trip = [&](ControlId loop) {
    if (!std::holds_alternative<For>(code.program->controls[loop].form)) return;
    const Affine& trip = state.at(code.trip(loop));
    const Affine& trips = state.at(code.trips(loop));
    const bool is_unrolled = trips.is_constant() && trips.constant <= 64;
    const bool is_told = trip.is_constant() && (is_unrolled || trip.constant < partition.turns);
    key.push_back(is_told ? trip.constant : kOpen);
    key.push_back(is_unrolled ? trips.constant : kOpen);  // where these meet none is unrolled
  };
  for (const JointScope& scope : node.scope) add_trip(scope.control);
  if (node.kind == JointNode::Kind::head_for) add_trip(node.control);
  for (const TrackedResidue& tracked : tracking.residues) {
    const Affine& form = state.at(tracked.column);
    const bool is_early = form.is_constant() && form.constant >= 0 &&
                          form.constant < partition.turns * tracked.modulus;
    key.push_back(is_early ? form.constant : kOpen);
  }
  for (const ColumnId column : tracking.lasting) key.push_back(state.at(column) == Affine(0));
  switch (partition.arms) {
    case Partition::Arms::none:
      break;
    case Partition::Arms::settled:
      for (const ControlId control : tracking.settled)
        key.push_back(static_cast<std::int64_t>(state.arms[control.value]));
      break;
    case Partition::Arms::all:
      for (const LastArm arm : state.arms) key.push_back(static_cast<std::int64_t>(arm));
      break;
  }
  for (std::size_t w = 0; w < state.wait_count.size(); ++w)
    key.push_back(state.may_wait.test(w) ? state.wait_count[w] : kOpen);
  return key;
}

PlaceSearch::PlaceSearch(const JointCode& code, const Tracking& tracking, const Watch& watch,
                         Reasoner& reasoner, const UnboundedOptions& options,
                         const Partition& partition)
    : code_(code),
      tracking_(tracking),
      watch_(watch),
      options_(options),
      partition_(partition),
      walk_(code, tracking, watch, reasoner, *this, options.goal, partition, options.walk) {}

std::string PlaceSearch::run() {
  walk_.start();
  while (!changed_.empty() && reason_.empty()) {
    const std::uint32_t place = changed_.begin()->second;
    changed_.erase(changed_.begin());
    walk_.go_on_from(places_[place].state);
  }
  return reason_;
}

std::uint32_t PlaceSearch::end_of(std::uint32_t node) const {
  const JointNode& head = code_.nodes[node];
  if (head.kind == JointNode::Kind::head_for) return head.target;
  if (head.kind != JointNode::Kind::head_while) return node;
  while (code_.nodes[node].kind != JointNode::Kind::test_while ||
         code_.nodes[node].control != head.control)
    ++node;
  return code_.nodes[node].target;
}

void PlaceSearch::stop(const JointNode&, const std::string& reason) { reason_ = reason; }

void PlaceSearch::arrive(JointState state) {
  if (!reason_.empty()) return;  // the walk goes on to its next places
  state.facts.clear();
  complete_watched(code_, watch_, state);
  complete_residues(code_, tracking_, state);
  const auto next = static_cast<std::uint32_t>(places_.size());
  const auto [known, is_new] =
      known_.try_emplace(place_key(code_, tracking_, state, partition_), next);
  if (!is_new) return join(known->second, state);
  if (places_.size() >= options_.places) {
    has_too_many_ = true;
    reason_ = fmt::format("more than {} places where paths meet", options_.places);
    return;
  }
  Hull hull = hull_of(state.columns);
  state.columns = std::move(hull.columns);
  state.symbols = static_cast<std::uint32_t>(hull.pivots.size());
  changed_.emplace(end_of(state.node), next);
  places_.push_back({std::move(state), std::move(hull.pivots)});
}

void PlaceSearch::join(std::uint32_t place, const JointState& state) {
  Place& known = places_[place];
  bool changes = meet(known.state, state);
  if (!contains(known.state.columns, known.pivots, state.columns)) {
    Hull hull = hull_of(known.state.columns, state.columns);
    known.state.columns = std::move(hull.columns);
    known.state.symbols = static_cast<std::uint32_t>(hull.pivots.size());
    known.pivots = std::move(hull.pivots);
    changes = true;
  }
  if (changes) changed_.emplace(end_of(state.node), place);
}

}  // namespace tidemark
