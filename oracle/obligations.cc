#include "oracle/obligations.h"

#include <fmt/format.h>

#include "core/text/print.h"
#include "oracle/affine_hull.h"

namespace tidemark {
namespace {

using Relation = Constraint::Relation;

Constraint less(const Affine& a, const Affine& b) {
  return {difference(difference(b, a), 1), Relation::non_negative};
}

}  // namespace

struct Obligations::Passed {
  JointWaitId wait;
  CountId count;
  Affine threshold;
  std::uint32_t watched = Watch::kNotWatched;
  bool is_certain = false;  // every run has passed it
};

std::string Obligations::describe(const JointNode& node) const {
  const Stream& stream = *code_.stream_of[node.engine];
  return fmt::format("'{}' of stream {}{}",
                     print_statement(*node.statement, stream, *code_.streams, *code_.program),
                     code_.program->engines[node.engine].name,
                     node.statement->line.number == 0
                         ? ""
                         : fmt::format(", line {}", node.statement->line.number));
}

std::optional<std::string> Obligations::at_wait(const WaitPoint& point) {
  const auto& [node, state, id, threshold, watched] = point;
  if (state.may_wait.test(node.wait.value))
    return fmt::format("{} may be passed twice before an instance", describe(node));
  if (threshold.is_constant() && threshold.constant <= 0) return std::nullopt;
  std::vector<Constraint> stuck = {less(0, threshold)};
  const Count& count = code_.count(id);
  if (count.raiser) {
    const Affine& raised = state.at(ColumnId(code_.raised[id.value]));
    if (is_plainly_at_most(threshold, raised)) return std::nullopt;
    if (watched != Watch::kNotWatched && state.at_most[code_.at_issued()].test(watched))
      return std::nullopt;
    stuck.push_back(less(raised, threshold));
  }
  if (reasoner_.is_impossible(state, stuck, "no deadlock at " + describe(node)))
    return std::nullopt;
  return fmt::format("no deadlock: {} waits for what may not have been raised before it",
                     describe(node));
}

std::vector<Obligations::Passed> Obligations::passed(const InstancePoint& point) const {
  std::vector<Passed> waits;
  for (std::size_t w = 0; w < code_.waits.size(); ++w) {
    if (code_.waits[w].engine != point.node.engine || !point.state.may_wait.test(w)) continue;
    const ColumnId column = code_.threshold(JointWaitId(w));
    waits.push_back({JointWaitId(w), CountId(point.state.wait_count[w]), point.state.at(column),
                     watch_.index_of(column, 0), point.state.must_wait.test(w)});
  }
  return waits;
}

std::optional<std::string> Obligations::at_instance(const InstancePoint& point) {
  const std::vector<Passed> waits = passed(point);
  if (auto failure = safe(point, waits)) return failure;
  if (goal_ == Goal::safe) return std::nullopt;
  for (const Passed& wait : waits)
    if (auto failure = minimal(point, wait)) return failure;
  return std::nullopt;
}

std::optional<std::string> Obligations::safe(const InstancePoint& point,
                                             const std::vector<Passed>& waits) {
  for (const KeyId key : point.needs) {
    if (point.known.test(key.value) || is_safe(point, waits, key)) continue;
    return fmt::format("safe: {} may issue before {} has completed", describe(point.node),
                       column_name(code_, code_.key(key)));
  }
  return std::nullopt;
}

// If not plainly so, `otherwise` gets what holds where the wait does not.
bool Obligations::makes_certain(const Passed& wait, KeyId key, const JointState& state,
                                std::vector<Constraint>& otherwise) const {
  const Count& count = code_.count(wait.count);
  if (count.raiser != code_.keys[key.value].engine) return false;
  if (wait.watched != Watch::kNotWatched && state.at_least[key.value].test(wait.watched))
    return true;
  if (count.is_unit) {
    const Affine& last = state.at(code_.key(key));
    if (is_plainly_at_most(last, wait.threshold)) return true;
    otherwise.push_back(less(wait.threshold, last));
    return false;
  }
  const Affine& before = state.at(code_.key_counts[key.value][wait.count.value].before);
  if (before.terms == wait.threshold.terms && before.constant < wait.threshold.constant)
    return true;
  otherwise.push_back({difference(before, wait.threshold), Relation::non_negative});
  return false;
}

bool Obligations::is_safe(const InstancePoint& point, const std::vector<Passed>& waits, KeyId key) {
  std::vector<Constraint> unsafe = {less(0, point.state.at(code_.key(key)))};
  if (unsafe.front().form.is_constant() && unsafe.front().form.constant < 0) return true;
  for (const Passed& wait : waits) {
    if (!wait.is_certain) continue;
    const std::optional<EngineId> raiser = code_.count(wait.count).raiser;
    if (!raiser) continue;
    for (const KeyId other : code_.keys_of[*raiser])
      if ((other == key || point.state.brought[other.value].test(key.value)) &&
          makes_certain(wait, other, point.state, unsafe))
        return true;
  }
  return reasoner_.is_impossible(point.state, unsafe, "safe at " + describe(point.node));
}

std::optional<std::string> Obligations::minimal(const InstancePoint& point, const Passed& wait) {
  if (wait.threshold.is_constant() && wait.threshold.constant <= 0) return std::nullopt;
  const Count& count = code_.count(wait.count);
  const JointState& state = point.state;
  std::vector<Constraint> late = {less(0, wait.threshold)};
  if (count.raiser == point.node.engine) {
    const Affine& raised = state.at(ColumnId(code_.raised[wait.count.value]));
    const std::int64_t limit =
        state.drained[point.node.engine] ? 1 : code_.program->engines[point.node.engine].inflight;
    const auto& history = code_.raised_before[wait.count.value];
    const Affine reached = count.is_unit ? difference(raised, limit - 1)
                           : limit == 1
                               ? raised
                               : state.at(ColumnId(history[static_cast<std::size_t>(limit) - 2]));
    if (is_plainly_at_most(wait.threshold, reached)) return std::nullopt;
    late.push_back(less(reached, wait.threshold));
  }
  const auto is_at_most = [&](std::size_t bound) {
    return wait.watched != Watch::kNotWatched && state.at_most[bound].test(wait.watched);
  };
  for (std::size_t i = 0; i < code_.pairs.size(); ++i) {
    const auto& [read, write] = code_.pairs[i];
    const bool is_needed = point.ideal.test(read.value) && point.ideal.test(write.value);
    if (is_needed && count.raiser == code_.keys[read.value].engine && is_at_most(code_.at_pair(i)))
      return std::nullopt;
  }
  if (count.raiser)
    for (const KeyId key : code_.keys_of[*count.raiser]) {
      if (!point.ideal.test(key.value)) continue;
      if (is_at_most(code_.at_key(key))) return std::nullopt;
      const Affine& reached = state.at(
          count.is_unit ? code_.key(key) : code_.key_counts[key.value][wait.count.value].including);
      if (is_plainly_at_most(wait.threshold, reached)) return std::nullopt;
      late.push_back(less(reached, wait.threshold));
    }
  const std::string who = describe(*code_.waits[wait.wait.value].node);
  if (reasoner_.is_impossible(state, late, "minimal at " + who)) return std::nullopt;
  return fmt::format("minimal: {} may hold back {}", who, describe(point.node));
}

}  // namespace tidemark
