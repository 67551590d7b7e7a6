#include "oracle/reasoner.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tidemark {
namespace {

using Relation = Constraint::Relation;
using Case = Reasoner::Case;
using Fact = Reasoner::Fact;

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
  if (factor == 0) some.push_back(at_most(trips, range));
  if (reached) {
    some.push_back(at_most(range, *reached));
    if (const auto before = subtract(*reached, factor))
      some.push_back(at_most(*add(*before, 1), range));
  }
  fact.push_back(std::move(some));
  return fact;
}

// What shares a symbol with the constraints; or that, and what shares one with such: of the
// control that the path has passed, or all.
enum class Reach : std::uint8_t { near, control, all };

// What is known that bears on some constraints. Of facts that differ by a constant, the one
// that says most.
class Question {
 public:
  Question(const JointCode& code, const JointState& state, std::span<const Constraint> constraints,
           Reach reach)
      : code_(code), state_(state), is_marked_(state.symbols) {
    for (const Constraint& constraint : constraints) mark(constraint.form);
    list_trips();
    used_.resize(state.facts.size() + trips_.size());
    key_used_.resize(2 * code.keys.size());
    while (grows_) {
      grows_ = false;
      is_frozen_ = reach == Reach::near;
      add_path();
      add_trips();
      if (reach == Reach::control) continue;
      for (std::size_t k = 0; k < code.keys.size(); ++k) add_key(k);
    }
  }

  // The same, in the same order, for the same question.
  const std::vector<Fact>& facts() const { return facts_; }

 private:
  struct Trips {
    const Affine *trips, *range, *step;
  };

  void mark(const Affine& form) {
    if (is_frozen_) return;
    for (const AffineTerm& term : form.terms) {
      if (term.symbol.index >= is_marked_.size()) is_marked_.resize(term.symbol.index + 1);
      if (is_marked_[term.symbol.index]) continue;
      is_marked_[term.symbol.index] = true;
      grows_ = true;
    }
  }
  bool is_near(const Affine& form) const {
    return std::ranges::any_of(form.terms, [&](const AffineTerm& term) {
      return term.symbol.index < is_marked_.size() && is_marked_[term.symbol.index];
    });
  }
  void add(Fact fact) {
    for (const Case& alternative : fact)
      for (const Constraint& constraint : alternative) mark(constraint.form);
    facts_.push_back(std::move(fact));
  }
  // form >= 0
  void add_bound(const Affine& form) {
    std::string terms;
    for (const AffineTerm& term : form.terms)
      fmt::format_to(std::back_inserter(terms), "{}*{}+", term.coefficient, term.symbol.index);
    const auto [known, is_new] = bounds_.try_emplace(std::move(terms), facts_.size());
    if (is_new) return add({{{form, Relation::non_negative}}});
    std::int64_t& constant = facts_[known->second][0][0].form.constant;
    constant = std::min(constant, form.constant);
  }

  void add_path() {
    for (std::size_t i = 0; i < state_.facts.size(); ++i)
      if (!used_[i] && is_near(state_.facts[i].form)) {
        used_[i] = true;
        state_.facts[i].relation == Relation::non_negative ? add_bound(state_.facts[i].form)
                                                           : add({{state_.facts[i]}});
      }
  }

  void list_trips() {
    for (const ControlId id : code_.program->controls.ids())
      if (const auto* loop = std::get_if<For>(&code_.program->controls[id].form))
        list_trips(code_.trips(id), code_.range(id), loop->step);
    for (std::size_t i = 0; i < code_.snapshot_controls.size(); ++i) {
      const SnapshotId id(i);
      const auto& loop = std::get<For>(code_.program->controls[code_.snapshot_controls[i]].form);
      list_trips(code_.seen_trips(id), code_.seen_range(id), loop.step);
    }
  }
  void list_trips(ColumnId trips, ColumnId range, const Affine& step) {
    const Affine& count = state_.at(trips);
    const Affine& distance = state_.at(range);
    if (!count.is_constant() || !distance.is_constant())
      trips_.push_back({&count, &distance, &step});
    else if ((count.constant == 0) != (distance.constant <= 0))  // there is no such run
      add({});
  }
  void add_trips() {
    for (std::size_t i = 0; i < trips_.size(); ++i) {
      const Trips& t = trips_[i];
      if (used_[state_.facts.size() + i] || (!is_near(*t.trips) && !is_near(*t.range))) continue;
      used_[state_.facts.size() + i] = true;
      add(trips_fact(*t.trips, *t.range, *t.step));
    }
  }

