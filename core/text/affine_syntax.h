// From an expression as it is written to the affine form that a program may hold.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/affine.h"
#include "core/text/syntax.h"

namespace tidemark::text {

// Params, counters and the loop variables in scope.
using IntegerNames = std::unordered_map<std::string_view, Symbol>;

struct AffineFault {
  enum class Kind { unknown_name, other };
  Kind kind = Kind::other;
  std::string_view at;
  std::string message;
  std::string hint;
};

class AffineBuilder {
 public:
  // Sums, products with a constant, and `% n` around the whole of it.
  std::expected<Residue, AffineFault> residue(std::span<const SyntaxNode> nodes,
                                              const IntegerNames& names);

 private:
  using Step = std::expected<void, AffineFault>;

  Step apply(const SyntaxNode& node, const IntegerNames& names);
  Step push_name(const SyntaxNode& node, const IntegerNames& names);
  Step combine(const SyntaxNode& node);

  std::vector<Residue> stack_;
};

}  // namespace tidemark::text
