#include "oracle/joint_state.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "oracle/affine_hull.h"

namespace tidemark {
namespace {

void substitute(Affine& form, Symbol symbol, const Affine& value) {
  const std::int64_t factor = form.coefficient_of(symbol);
  if (factor == 0) return;
  Affine rest = form;
  erase_if(rest.terms, [&](const AffineTerm& term) { return term.symbol == symbol; });
  const auto scaled = scale(value, factor);
  // Where 64 bits are passed the symbol stays: the form is right without the equation too.
  if (auto sum = scaled ? add(rest, *scaled) : std::nullopt; sum && is_moderate(*sum)) form = *sum;
}

// Of an expression `r`, `r[e]`, either with an integer added: which register, and the integer.
std::optional<std::pair<std::uint32_t, std::int64_t>> watched_register(const Expression& e) {
  using Kind = ExpressionNode::Kind;
  ExpressionNodes nodes = e.nodes();
  std::int64_t offset = 0;
  const Kind kind = nodes.back().kind;
  if ((kind == Kind::add || kind == Kind::subtract) &&
      nodes[nodes.size() - 2].kind == Kind::integer) {
    const std::int64_t value = nodes[nodes.size() - 2].value;
    if (std::abs(value) > INT32_MAX) return std::nullopt;
    offset = kind == Kind::add ? value : -value;
    nodes = nodes.first(nodes.size() - 2);
  }
  if (nodes.back().kind != Kind::reg && nodes.back().kind != Kind::indexed_register)
    return std::nullopt;
  return std::pair(nodes.back().index, offset);
}

}  // namespace

std::uint32_t Watch::index_of(ColumnId column, std::int64_t offset) const {
  for (const std::uint32_t w : indices_of[column.value])
    if (values[w].offset == offset) return w;
  return kNotWatched;
}

Watch find_watched(const JointCode& code) {
  Watch watch;
  watch.indices_of.resize(code.column_count);
  const auto add = [&](const Watched& watched) {
    if (watch.index_of(watched.column, watched.offset) != Watch::kNotWatched) return;
    watch.indices_of[watched.column.value].push_back(
        static_cast<std::uint32_t>(watch.values.size()));
    watch.values.push_back(watched);
  };
  for (std::size_t i = 0; i < code.waits.size(); ++i) {
    if (code.waits[i].awaited) continue;
    const JointNode& node = *code.waits[i].node;
    const auto& wait = std::get<Wait>(node.statement->form);
    const Count& count = code.counts[code.first_count[wait.semaphore.semaphore]];
    if (!count.is_unit) continue;
    const auto watched = watched_register(wait.threshold);
    if (!watched) continue;
    const std::uint32_t first = code.registers[node.engine][watched->first];
    const auto& reg = code.stream_of[node.engine]->registers[RegisterId(watched->first)];
    for (std::uint32_t r = 0; r < reg.count.value_or(1); ++r)
      add({ColumnId(first + r), watched->second, node.engine, count.raiser});
    add({code.threshold(JointWaitId(i)), 0, node.engine, count.raiser});
  }
  return watch;
}

JointState initial_state(const JointCode& code, const Tracking& tracking, const Watch& watch) {
  JointState state;
  const Program& program = *code.program;
  state.columns.resize(code.column_count);
  for (const ParamId param : program.params.ids())
    state.columns[code.param(param).value] = state.fresh();
  for (const TrackedResidue& residue : tracking.residues)
    state.residues.push_back(residue.column.value < program.params.size() ? kNoResidue : 0);
  const std::size_t keys = code.keys.size();
  state.certain = Table<EngineId, Bits>(program.engines.size(), Bits(keys, true));
  state.brought.assign(keys, Bits(keys, true));
  state.age.assign(keys, UINT16_MAX);
  state.drained = Table<EngineId, std::uint8_t>(program.engines.size(), 1);
  state.arms.assign(program.controls.size(), LastArm::none);
  state.at_least.assign(keys, Bits(watch.values.size(), true));
  Bits at_most_0(watch.values.size());
  for (std::size_t w = 0; w < watch.values.size(); ++w)
    at_most_0.assign(w, watch.values[w].offset <= 0);
  state.at_most.assign(code.at_issued() + 1, at_most_0);
  state.may_wait = Bits(code.waits.size());
  state.must_wait = state.may_wait;
  state.wait_count.assign(code.waits.size(), 0);
  return state;
}

bool assume_zero(JointState& state, const Affine& form) {
  if (form.is_constant()) return form.constant == 0;
  const Affine zero = form;  // `form` may be a column, which is about to change
  std::int64_t divisor = 0;
  for (const AffineTerm& term : zero.terms) divisor = std::gcd(divisor, term.coefficient);
  if (zero.constant % divisor != 0) return false;
  // The newest symbol that can be replaced: older ones are in more columns.
  for (std::size_t i = zero.terms.size(); i-- > 0;) {
    const AffineTerm term = zero.terms[i];
    if (std::abs(term.coefficient) != divisor) continue;
    Affine rest = zero;
    rest.terms.erase(rest.terms.begin() + i);
    rest.constant /= -term.coefficient;
    for (AffineTerm& other : rest.terms) other.coefficient /= -term.coefficient;
    for (Affine& column : state.columns) substitute(column, term.symbol, rest);
    for (Constraint& fact : state.facts) substitute(fact.form, term.symbol, rest);
    return true;
  }
  state.facts.push_back({zero, Constraint::Relation::zero});
  return true;
}

bool assume(JointState& state, const Constraint& constraint) {
  switch (constraint.relation) {
    case Constraint::Relation::zero:
      return assume_zero(state, constraint.form);
    case Constraint::Relation::non_negative:
      if (constraint.form.is_constant()) return constraint.form.constant >= 0;
      break;
    case Constraint::Relation::non_zero:
      if (constraint.form.is_constant()) return constraint.form.constant != 0;
      break;
  }
  state.facts.push_back(constraint);
  return true;
}

void note_reached(const JointCode& code, const Watch& watch, std::uint32_t w, JointState& state) {
  const Watched& watched = watch.values[w];
  if (!watched.raiser) return;
  const Affine& issued = state.at(code.ordinal(*watched.raiser));
  const Affine& column = state.at(watched.column);
  if (issued.terms != column.terms || column.constant + watched.offset < issued.constant) return;
  for (const KeyId key : code.keys_of[*watched.raiser]) state.at_least[key.value].set(w);
}

void complete_watched(const JointCode& code, const Watch& watch, JointState& state) {
  Bits& issued = state.at_most[code.at_issued()];
  for (std::uint32_t w = 0; w < watch.values.size(); ++w) {
    const Watched& watched = watch.values[w];
    if (!watched.raiser) continue;
    const Affine& column = state.at(watched.column);
    const std::int64_t value = column.constant + watched.offset;  // both are moderate
    const auto is_at_most = [&](const Affine& form) {
      return form.terms == column.terms && value <= form.constant;
    };
    if (column.is_constant() && value <= 0)
      for (Bits& bits : state.at_most) bits.set(w);
    if (is_at_most(state.at(code.ordinal(*watched.raiser)))) issued.set(w);
    for (const KeyId key : code.keys_of[*watched.raiser]) {
      const Affine& last = state.at(code.key(key));
      const bool is_reached = last.terms == column.terms && last.constant <= value;
      if (state.certain[watched.stream].test(key.value) || is_reached)
        state.at_least[key.value].set(w);
      if (is_at_most(last)) state.at_most[code.at_key(key)].set(w);
      if (state.at_most[code.at_key(key)].test(w)) issued.set(w);
    }
  }
  for (std::size_t i = 0; i < code.pairs.size(); ++i) {
    state.at_most[code.at_pair(i)] |= state.at_most[code.at_key(code.pairs[i].read)];
    state.at_most[code.at_pair(i)] |= state.at_most[code.at_key(code.pairs[i].write)];
  }
}

bool knows(const JointState& state, const JointState& general) {
  for (const EngineId engine : state.certain.ids())
    if (!state.certain[engine].contains(general.certain[engine]) ||
        state.drained[engine] < general.drained[engine])
      return false;
  for (std::size_t k = 0; k < state.brought.size(); ++k)
    if (!state.brought[k].contains(general.brought[k]) || state.age[k] < general.age[k] ||
        !state.at_least[k].contains(general.at_least[k]))
      return false;
  for (std::size_t b = 0; b < state.at_most.size(); ++b)
    if (!state.at_most[b].contains(general.at_most[b])) return false;
  return general.may_wait.contains(state.may_wait) && state.must_wait.contains(general.must_wait);
}

bool meet(JointState& into, const JointState& other) {
  if (knows(other, into)) return false;
  for (const EngineId engine : into.certain.ids()) {
    into.certain[engine] &= other.certain[engine];
    into.drained[engine] = std::min(into.drained[engine], other.drained[engine]);
  }
  for (std::size_t k = 0; k < into.brought.size(); ++k) {
    into.brought[k] &= other.brought[k];
    into.age[k] = std::min(into.age[k], other.age[k]);
    into.at_least[k] &= other.at_least[k];
  }
  for (std::size_t b = 0; b < into.at_most.size(); ++b) into.at_most[b] &= other.at_most[b];
  into.may_wait |= other.may_wait;
  into.must_wait &= other.must_wait;
  return true;
}

}  // namespace tidemark
