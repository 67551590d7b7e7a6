// Sums as expressions of a stream, in one fixed shape: a register, then loop variables, then the
// constant: `c + 2*i - 1`.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/ir/expression.h"

namespace tidemark::sync {

// In place: an expression that is moved just after a node was appended waits for the node.
inline void add_to(Expression& sum, std::int64_t constant) {
  if (constant > 0) sum += Expression(constant);
  if (constant < 0) sum -= Expression(-constant);
}

// Of terms that are added from left to right.
class Sum {
 public:
  Sum() = default;
  explicit Sum(Expression first) : terms_(std::move(first)) {}

  void add(std::int64_t coefficient, const Expression& term) {
    if (coefficient == 0) return;
    if (std::abs(coefficient) != 1)
      add_one(coefficient < 0, Expression(std::abs(coefficient)) * term);
    else
      add_one(coefficient < 0, term);
  }

  const std::optional<Expression>& terms() const { return terms_; }
  Expression plus(std::int64_t constant) && {
    if (!terms_) return Expression(constant);
    add_to(*terms_, constant);
    return *std::move(terms_);
  }

 private:
  void add_one(bool subtract, const Expression& term) {
    if (!terms_)
      terms_.emplace(subtract ? Expression(0) - term : term);
    else if (subtract)
      *terms_ -= term;
    else
      *terms_ += term;
  }

  std::optional<Expression> terms_;  // none without terms
};

}  // namespace tidemark::sync