  // 0 <= key <= instances of its engine.
  void add_key(std::size_t k) {
    const Affine& last = state_.at(code_.key(KeyId(k)));
    if (!key_used_[2 * k] && is_near(last)) {
      key_used_[2 * k] = true;
      add_bound(last);
    }
    const Affine& instances = state_.at(code_.ordinal(code_.keys[k].engine));
    if (key_used_[2 * k + 1] || last.terms == instances.terms) return;
    if (!is_near(last) && !is_near(instances)) return;
    const Constraint within = at_most(last, instances);
    if (!is_near(within.form)) return;
    key_used_[2 * k + 1] = true;
    add_bound(within.form);
  }

  const JointCode& code_;
  const JointState& state_;
  std::vector<bool> is_marked_;  // by symbol
  bool grows_ = true;
  bool is_frozen_ = false;
  std::map<std::string, std::size_t> bounds_;  // the fact that is a bound of these terms
  std::vector<Trips> trips_;
  std::vector<bool> used_, key_used_;
  std::vector<Fact> facts_;
};

// A question as text, with its symbols numbered as they come: the same for questions that
// differ in names only. And as terms, with these numbers.
class Writer {
 public:
  explicit Writer(Solver& solver) : solver_(solver) {}

  void add(const Fact& fact) {
    for (const Case& alternative : fact) {
      for (const Constraint& constraint : alternative) append(constraint);
      text_ += '|';
    }
    text_ += '\n';
  }
  void add(const Constraint& constraint) {
    append(constraint);
    text_ += '?';
  }
  const std::string& text() const { return text_; }

  Term term(const Fact& fact) {
    std::vector<Term> cases;
    for (const Case& alternative : fact) {
      std::vector<Term> terms;
      for (const Constraint& constraint : alternative) terms.push_back(term(constraint));
      cases.push_back(solver_.all(terms));
    }
    return solver_.any(cases);
  }
  Term term(const Constraint& constraint) {
    Term sum = solver_.integer(constraint.form.constant);
    for (const AffineTerm& part : constraint.form.terms)
      sum = solver_.add(
          sum, solver_.multiply(solver_.integer_variable(fmt::format("u{}", number(part.symbol))),
                                part.coefficient));
    const Term zero = solver_.integer(0);
    switch (constraint.relation) {
      case Relation::non_negative:
        return solver_.less_equal(zero, sum);
      case Relation::zero:
        return solver_.equal(sum, zero);
      case Relation::non_zero:
        return solver_.negate(solver_.equal(sum, zero));
    }
    __builtin_unreachable();
  }

 private:
  std::size_t number(Symbol symbol) {
    return numbers_.try_emplace(symbol.index, numbers_.size()).first->second;
  }
  void append(const Constraint& constraint) {
    for (const AffineTerm& term : constraint.form.terms)
      fmt::format_to(std::back_inserter(text_), "{}*{}+", term.coefficient, number(term.symbol));
    fmt::format_to(std::back_inserter(text_), "{}{} ", constraint.form.constant,
                   static_cast<int>(constraint.relation));
  }

  Solver& solver_;
  std::string text_;
  std::unordered_map<std::uint32_t, std::size_t> numbers_;
};

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

Answer Reasoner::ask(const std::vector<Fact>& facts, std::span<const Constraint> constraints,
                     const std::string& name) {
  Writer writer(solver_);
  for (const Constraint& constraint : constraints) writer.add(constraint);
  for (const Fact& fact : facts) writer.add(fact);
  const auto [known, is_new] = known_.try_emplace(writer.text(), Answer::unknown);
  if (!is_new) return known->second;
  std::vector<Term> terms;
  for (const Constraint& constraint : constraints) terms.push_back(writer.term(constraint));
  for (const Fact& fact : facts) terms.push_back(writer.term(fact));
  return known->second = solver_.ask(name, terms);
}

// Most of what is impossible is so for reasons near by, and those are found much faster.
Answer Reasoner::find(const JointState& state, std::span<const Constraint> constraints,
                      const std::string& name) {
  if (std::ranges::any_of(constraints, is_plainly_false)) return Answer::unsatisfiable;
  const Question near(code_, state, constraints, Reach::near);
  const Answer nearly = ask(near.facts(), constraints, name);
  if (nearly == Answer::unsatisfiable) return nearly;
  const Question all(code_, state, constraints, Reach::all);
  return all.facts().size() == near.facts().size() ? nearly : ask(all.facts(), constraints, name);
}

bool Reasoner::is_never_taken(const JointState& state, std::span<const Constraint> constraints,
                              const std::string& name) {
  if (std::ranges::any_of(constraints, is_plainly_false)) return true;
  const Question control(code_, state, constraints, Reach::control);
  return ask(control.facts(), constraints, name) == Answer::unsatisfiable;
}

}  // namespace tidemark
