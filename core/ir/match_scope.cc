#include <algorithm>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "core/ir/match_parts.h"
#include "core/ir/names.h"

namespace tidemark::internal {

ScopeCheck::ScopeCheck(const Program& program, const Streams& streams, const Stream& stream,
                       Mismatches& found)
    : program_(program),
      streams_(streams),
      stream_(stream),
      found_(found),
      has_stream_(program.engines.size(), 0),
      in_scope_(program.controls.size(), 0),
      read_(program.controls.size(), 0) {
  for (const Stream& other : streams.streams)
    if (program.engines.contains(other.engine)) has_stream_[other.engine] = 1;
}

void ScopeCheck::declarations(const Places& places) const {
  std::unordered_set<std::string_view> seen;
  for (const Register& reg : stream_.registers) {
    const auto report = [&](std::string message) {
      found_.add(reg.line, stream_.engine, reg.name, std::move(message));
    };
    if (!is_name(reg.name)) report(fmt::format("'{}' is no name for a register", reg.name));
    if (places.integers.contains(reg.name))
      report(fmt::format("register '{}' is named like a param or loop variable of the program",
                         reg.name));
    if (!seen.insert(reg.name).second)
      report(fmt::format("register '{}' is declared twice in this stream", reg.name));
    if (reg.count.value_or(1) < 1)
      report(
          fmt::format("register '{}' has {} elements: at least 1 is needed", reg.name, *reg.count));
  }
}

void ScopeCheck::check(const StreamStatement& statement) {
  line_ = statement.line;
  std::visit([this](const auto& form) { operands(form); }, statement.form);
}

void ScopeCheck::operands(const Wait& s) {
  semaphore(s.semaphore);
  expression(s.threshold);
}

void ScopeCheck::operands(const Take& s) {
  semaphore(s.semaphore);
  expression(s.amount);
}

void ScopeCheck::operands(const SetRegister& s) {
  if (s.index) {
    register_ring(s.target);
    expression(*s.index);
  } else {
    single_register(s.target);
  }
  expression(s.value);
}

void ScopeCheck::operands(const Barrier& s) {
  if (std::ranges::find(s.engines, stream_.engine) == s.engines.end())
    fault({}, "a barrier's set does not hold the stream's own engine");
  for (std::size_t i = 0; i < s.engines.size(); ++i) {
    const EngineId engine = s.engines[i];
    if (!has_stream_.contains(engine)) return fault({}, "a barrier of an unknown engine");
    const std::string& name = program_.engines[engine].name;
    if (!has_stream_[engine])
      fault(name, fmt::format("the barrier waits for engine '{}', which has no stream", name));
    if (i > 0 && s.engines[i - 1] >= engine)
      fault(name, fmt::format("engine '{}' stands twice in a barrier's set", name));
  }
  for (const SemaphoreRef& ref : s.resets) semaphore(ref);
  if (s.unless) expression(*s.unless);
}

void ScopeCheck::signals(const Signals& signals) {
  for (const SignalOn& s : signals) signal(s);
}

void ScopeCheck::signal(const SignalOn& s) {
  semaphore(s.target);
  if (s.amount < 1) fault({}, fmt::format("a signal raises by {}: at least 1", s.amount));
}

void ScopeCheck::semaphore(const SemaphoreRef& ref) {
  if (!streams_.semaphores.contains(ref.semaphore)) return fault({}, "an unknown semaphore");
  const Semaphore& s = streams_.semaphores[ref.semaphore];
  if (s.count && !ref.index)
    fault(s.name, fmt::format("'{}' is {} semaphores: an index is needed", s.name, *s.count));
  if (!s.count && ref.index)
    fault(s.name, fmt::format("'{}' is one semaphore and has no index", s.name));
  if (ref.index) expression(*ref.index);
}

void ScopeCheck::expression(const Expression& e) {
  for (const ExpressionNode& n : e.nodes()) node(n);
}

void ScopeCheck::node(const ExpressionNode& n) {
  switch (n.kind) {
    case ExpressionNode::Kind::reg:
      return single_register(RegisterId(n.index));
    case ExpressionNode::Kind::indexed_register:
      return register_ring(RegisterId(n.index));
    case ExpressionNode::Kind::param:
      if (n.index >= program_.params.size()) fault({}, "an unknown param");
      return;
    case ExpressionNode::Kind::variable:
      if (n.index >= in_scope_.size()) return fault({}, "the variable of an unknown loop");
      variables_in_scope(Affine(Symbol::of(ControlId(n.index))), ControlId(n.index));
      return;
    case ExpressionNode::Kind::trips:
      return trips(ControlId(n.index));
    case ExpressionNode::Kind::integer:
    case ExpressionNode::Kind::add:
    case ExpressionNode::Kind::subtract:
    case ExpressionNode::Kind::multiply:
    case ExpressionNode::Kind::remainder:
      return;
  }
}

void ScopeCheck::trips(ControlId id) {
  if (!program_.controls.contains(id)) return fault({}, "trips() of an unknown loop");
  const Control& control = program_.controls[id];
  const auto* loop = std::get_if<For>(&control.form);
  if (loop == nullptr)
    return fault(control.name,
                 fmt::format("trips({}): '{}' is no 'for' loop", control.name, control.name));
  for (const Bound* bound : {&loop->lower, &loop->upper})
    if (const auto* form = std::get_if<Affine>(bound)) variables_in_scope(*form, id);
  variables_in_scope(loop->step, id);
  // In a loop an earlier iteration may have read it; whether it has, the run decides.
  if (load_of(control) != nullptr && !read_[id] && loops_ == 0)
    fault(control.name,
          fmt::format("trips({0}) before 'read {0}': its bound is not known yet", control.name));
}

void ScopeCheck::variables_in_scope(const Affine& e, ControlId loop) {
  for (const AffineTerm& term : e.terms) {
    if (term.symbol.kind != Symbol::Kind::variable) continue;
    const ControlId id(term.symbol.index);
    if (in_scope_[id]) continue;
    const std::string& name = program_.controls[id].name;
    if (id == loop)
      fault({}, fmt::format("the variable of loop '{}' is not in scope here", name));
    else
      fault({},
            fmt::format("trips({}): the variable of loop '{}' in its bounds is not in scope here",
                        program_.controls[loop].name, name));
  }
}

void ScopeCheck::single_register(RegisterId id) {
  if (!stream_.registers.contains(id)) return fault({}, "an unknown register");
  const Register& reg = stream_.registers[id];
  if (reg.count)
    fault(reg.name,
          fmt::format("'{}' is a ring of {} registers: an index is needed", reg.name, *reg.count));
}

void ScopeCheck::register_ring(RegisterId id) {
  if (!stream_.registers.contains(id)) return fault({}, "an unknown register");
  const Register& reg = stream_.registers[id];
  if (!reg.count) fault(reg.name, fmt::format("'{}' is one register and has no index", reg.name));
}

void ScopeCheck::fault(std::string subject, std::string message) const {
  found_.add(line_, stream_.engine, std::move(subject), std::move(message));
}

}  // namespace tidemark::internal
