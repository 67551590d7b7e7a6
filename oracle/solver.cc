#include "oracle/solver.h"

#include <fmt/format.h>
#include <z3.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "core/check.h"
#include "oracle/time_limit.h"

namespace tidemark {
namespace {

Z3_ast ast(Term term) { return static_cast<Z3_ast>(term.handle); }
Term term(Z3_ast ast) { return {ast}; }

// Memory may end wherever a term is made. Nothing else of ours can make an error: the other
// limits are answers.
void report_error(Z3_context context, Z3_error_code code) {
  const std::string_view message =
      Z3_get_error_msg(context, code);  // the code may be a general one
  if (code == Z3_MEMOUT_FAIL || message.contains("memory exceeded")) throw SolverOutOfMemory();
  fmt::print(stderr, "z3: {}\n", message);
  CHECK(false);
}

std::string file_name(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name.substr(0, 80);
}

}  // namespace

struct Solver::State {
  State(const SolverLimits& the_limits, std::optional<std::filesystem::path> the_folder)
      : limits(the_limits), folder(std::move(the_folder)) {
    Z3_config config = Z3_mk_config();
    context = Z3_mk_context(config);  // its terms live as long as it does
    Z3_del_config(config);
    Z3_set_error_handler(context, report_error);
    integers = Z3_mk_int_sort(context);
    truths = Z3_mk_bool_sort(context);
    solver = Z3_mk_solver(context);
    Z3_solver_inc_ref(context, solver);
    limit("rlimit", limits.steps);
    limit("max_memory", limits.memory_mb);
  }

  ~State() {
    time.end();  // where memory ended in a query
    forget_model();
    Z3_solver_dec_ref(context, solver);
    Z3_del_context(context);
  }

  void limit(const char* name, std::uint32_t value) {
    Z3_params params = Z3_mk_params(context);
    Z3_params_inc_ref(context, params);
    Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, name), value);
    Z3_solver_set_params(context, solver, params);
    Z3_params_dec_ref(context, params);
  }

  void forget_model() {
    if (model != nullptr) Z3_model_dec_ref(context, model);
    model = nullptr;
  }

  Term variable(const std::string& name, Z3_sort sort) {
    return term(Z3_mk_const(context, Z3_mk_string_symbol(context, name.c_str()), sort));
  }

  Z3_ast evaluate(Term of) {
    CHECK(model != nullptr);
    Z3_ast result = nullptr;
    CHECK(Z3_model_eval(context, model, ast(of), true, &result));
    return result;
  }

  void write(const std::string& name, Z3_lbool found) {
    if (!folder) return;
    const char* status = found == Z3_L_TRUE ? "sat" : found == Z3_L_FALSE ? "unsat" : "unknown";
    std::filesystem::create_directories(*folder);
    std::ofstream out(*folder / fmt::format("{:06}_{}.smt2", statistics.queries, file_name(name)));
    out << "; " << name << "\n(set-info :status " << status << ")\n(set-logic QF_LIA)\n"
        << Z3_solver_to_string(context, solver) << "(check-sat)\n";
  }

  void count(const std::string& name, double seconds) {
    ++statistics.queries;
    statistics.seconds += seconds;
    if (seconds <= statistics.largest_seconds) return;
    statistics.largest_seconds = seconds;
    statistics.largest = name;
  }

  // Of all queries so far.
  std::uint32_t steps() const {
    Z3_stats stats = Z3_solver_get_statistics(context, solver);
    Z3_stats_inc_ref(context, stats);
    std::uint32_t count = 0;
    for (unsigned i = 0; i < Z3_stats_size(context, stats); ++i)
      if (std::string_view(Z3_stats_get_key(context, stats, i)) == "rlimit count")
        count = Z3_stats_get_uint_value(context, stats, i);
    Z3_stats_dec_ref(context, stats);
    return count;
  }

  SolverLimits limits;
  std::optional<std::filesystem::path> folder;
  Z3_context context = nullptr;
  Z3_sort integers = nullptr;
  Z3_sort truths = nullptr;
  Z3_solver solver = nullptr;
  Z3_model model = nullptr;
  std::string reason;
  SolverStatistics statistics;
  TimeLimit time{std::chrono::milliseconds(limits.timeout_ms), [this] { Z3_interrupt(context); }};
};

Solver::Solver(const SolverLimits& limits, std::optional<std::filesystem::path> smt2_folder)
    : state_(std::make_unique<State>(limits, std::move(smt2_folder))) {}
