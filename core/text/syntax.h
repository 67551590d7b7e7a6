// What one line says, before any name in it is looked up: the result of the grammar.
//
// Everything is a view into the line, so that whoever looks the names up can point at
// them. One object is used for all lines of a text: `clear` keeps what is allocated.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tidemark::text {

// A node of an expression in postfix, as core/ir/expression.h has them.
struct SyntaxNode {
  enum class Kind : std::uint8_t {
    integer,  // `value`
    name,     // `text`: a register, param, variable or counter
    element,  // pops the index; `text` is the ring
    trips,    // `text` is the loop
    negate,   // pops one
    add,      // these three pop b, then a
    subtract,
    multiply,
    remainder,  // pops a: a % value
  };
  Kind kind = Kind::integer;
  std::string_view text;
  std::int64_t value = 0;
};

// A part of `LineSyntax::nodes`, and the text it was made of.
struct ExpressionSyntax {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string_view text;
};

// `x` or `x[e]`: a buffer, a semaphore or a register.
struct ElementSyntax {
  std::string_view name;
  std::optional<ExpressionSyntax> index;
};

// The expressions of a line, while and after they are parsed.
struct ExpressionList {
  std::vector<SyntaxNode> nodes;
  std::uint32_t finished = 0;           // nodes of expressions that are complete
  std::uint32_t depth = 0;              // brackets open
  std::vector<std::string_view> rings;  // `r` of every `r[` that is open
  ExpressionSyntax expression;          // the last complete one
  std::int64_t integer = 0;             // the last literal that stands by itself

  void clear() {
    nodes.clear();
    rings.clear();
    finished = depth = 0;
  }
};

}  // namespace tidemark::text
