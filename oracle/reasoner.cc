#include "oracle/reasoner.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tidemark {
namespace {

using Relation = Constraint::Relation;
using Case = std::vector<Constraint>;  // all of them
using Fact = std::vector<Case>;        // one of them

Constraint at_least(const Affine& form, std::int64_t least) {
  return {subtract(form, least).value_or(form), Relation::non_negative};
}
Constraint at_most(const Affine& form, const Affine& most) {
  const auto rest = subtract(most, form);
  return {rest.value_or(Affine(0)), Relation::non_negative};
}

// trips = max(0, ceil(range / step)).
Fact trips_fact(const Affine& trips, const Affine& range, const Affine& step) {
  Fact fact{{at_most(range, 0), {trips, Relation::zero}}};
  Case some{at_least(trips, 1), at_least(range, 1)};
  const std::int64_t factor = step.is_constant() ? step.constant : 0;
  const auto reached = factor > 0 ? scale(trips, factor) : std::nullopt;
  if (reached) {
    some.push_back(at_most(range, *reached));
    if (const auto before = subtract(*reached, factor))
      some.push_back(at_most(*add(*before, 1), range));
  }
  fact.push_back(std::move(some));
  return fact;
}

class Question {
 public:
  Question(const JointCode& code, const JointState& state) : code_(code), state_(state) {
    for (const Constraint& fact : state.facts) add({{fact}});
    add_trips();
    for (std::size_t k = 0; k < code.keys.size(); ++k) add_key(KeyId(k));
  }

  // The facts that bear on the constraints, as text: the same for the same question.
  std::vector<const Fact*> relevant(std::span<const Constraint> constraints) const {
    std::set<Symbol> symbols;
    for (const Constraint& constraint : constraints) collect(constraint.form, symbols);
    std::vector<bool> taken(facts_.size());
    for (bool grows = true; grows;) {
      grows = false;
      for (std::size_t i = 0; i < facts_.size(); ++i) {
        if (taken[i] || !mentions(facts_[i], symbols)) continue;
        taken[i] = grows = true;
        for (const Case& alternative : facts_[i])
          for (const Constraint& constraint : alternative) collect(constraint.form, symbols);
      }
    }
    std::vector<const Fact*> result;
    for (std::size_t i = 0; i < facts_.size(); ++i)
      if (taken[i]) result.push_back(&facts_[i]);
    return result;
  }

 private:
  void add(Fact fact) { facts_.push_back(std::move(fact)); }

  void add_key(KeyId key) {
    const Affine& last = state_.at(code_.key(key));
    if (last.is_constant()) return;
    const Affine& instances = state_.at(code_.ordinal(code_.keys[key.value].engine));
    add({{at_least(last, 0)}});
    add({{at_most(last, instances)}});
  }

  void add_trips() {
    for (const ControlId id : code_.program->controls.ids()) {
      const auto* loop = std::get_if<For>(&code_.program->controls[id].form);
      if (loop == nullptr) continue;
      add_trips(code_.trips(id), code_.range(id), loop->step);
    }
    for (std::size_t i = 0; i < code_.snapshot_controls.size(); ++i) {
      const SnapshotId id(i);
      const auto& loop = std::get<For>(code_.program->controls[code_.snapshot_controls[i]].form);
      add_trips(code_.seen_trips(id), code_.seen_range(id), loop.step);
    }
  }

  void add_trips(ColumnId trips, ColumnId range, const Affine& step) {
    if (state_.at(trips).is_constant() && state_.at(range).is_constant()) return;
    add(trips_fact(state_.at(trips), state_.at(range), step));
  }

  static void collect(const Affine& form, std::set<Symbol>& symbols) {
    for (const AffineTerm& term : form.terms) symbols.insert(term.symbol);
  }
  static bool mentions(const Fact& fact, const std::set<Symbol>& symbols) {
    for (const Case& alternative : fact)
      for (const Constraint& constraint : alternative)
        for (const AffineTerm& term : constraint.form.terms)
          if (symbols.contains(term.symbol)) return true;
    return false;
  }

  const JointCode& code_;
  const JointState& state_;
  std::vector<Fact> facts_;
};

void append(std::string& text, const Constraint& constraint) {
  for (const AffineTerm& term : constraint.form.terms)
    fmt::format_to(std::back_inserter(text), "{}*{}+", term.coefficient, term.symbol.index);
  fmt::format_to(std::back_inserter(text), "{}{} ", constraint.form.constant,
                 static_cast<int>(constraint.relation));
}

Term to_term(Solver& solver, const Constraint& constraint) {
  Term sum = solver.integer(constraint.form.constant);
  for (const AffineTerm& term : constraint.form.terms)
    sum = solver.add(sum,
                     solver.multiply(solver.integer_variable(fmt::format("u{}", term.symbol.index)),
                                     term.coefficient));
  const Term zero = solver.integer(0);
  switch (constraint.relation) {
    case Relation::non_negative:
      return solver.less_equal(zero, sum);
    case Relation::zero:
      return solver.equal(sum, zero);
    case Relation::non_zero:
      return solver.negate(solver.equal(sum, zero));
  }
  __builtin_unreachable();
}

Term to_term(Solver& solver, const Fact& fact) {
  std::vector<Term> cases;
  for (const Case& alternative : fact) {
    std::vector<Term> terms;
    for (const Constraint& constraint : alternative) terms.push_back(to_term(solver, constraint));
    cases.push_back(solver.all(terms));
  }
  return solver.any(cases);
}

// Decided without the solver: a constant that is wrong.
bool is_plainly_false(const Constraint& constraint) {
  if (!constraint.form.is_constant()) return false;
  switch (constraint.relation) {
    case Relation::non_negative:
      return constraint.form.constant < 0;
    case Relation::zero:
      return constraint.form.constant != 0;
    case Relation::non_zero:
      return constraint.form.constant == 0;
  }
  __builtin_unreachable();
}

}  // namespace

Answer Reasoner::find(const JointState& state, std::span<const Constraint> constraints,
                      const std::string& name) {
  if (std::ranges::any_of(constraints, is_plainly_false)) return Answer::unsatisfiable;
  const Question question(code_, state);
  const std::vector<const Fact*> facts = question.relevant(constraints);
  std::string text;
  for (const Fact* fact : facts) {
    for (const Case& alternative : *fact) {
      for (const Constraint& constraint : alternative) append(text, constraint);
      text += '|';
    }
    text += '\n';
  }
  text += '?';
  for (const Constraint& constraint : constraints) append(text, constraint);
  const auto [known, is_new] = known_.try_emplace(std::move(text), Answer::unknown);
  if (!is_new) return known->second;
  std::vector<Term> terms;
  for (const Fact* fact : facts) terms.push_back(to_term(solver_, *fact));
  for (const Constraint& constraint : constraints) terms.push_back(to_term(solver_, constraint));
  return known->second = solver_.ask(name, terms);
}

}  // namespace tidemark
