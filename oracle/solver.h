// The solver behind this folder: quantifier-free linear integer arithmetic, asked named
// queries. Z3 stands behind it and is included by solver.cc alone.
//
// Terms belong to the Solver that made them. A query has limits of its own, counted in
// the solver's steps and memory, so that it has the same answer on a slow machine; what
// passes one is `unknown`, never an answer. Safe to use from several threads on different
// Solvers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

struct SolverLimits {
  std::uint32_t steps = 2'000'000;       // Z3's rlimit, for each query
  std::uint32_t all_steps = UINT32_MAX;  // for all: queries after it is passed are unknown
  std::uint32_t memory_mb = 2'000;       // of all Solvers together
  std::uint32_t timeout_ms = 30'000;     // for each query, a last resort
};

struct SolverStatistics {
  std::uint64_t queries = 0;
  std::uint64_t unknown = 0;
  double seconds = 0;
  double largest_seconds = 0;  // of one query, and which
  std::string largest;
};

// A formula or an integer.
struct Term {
  void* handle = nullptr;
};

enum class Answer : std::uint8_t {
  satisfiable,
  unsatisfiable,
  unknown,  // a limit was hit: Solver::reason says which
};

// Thrown where the limit in memory leaves no room for another term. What is public catches it.
struct SolverOutOfMemory {
  static constexpr const char* kReason = "the solver's memory limit is reached";
};

class Solver {
 public:
  // Where a folder is given, every query is written there as NUMBER_NAME.smt2, with the
  // answer that it had as its status.
  explicit Solver(const SolverLimits& limits = {},
                  std::optional<std::filesystem::path> smt2_folder = std::nullopt);
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  Term integer(std::int64_t value);
  Term integer_variable(const std::string& name);
  Term truth(std::int64_t value);  // not 0
  Term truth_variable(const std::string& name);

  Term add(Term a, Term b);
  Term subtract(Term a, Term b);
  Term multiply(Term a, std::int64_t factor);
  Term remainder(Term a, std::int64_t modulus);  // 0 <= result < modulus, modulus > 0
  Term choose(Term condition, Term then_value, Term else_value);

  Term less_equal(Term a, Term b);
  Term less(Term a, Term b);
  Term equal(Term a, Term b);
  Term negate(Term a);
  Term all(std::span<const Term> terms);  // true where there is none
  Term any(std::span<const Term> terms);  // false where there is none

  // Kept for every later query.
  void require(Term formula);
  // Is there a model of what is required and of these?
  Answer ask(const std::string& name, std::span<const Term> assumptions);

  // After `satisfiable`, until the next call of `ask`.
  std::int64_t value(Term integer);
  bool holds(Term formula);

  const std::string& reason() const;  // of the last `unknown`
  const SolverStatistics& statistics() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tidemark
