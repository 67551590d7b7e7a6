#include "core/sync/skip.h"

#include <algorithm>

#include "core/sync/linear.h"

namespace tidemark::sync {
namespace {

class TripsSum {
 public:
  TripsSum(const Plan& plan, ControlId skipped, EngineId engine)
      : plan_(plan), skipped_(skipped), engine_(engine) {}

  bool add(ControlId control, const std::optional<Expression>& times, std::int64_t factor) {
    if (!plan_.counting.moving(control).test(engine_.value)) return true;
    const auto* loop = std::get_if<For>(&plan_.program.controls[control].form);
    if (!loop) return false;
    if (const auto constant = constant_loop(plan_.program, control);
        constant && !plan_.counting.moves_at(control, engine_)) {
      std::int64_t product;
      if (__builtin_mul_overflow(factor, constant->trips, &product)) return false;
      return add_block(loop->body, times, product);
    }
    if (!is_known_before(*loop)) return false;
    std::optional<Expression> iterations = times;
    iterations = times ? *times * Expression::trips(control) : Expression::trips(control);
    if (plan_.counting.moves_at(control, engine_))
      sum_.add(factor * plan_.counting.of_body(control, engine_), *iterations);
    return add_block(loop->body, iterations, factor);
  }

  const std::optional<Expression>& sum() const { return sum_.terms(); }

 private:
  bool add_block(const Block& block, const std::optional<Expression>& times, std::int64_t factor) {
    return std::ranges::all_of(block, [&](const Statement& statement) {
      const auto* control = std::get_if<ControlId>(&statement);
      return !control || add(*control, times, factor);
    });
  }

  // The bounds have the value in front of the skipped statement that they have inside.
  bool is_known_before(const For& loop) const {
    const auto* lower = std::get_if<Affine>(&loop.lower);
    const auto* upper = std::get_if<Affine>(&loop.upper);
    return lower && upper && is_known_before(*lower) && is_known_before(*upper) &&
           is_known_before(loop.step);
  }

  bool is_known_before(const Affine& form) const {
    return std::ranges::all_of(form.terms, [&](const AffineTerm& term) {
      switch (term.symbol.kind) {
        case Symbol::Kind::param:
          return true;
        case Symbol::Kind::variable:
          return !plan_.placement.is_inside(ControlId(term.symbol.index), skipped_);
        case Symbol::Kind::counter:
          return !std::ranges::binary_search(plan_.structure[skipped_].counters,
                                             CounterId(term.symbol.index));
      }
      return false;
    });
  }

  const Plan& plan_;
  ControlId skipped_;
  EngineId engine_;
  Sum sum_;
};

}  // namespace

std::optional<Expression> skipped_trips(const Plan& plan, ControlId control, EngineId engine) {
  TripsSum sum(plan, control, engine);
  if (!sum.add(control, std::nullopt, 1)) return std::nullopt;
  return sum.sum();
}

}  // namespace tidemark::sync
