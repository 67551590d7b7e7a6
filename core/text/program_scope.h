// The names of a program that is being parsed, and what operands mean by them.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/ir/program.h"
#include "core/text/affine_syntax.h"
#include "core/text/program_syntax.h"

namespace tidemark::text {

template <class Id>
using NameMap = std::unordered_map<std::string_view, Id>;

// Every lookup throws SyntaxFailure where a name is not known, or an expression is not
// what may stand there. Names are views into the text. One that is declared twice keeps
// its first meaning: `finish` reports it.
class ProgramScope {
 public:
  NameMap<EngineId> engines;
  NameMap<ParamId> params;
  NameMap<MemoryId> memories;
  NameMap<BufferId> buffers;
  NameMap<CounterId> counters;

  void add(std::string_view name, ParamId id);
  void add(std::string_view name, CounterId id);

  // Binds a loop variable; returns what its name meant before, for `unbind`.
  std::optional<Symbol> bind(std::string_view variable, Symbol symbol);
  void unbind(std::string_view variable, std::optional<Symbol> hidden);

  EngineId engine(std::string_view name) const;
  MemoryId memory(std::string_view name) const;
  CounterId counter(std::string_view name) const;
  // "did you mean 'for'?", for the first word of a line that is no engine.
  std::string nearest_first_word(std::string_view word) const;

  // The operands of `line`.
  Access access(const ProgramLine& line, const ElementSyntax& element);
  Residue residue(const ProgramLine& line, const ExpressionSyntax& expression);
  Affine affine(const ProgramLine& line, const ExpressionSyntax& expression);
  Bound bound(const ProgramLine& line, const OperandSyntax& operand);
  Condition condition(const ProgramLine& line);

 private:
  [[noreturn]] void fail_unknown_integer(std::string_view name) const;

  IntegerNames integers_;                           // params, counters, variables in scope
  std::unordered_set<std::string_view> variables_;  // of all loops so far
  AffineBuilder affine_;
};

}  // namespace tidemark::text