Solver::~Solver() = default;

Term Solver::integer(std::int64_t value) {
  return term(Z3_mk_int64(state_->context, value, state_->integers));
}
Term Solver::integer_variable(const std::string& name) {
  return state_->variable(name, state_->integers);
}
Term Solver::truth(std::int64_t value) {
  return term(value != 0 ? Z3_mk_true(state_->context) : Z3_mk_false(state_->context));
}
Term Solver::truth_variable(const std::string& name) {
  return state_->variable(name, state_->truths);
}

Term Solver::add(Term a, Term b) {
  const Z3_ast both[] = {ast(a), ast(b)};
  return term(Z3_mk_add(state_->context, 2, both));
}
Term Solver::subtract(Term a, Term b) {
  const Z3_ast both[] = {ast(a), ast(b)};
  return term(Z3_mk_sub(state_->context, 2, both));
}
Term Solver::multiply(Term a, std::int64_t factor) {
  const Z3_ast both[] = {ast(integer(factor)), ast(a)};
  return term(Z3_mk_mul(state_->context, 2, both));
}
Term Solver::remainder(Term a, std::int64_t modulus) {
  return term(Z3_mk_mod(state_->context, ast(a), ast(integer(modulus))));
}
Term Solver::choose(Term condition, Term then_value, Term else_value) {
  return term(Z3_mk_ite(state_->context, ast(condition), ast(then_value), ast(else_value)));
}

Term Solver::less_equal(Term a, Term b) { return term(Z3_mk_le(state_->context, ast(a), ast(b))); }
Term Solver::less(Term a, Term b) { return term(Z3_mk_lt(state_->context, ast(a), ast(b))); }
Term Solver::equal(Term a, Term b) { return term(Z3_mk_eq(state_->context, ast(a), ast(b))); }
Term Solver::negate(Term a) { return term(Z3_mk_not(state_->context, ast(a))); }

Term Solver::all(std::span<const Term> terms) {
  std::vector<Z3_ast> asts;
  for (const Term t : terms) asts.push_back(ast(t));
  return term(Z3_mk_and(state_->context, static_cast<unsigned>(asts.size()), asts.data()));
}
Term Solver::any(std::span<const Term> terms) {
  std::vector<Z3_ast> asts;
  for (const Term t : terms) asts.push_back(ast(t));
  return term(Z3_mk_or(state_->context, static_cast<unsigned>(asts.size()), asts.data()));
}

void Solver::require(Term formula) {
  Z3_solver_assert(state_->context, state_->solver, ast(formula));
}

Answer Solver::ask(const std::string& name, std::span<const Term> assumptions) {
  State& s = *state_;
  s.forget_model();
  if (s.limits.all_steps != UINT32_MAX && s.steps() > s.limits.all_steps) {
    s.reason = "the steps for all queries are spent";
    ++s.statistics.unknown;
    return Answer::unknown;
  }
  Z3_solver_push(s.context, s.solver);
  for (const Term t : assumptions) require(t);
  const auto start = std::chrono::steady_clock::now();
  s.time.begin();
  const Z3_lbool found = Z3_solver_check(s.context, s.solver);
  const bool is_interrupted = s.time.end();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  s.count(name, seconds.count());
  s.write(name, found);
  if (found == Z3_L_TRUE) {
    s.model = Z3_solver_get_model(s.context, s.solver);
    Z3_model_inc_ref(s.context, s.model);
  }
  if (found == Z3_L_UNDEF) {
    s.reason = is_interrupted ? "timeout" : Z3_solver_get_reason_unknown(s.context, s.solver);
    ++s.statistics.unknown;
  }
  Z3_solver_pop(s.context, s.solver, 1);
  switch (found) {
    case Z3_L_TRUE:
      return Answer::satisfiable;
    case Z3_L_FALSE:
      return Answer::unsatisfiable;
    case Z3_L_UNDEF:
      return Answer::unknown;
  }
  __builtin_unreachable();
}

std::int64_t Solver::value(Term integer) {
  std::int64_t result = 0;
  CHECK(Z3_get_numeral_int64(state_->context, state_->evaluate(integer), &result));
  return result;
}

bool Solver::holds(Term formula) {
  return Z3_get_bool_value(state_->context, state_->evaluate(formula)) == Z3_L_TRUE;
}

const std::string& Solver::reason() const { return state_->reason; }
const SolverStatistics& Solver::statistics() const { return state_->statistics; }

}  // namespace tidemark
