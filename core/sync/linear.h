// Sums that become expressions of a stream in one fixed shape: a register, then loop
// variables, then the constant: `c + 2*i - 1`.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/ir/expression.h"

namespace tidemark::sync {

struct Linear {
  using Variables = std::vector<std::pair<ControlId, std::int64_t>>;

  std::optional<Expression> first;  // a register, most often
  Variables variables;
  std::int64_t constant = 0;

  static void add(Variables& variables, ControlId loop, std::int64_t coefficient) {
    for (auto term = variables.begin(); term != variables.end(); ++term) {
      if (term->first != loop) continue;
      term->second += coefficient;
      if (term->second == 0) variables.erase(term);
      return;
    }
    if (coefficient != 0) variables.emplace_back(loop, coefficient);
  }

  Expression expression() && {
    std::optional<Expression> sum = std::move(first);
    for (const auto& [loop, coefficient] : variables)
      add_term(sum, Expression::variable(loop), coefficient);
    if (!sum) return Expression(constant);
    if (constant > 0) return *std::move(sum) + Expression(constant);
    if (constant < 0) return *std::move(sum) - Expression(-constant);
    return *std::move(sum);
  }

  static void add_term(std::optional<Expression>& sum, const Expression& term,
                       std::int64_t coefficient) {
    const std::int64_t size = coefficient < 0 ? -coefficient : coefficient;
    const Expression scaled = size == 1 ? term : Expression(size) * term;
    if (sum)
      sum = coefficient < 0 ? *std::move(sum) - scaled : *std::move(sum) + scaled;
    else
      sum = coefficient < 0 ? Expression(0) - scaled : scaled;
  }
};

}  // namespace tidemark::sync
