// What follows from a state of the joint walk, by the solver: is there a run in it with
// these constraints? Equal questions are asked once.
//
// Besides the state's own facts it knows what always holds: 0 <= key <= instances of its
// engine, and trips = max(0, ceil(range / step)) wherever trips were looked at. Only what
// shares a symbol with the question, directly or not, is handed to the solver.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "oracle/joint_state.h"
#include "oracle/solver.h"

namespace tidemark {

class Reasoner {
 public:
  using Case = std::vector<Constraint>;  // all of them
  using Fact = std::vector<Case>;        // one of them

  // Both must outlive it.
  Reasoner(const JointCode& code, Solver& solver) : code_(code), solver_(solver) {}

  Answer find(const JointState& state, std::span<const Constraint> constraints,
              const std::string& name);

  // For certain: an answer that the solver did not find is false.
  bool is_impossible(const JointState& state, std::span<const Constraint> constraints,
                     const std::string& name) {
    return find(state, constraints, name) == Answer::unsatisfiable;
  }

  // The same of a way that control could go. Counts of instances are left aside, which
  // control does not depend on: a false answer costs precision, and is right.
  bool is_never_taken(const JointState& state, std::span<const Constraint> constraints,
                      const std::string& name);

 private:
  Answer ask(const std::vector<Fact>& facts, std::span<const Constraint> constraints,
             const std::string& name);

  const JointCode& code_;
  Solver& solver_;
  std::unordered_map<std::string, Answer> known_;
};

}  // namespace tidemark
