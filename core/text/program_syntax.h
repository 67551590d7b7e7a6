// What one line of a program says, and the grammar that reads it.
#pragma once

#include <string_view>
#include <variant>

#include "core/ir/program.h"
#include "core/text/syntax.h"

namespace tidemark::text {

enum class ProgramLineKind : std::uint8_t {
  program,
  engines,
  params,
  memories,
  buffers,
  counters,
  for_loop,
  if_branch,
  while_loop,
  else_branch,
  close,
  assignment,
  instruction,
};

struct RangeSyntax {
  std::string_view memory;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// One name of `engine a, b inflight 2`, `buffer k[2] at sbuf[0, 64)`, `param n`, ...
struct DeclarationSyntax {
  std::string_view name;
  std::optional<std::int64_t> inflight;
  std::optional<std::int64_t> stripes;
  std::optional<std::int64_t> slots;
  std::optional<RangeSyntax> range;
};

struct AttributeSyntax {
  std::string_view name;
  std::int64_t value = 0;
};

// A bound, or a condition's only part: an expression, or `load x[e]`.
using OperandSyntax = std::variant<ExpressionSyntax, ElementSyntax>;

struct ProgramLine : ExpressionList {
  ProgramLineKind kind = ProgramLineKind::close;
  std::string_view label;
  std::string_view subject;  // the engine, loop variable, counter, or program's name
  std::string_view opcode;
  std::vector<DeclarationSyntax> declarations;
  std::vector<ElementSyntax> operands;  // the reads, then the writes
  std::size_t reads = 0;                // how many of them are reads
  std::vector<AttributeSyntax> attributes;
  std::vector<OperandSyntax> values;  // bounds, or the sides of a condition
  std::optional<ExpressionSyntax> step;
  std::optional<Comparison> comparison;

  void clear() {
    ExpressionList::clear();
    label = subject = opcode = {};
    declarations.clear();
    operands.clear();
    reads = 0;
    attributes.clear();
    values.clear();
    step.reset();
    comparison.reset();
  }
};

// Reads one line without its comment and without blanks at either end. Throws
// SyntaxFailure; what was read up to there is in `line`.
void parse_program_line(std::string_view text, ProgramLine& line);

}  // namespace tidemark::text
