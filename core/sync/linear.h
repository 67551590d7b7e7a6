// Sums as expressions of a stream, in one fixed shape: a register, then loop variables, then the
// constant: `c + 2*i - 1`.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/ir/expression.h"

namespace tidemark::sync {

inline Expression plus(Expression sum, std::int64_t constant) {
  if (constant > 0) sum += Expression(constant);
  if (constant < 0) sum -= Expression(-constant);
  return sum;
}

// Of terms that are added from left to right.
class Sum {
 public:
  Sum() = default;
  explicit Sum(Expression first) : terms_(std::move(first)) {}

  void add(std::int64_t coefficient, Expression term) {
    if (coefficient == 0) return;
    if (std::abs(coefficient) != 1) term = Expression(std::abs(coefficient)) * term;
    if (!terms_)
      terms_.emplace(coefficient < 0 ? Expression(0) - term : std::move(term));
    else if (coefficient < 0)
      *terms_ -= term;
    else
      *terms_ += term;
  }

  const std::optional<Expression>& terms() const { return terms_; }
  Expression plus(std::int64_t constant) && {
    return terms_ ? sync::plus(*std::move(terms_), constant) : Expression(constant);
  }

 private:
  std::optional<Expression> terms_;  // none without terms
};

}  // namespace tidemark::sync
