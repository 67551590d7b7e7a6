#include "core/text/program_scope.h"

#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/text/nearest.h"
#include "core/text/syntax_failure.h"

namespace tidemark::text {

namespace {

template <class Id>
[[noreturn]] void fail_unknown(const NameMap<Id>& names, std::string_view name,
                               std::string_view kind) {
  Nearest nearest(name);
  for (const auto& [known, id] : names) nearest.consider(known);
  fail(name, fmt::format("unknown {} '{}'", kind, name), nearest.hint());
}

template <class Id>
Id find(const NameMap<Id>& names, std::string_view name, std::string_view kind) {
  const auto found = names.find(name);
  if (found == names.end()) fail_unknown(names, name, kind);
  return found->second;
}

}  // namespace

void ProgramScope::add(std::string_view name, ParamId id) {
  params.emplace(name, id);
  integers_.emplace(name, Symbol::of(id));
}

void ProgramScope::add(std::string_view name, CounterId id) {
  counters.emplace(name, id);
  integers_.emplace(name, Symbol::of(id));
}

std::optional<Symbol> ProgramScope::bind(std::string_view variable, Symbol symbol) {
  variables_.insert(variable);
  const auto [place, is_new] = integers_.try_emplace(variable, symbol);
  if (is_new) return std::nullopt;
  return std::exchange(place->second, symbol);
}

void ProgramScope::unbind(std::string_view variable, std::optional<Symbol> hidden) {
  if (hidden)
    integers_[variable] = *hidden;
  else
    integers_.erase(variable);
}

EngineId ProgramScope::engine(std::string_view name) const {
  const auto found = engines.find(name);
  if (found == engines.end())
    fail(name, fmt::format("unknown engine '{}'", name), nearest_first_word(name));
  return found->second;
}

MemoryId ProgramScope::memory(std::string_view name) const {
  return find(memories, name, "memory");
}

CounterId ProgramScope::counter(std::string_view name) const {
  return find(counters, name, "counter");
}

std::string ProgramScope::nearest_first_word(std::string_view word) const {
  Nearest nearest(word);
  for (const auto& [name, id] : engines) nearest.consider(name);
  for (const std::string_view keyword :
       {"buffer", "counter", "engine", "for", "if", "memory", "param", "program", "while"})
    nearest.consider(keyword);
  return nearest.hint();
}

Access ProgramScope::access(const ProgramLine& line, const ElementSyntax& element) {
  Access result{find(buffers, element.name, "buffer"), {}};
  if (element.index) result.slot = residue(line, *element.index);
  return result;
}

Residue ProgramScope::residue(const ProgramLine& line, const ExpressionSyntax& expression) {
  const std::span nodes(line.nodes.data() + expression.begin, line.nodes.data() + expression.end);
  std::expected<Residue, AffineFault> result = affine_.residue(nodes, integers_);
  if (result) return *std::move(result);
  const AffineFault& fault = result.error();
  if (fault.kind == AffineFault::Kind::unknown_name) fail_unknown_integer(fault.at);
  fail(fault.at, fault.message, fault.hint);
}

Affine ProgramScope::affine(const ProgramLine& line, const ExpressionSyntax& expression) {
  Residue result = residue(line, expression);
  if (result.modulus != 0)
    fail(expression.text, "a remainder cannot stand here",
         "'%' is for the index of a slot and for the sides of a comparison");
  return std::move(result.form);
}

Bound ProgramScope::bound(const ProgramLine& line, const OperandSyntax& operand) {
  if (const auto* load = std::get_if<ElementSyntax>(&operand)) return access(line, *load);
  return affine(line, std::get<ExpressionSyntax>(operand));
}

Condition ProgramScope::condition(const ProgramLine& line) {
  const OperandSyntax& first = line.values.front();
  if (const auto* load = std::get_if<ElementSyntax>(&first)) return access(line, *load);
  const auto& left = std::get<ExpressionSyntax>(first);
  if (line.comparison)
    return Compare{residue(line, left), *line.comparison,
                   residue(line, std::get<ExpressionSyntax>(line.values.back()))};
  if (const auto param = params.find(left.text); param != params.end()) return param->second;
  residue(line, left);  // an unknown name is said first
  fail(left.text, "a condition is a comparison, a param, or 'load' and a buffer",
       fmt::format("write '{} != 0'", left.text.substr(0, 60)));
}

void ProgramScope::fail_unknown_integer(std::string_view name) const {
  if (variables_.contains(name))
    fail(name, fmt::format("the loop of '{}' has ended: its variable is not known here", name));
  if (buffers.contains(name))
    fail(name, fmt::format("'{}' is a buffer, and an expression holds no buffers", name),
         fmt::format("a bound or a condition can be 'load {}'", name));
  fail_unknown(integers_, name, "param, loop variable or counter");
}

}  // namespace tidemark::text
