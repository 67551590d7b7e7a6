#include "core/lower/executions.h"

#include <algorithm>

#include "core/check.h"

namespace tidemark::lowering {
namespace {

bool is_of_params(const Bound& bound) {
  const auto* affine = std::get_if<Affine>(&bound);
  return affine != nullptr && std::ranges::all_of(affine->terms, [](const AffineTerm& term) {
           return term.symbol.kind == Symbol::Kind::param;
         });
}

Expression expression_of(const Affine& affine) {
  Expression sum(affine.constant);
  for (const AffineTerm& term : affine.terms) {
    CHECK(term.symbol.kind == Symbol::Kind::param);
    sum = sum + Expression(term.coefficient) * Expression::of(ParamId(term.symbol.index));
  }
  return sum;
}

// The product of the trips of the loops that the path enters from step `from` on.
Expression trips_inside(const Path& path, std::size_t from) {
  std::optional<Expression> product;
  for (std::size_t i = from; i < path.size(); ++i)
    if (path[i].control)
      product = product ? *product * Expression::trips(*path[i].control)
                        : Expression::trips(*path[i].control);
  return product.value_or(Expression(1));
}

}  // namespace

bool has_plain_bounds(const Program& program, ControlId control) {
  const auto* loop = std::get_if<For>(&program.controls[control].form);
  return loop != nullptr && loop->step == Affine(1) && is_of_params(loop->lower) &&
         is_of_params(loop->upper);
}

Expression iterations_so_far(const Program& program, ControlId control) {
  const auto& loop = std::get<For>(program.controls[control].form);
  const Affine& lower = std::get<Affine>(loop.lower);
  if (lower == Affine(0)) return Expression::variable(control);
  return Expression::variable(control) - expression_of(lower);
}

std::optional<Expression> executions_before(const Program& program, const Path& of,
                                            const Path& at) {
  for (const PathStep& step : of)
    if (step.control && !has_plain_bounds(program, *step.control)) return std::nullopt;
  Expression sum(0);
  for (std::size_t i = 0; i < of.size() && i < at.size(); ++i) {
    if (of[i].index != at[i].index) {
      if (of[i].index < at[i].index) sum = sum + trips_inside(of, i);
      return sum;
    }
    if (of[i].control && at[i].control)
      sum = sum + iterations_so_far(program, *of[i].control) * trips_inside(of, i + 1);
  }
  return sum;
}

}  // namespace tidemark::lowering
