// Integers and truths over symbols, for runs whose inputs are left open.
//
// An integer is an affine form over symbols; a symbol stands for a term of the solver: an
// input, or what two paths make of a value where they meet. So values that differ by a
// constant are seen to do so without the solver, and most questions of a small run never
// reach it. Where two paths meet and the values differ by a constant, the form gets that
// multiple of one symbol for the condition, 0 or 1, the same for every value.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ir/affine.h"
#include "oracle/solver.h"

namespace tidemark {

struct Truth {
  Term term;
  std::optional<bool> known;  // where it is plain
};

// What has to be so for control to come to a place: all of these, none of them plain.
struct Path {
  std::vector<Truth> conditions;
  Truth truth;  // all of them at once
};

// Is `from` plainly taken only if `to` is?
bool implies(const Path& from, const Path& to);

class Symbolic {
 public:
  explicit Symbolic(Solver& solver) : solver_(solver) {}

  Affine input(const std::string& name) { return symbol(solver_.integer_variable(name)); }
  Term term(const Affine& form);

  Affine add(const Affine& a, const Affine& b);
  Affine subtract(const Affine& a, const Affine& b);
  Affine multiply(const Affine& a, std::int64_t factor);
  Affine remainder(const Affine& a, std::int64_t modulus);
  Affine choose(const Truth& condition, const Affine& then_value, const Affine& else_value);

  Truth truth(bool known);
  Truth variable(const std::string& name) { return {solver_.truth_variable(name), {}}; }
  Truth at_least(const Affine& a, const Affine& b);
  Truth equal(const Affine& a, const Affine& b);
  Truth negate(const Truth& a);
  Truth all(std::span<const Truth> truths);
  Truth any(std::span<const Truth> truths);
  Truth both(const Truth& a, const Truth& b) { return all(std::initializer_list{a, b}); }
  Truth either(const Truth& a, const Truth& b) { return any(std::initializer_list{a, b}); }
  Truth if_then(const Truth& a, const Truth& b) { return either(negate(a), b); }

  Path extended(const Path& path, const Truth& condition);

  // 64 bits were passed somewhere: nothing that was made of it may be trusted.
  bool is_lost() const { return is_lost_; }

 private:
  Truth all(std::initializer_list<Truth> truths) {
    return all(std::span(truths.begin(), truths.size()));
  }
  Truth any(std::initializer_list<Truth> truths) {
    return any(std::span(truths.begin(), truths.size()));
  }
  Affine symbol(Term term);
  Affine kept(const std::optional<Affine>& form);

  Solver& solver_;
  std::vector<Term> symbols_;
  std::map<void*, Affine> symbol_of_;  // by the term's handle
  bool is_lost_ = false;
};

}  // namespace tidemark
