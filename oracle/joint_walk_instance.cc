// Instances of the joint walk: what they need, and who is certain of what afterwards.
#include <algorithm>

#include "core/check.h"
#include "oracle/joint_walk.h"

namespace tidemark {
namespace {

std::span<const SignalOn> signals_of(const JointNode& node) {
  return node.kind == JointNode::Kind::issue ? std::get<Issue>(node.statement->form).signals
                                             : std::get<Read>(node.statement->form).signals;
}

constexpr std::uint16_t kOldest = 60'000;  // ages beyond say no more

}  // namespace

bool JointWalk::add_access(const Node& node, JointState& state, const Access& access, bool is_write,
                           std::vector<KeyId>& needs, std::vector<KeyId>& sets) {
  if (code_.is_own[access.buffer]) return true;
  const std::int64_t slots = code_.program->buffers[access.buffer].slot_count();
  Evaluation evaluation(code_, tracking_, state);
  std::int64_t slot = 0;
  if (access.slot) {
    const auto found = evaluation.slot(*access.slot, slots);
    if (!found) return split(node, state, evaluation.split());
    slot = *found;
  }
  if (slot < 0 || slot >= slots) return false;  // an error of the run: no verdict
  for (const CellId cell : code_.cells.of(access.buffer, slot)) {
    const auto& needed = is_write ? code_.keys_of_cell[cell] : code_.write_keys_of_cell[cell];
    needs.insert(needs.end(), needed.begin(), needed.end());
    for (const KeyId key : code_.keys_of_cell[cell])
      if (code_.keys[key.value].engine == node.engine && code_.keys[key.value].is_write == is_write)
        sets.push_back(key);
  }
  return true;
}

bool JointWalk::find_needs(const Node& node, JointState& state, std::vector<KeyId>& needs,
                           std::vector<KeyId>& sets) {
  if (node.kind == Node::Kind::read) {
    const Load* load = load_of(code_.program->controls[node.control]);
    if (!add_access(node, state, *load, false, needs, sets)) return false;
  } else {
    const auto& issue = std::get<Issue>(node.statement->form);
    const Instruction& instruction = code_.program->instructions[issue.instruction];
    for (const Access& access : instruction.reads)
      if (!add_access(node, state, access, false, needs, sets)) return false;
    for (const Access& access : instruction.writes)
      if (!add_access(node, state, access, true, needs, sets)) return false;
  }
  for (std::vector<KeyId>* keys : {&needs, &sets}) {
    std::ranges::sort(*keys);
    keys->erase(std::ranges::unique(*keys).begin(), keys->end());
  }
  return true;
}

Bits JointWalk::known_to(const Node& node, const JointState& state) const {
  Bits known = state.certain[node.engine];
  const std::int64_t limit =
      state.drained[node.engine] ? 1 : code_.program->engines[node.engine].inflight;
  const Affine& issued = state.at(code_.ordinal(node.engine));
  for (const KeyId key : code_.keys_of[node.engine]) {
    // k <= o - d, where o - 1 have been issued.
    const Affine& last = state.at(code_.key(key));
    const bool is_old = last.terms == issued.terms && last.constant <= issued.constant - limit + 1;
    if (is_old || state.age[key.value] >= limit - 1) known.set(key.value);
  }
  return known;
}

// What the instance raises each count by.
bool JointWalk::find_raises(const Node& node, JointState& state,
                            std::vector<std::int64_t>& amounts) {
  Evaluation evaluation(code_, tracking_, state);
  amounts.assign(code_.counts.size(), 0);
  for (const SignalOn& signal : signals_of(node)) {
    const SemaphoreId semaphore = signal.target.semaphore;
    const std::int64_t size = code_.streams->semaphores[semaphore].count.value_or(1);
    std::int64_t element = 0;
    if (signal.target.index) {
      const auto at = evaluation.index(node, *signal.target.index, size);
      if (!at) return split_operation(node, state, evaluation.split());
      if (*at < 0 || *at >= size)
        return split_operation(node, state, {Split::Kind::value, 0, Affine(*at), size});
      element = *at;
    }
    amounts[code_.first_count[semaphore] + static_cast<std::size_t>(element)] += signal.amount;
  }
  return true;
}

// Counts of the node's engine that are no units go on; keys keep what they were.
void JointWalk::raise(const Node& node, JointState& state, const std::vector<KeyId>& sets,
                      const std::vector<std::int64_t>& amounts) const {
  const auto unknown = [](std::int64_t) { return kNoResidue; };
  for (std::size_t i = 0; i < code_.counts.size(); ++i) {
    const Count& count = code_.counts[i];
    if (count.raiser != node.engine || count.is_unit) continue;
    const ColumnId column(code_.raised[i]);
    const Affine before = state.at(column);
    const auto after = add(before, amounts[i]);
    const Affine including = after ? *after : state.fresh();
    for (const KeyId key : sets) {
      set(state, code_.key_counts[key.value][i].before, before, unknown);
      set(state, code_.key_counts[key.value][i].including, including, unknown);
    }
    for (std::size_t d = code_.raised_before[i].size(); d-- > 0;)
      set(state, ColumnId(code_.raised_before[i][d]),
          d == 0 ? before : state.at(ColumnId(code_.raised_before[i][d - 1])), unknown);
    set(state, column, including, unknown);
  }
}

// The keys become this instance.
void JointWalk::complete(const Node& node, JointState& state, const Bits& ideal,
                         const std::vector<KeyId>& sets) {
  const ColumnId ordinal = code_.ordinal(node.engine);
  const auto issued = add(state.at(ordinal), 1);
  CHECK(issued.has_value());
  state.certain[node.engine] = ideal;
  Bits brings = ideal;
  for (const KeyId key : code_.keys_of[node.engine]) {
    brings.set(key.value);
    if (state.age[key.value] < kOldest) ++state.age[key.value];
  }
  for (const KeyId key : sets) {
    for (Bits& certain : state.certain) certain.clear(key.value);
    for (Bits& brought : state.brought) brought.clear(key.value);
    state.at_least[key.value].clear();
    state.age[key.value] = 0;
    set(state, code_.key(key), *issued, [](std::int64_t) { return kNoResidue; });
  }
  for (const KeyId key : sets) state.brought[key.value] = brings;
  set(state, ordinal, *issued, [](std::int64_t) { return kNoResidue; });
  const bool is_read = node.kind == Node::Kind::read;
  state.drained[node.engine] = is_read;
  if (is_read) state.certain[node.engine] = brings;  // what comes next issues after it
}

bool JointWalk::instance(const Node& node, JointState& state) {
  std::vector<KeyId> needs;
  std::vector<KeyId> sets;
  std::vector<std::int64_t> amounts;
  if (!find_needs(node, state, needs, sets) || !find_raises(node, state, amounts)) return false;
  const Bits known = known_to(node, state);
  Bits ideal = known;
  for (const KeyId key : needs) {
    ideal.set(key.value);
    ideal |= state.brought[key.value];
  }
  if (!state.is_doomed) observer_.instance({node, state, known, ideal, needs});
  raise(node, state, sets, amounts);
  complete(node, state, ideal, sets);
  forget_waits(node.engine, state);
  if (node.begins_load) read_bound(node.control, state);
  return true;
}

// What the stream has waited for since its last instance is behind it.
void JointWalk::forget_waits(EngineId engine, JointState& state) const {
  for (std::size_t w = 0; w < code_.waits.size(); ++w) {
    if (code_.waits[w].engine != engine || !state.may_wait.test(w)) continue;
    state.may_wait.clear(w);
    state.must_wait.clear(w);
    state.wait_count[w] = 0;
    set(state, code_.threshold(JointWaitId(w)), 0);
  }
}

bool JointWalk::barrier(const Node& node, JointState& state) {
  switch (goal_) {
    case Goal::exact:
      return barrier_as_waits(node, state);
    case Goal::safe:
      barrier_as_certainty(node, state);
      return true;
  }
  __builtin_unreachable();
}

// Each of its engines waits for every instance so far of all of them. It waits for what these
// have waited for too: nothing but barriers of the same engines, whose waits these include.
bool JointWalk::barrier_as_waits(const Node& node, JointState& state) {
  const JointBarrier& barrier = code_.barriers[node.barrier.value];
  for (std::size_t w = 0; w < code_.waits.size(); ++w) {
    const JointWait& wait = code_.waits[w];
    if (!state.may_wait.test(w) || std::ranges::count(barrier.engines, wait.engine) == 0) continue;
    if (wait.awaited && code_.barriers[wait.node->barrier.value].engines == barrier.engines)
      continue;
    is_stopped_ = true;
    observer_.stop(node, "a barrier after waits is not followed");
    return false;
  }
  std::uint32_t w = node.wait.value;
  for (std::size_t i = 0; i < barrier.engines.size(); ++i)
    for (const EngineId awaited : barrier.engines) {
      set(state, code_.threshold(JointWaitId(w)), state.at(code_.ordinal(awaited)),
          [](std::int64_t) { return kNoResidue; });
      state.may_wait.set(w);
      state.must_wait.set(w);
      state.wait_count[w++] = code_.instance_counts.at(awaited).value;
    }
  return true;
}

void JointWalk::barrier_as_certainty(const Node& node, JointState& state) const {
  const JointBarrier& barrier = code_.barriers[node.barrier.value];
  Bits all(code_.keys.size());
  for (const EngineId engine : barrier.engines) {
    all |= state.certain[engine];
    for (const KeyId key : code_.keys_of[engine]) all.set(key.value);
  }
  for (const EngineId engine : barrier.engines) {
    state.certain[engine] |= all;
    state.drained[engine] = 1;
    forget_waits(engine, state);
  }
  for (const SemaphoreId reset : barrier.resets) {
    const auto count = static_cast<std::size_t>(code_.streams->semaphores[reset].count.value_or(1));
    for (std::size_t i = code_.first_count[reset]; i < code_.first_count[reset] + count; ++i) {
      if (!code_.counts[i].raiser) continue;
      set(state, ColumnId(code_.raised[i]), 0);
      for (const std::uint32_t column : code_.raised_before[i]) set(state, ColumnId(column), 0);
    }
  }
}

}  // namespace tidemark
