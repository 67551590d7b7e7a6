#include "oracle/solver.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "oracle/bounded.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

TEST(Solver, AnswersNamedQueries) {
  Solver solver;
  const Term x = solver.integer_variable("x");
  const Term above = solver.less(solver.integer(3), x);
  const Term below = solver.less(x, solver.integer(5));
  const Term odd = solver.equal(solver.remainder(x, 2), solver.integer(1));
  EXPECT_EQ(solver.ask("between", std::array{above, below}), Answer::satisfiable);
  EXPECT_EQ(solver.value(x), 4);
  EXPECT_EQ(solver.ask("odd between", std::array{above, below, odd}), Answer::unsatisfiable);
  EXPECT_EQ(solver.statistics().queries, 2u);
}

TEST(Solver, SpendsTheStepsOfAllQueries) {
  Solver solver({.all_steps = 1'000});
  const Term x = solver.integer_variable("x");
  const Term question = solver.less(solver.remainder(x, 7), solver.remainder(x, 5));
  EXPECT_EQ(solver.ask("first", std::array{question}), Answer::satisfiable);
  Answer last = Answer::satisfiable;
  for (int i = 0; i < 1'000 && last == Answer::satisfiable; ++i)
    last = solver.ask("again", std::array{question});
  EXPECT_EQ(last, Answer::unknown);
  EXPECT_EQ(solver.reason(), "the steps for all queries are spent");
}

std::string first_line_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 64> line{};
  if (pipe != nullptr && std::fgets(line.data(), line.size(), pipe) == nullptr) line[0] = 0;
  if (pipe != nullptr) pclose(pipe);
  std::string text = line.data();
  return text.substr(0, text.find('\n'));
}

// How many queries were written there; another solver must give each the same answer.
std::uint64_t compare_with_another(const std::filesystem::path& folder) {
  std::uint64_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path());
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const bool is_unsat = text.find(":status unsat") != std::string::npos;
    EXPECT_EQ(first_line_of("cvc5 --lang smt2 " + entry.path().string()),
              is_unsat ? "unsat" : "sat")
        << entry.path();
    ++compared;
  }
  return compared;
}

std::filesystem::path empty_folder(const std::string& name) {
  const auto folder = std::filesystem::path(testing::TempDir()) / name;
  std::filesystem::remove_all(folder);
  return folder;
}

Program nested_ring() {
  return parse_program(
             "program p\nengine dma inflight 2\nengine pe\nparam m, n\n"
             "buffer x[2], y\n"
             "for o in 0..m {\n  for i in 0..n {\n    dma load -> x[i % 2]\n"
             "    pe add x[i % 2], y -> y\n  }\n}\n")
      .value();
}

// Every query of a proof, answered by another solver.
TEST(Solver, AgreesWithAnother) {
  UnboundedOptions options;
  options.smt2_folder = empty_folder("tidemark_smt2_unbounded");
  const Program program = nested_ring();
  const auto result = prove_unbounded(program, synchronize(program).streams, options);
  ASSERT_TRUE(result.is_proved) << result.reason;
  const std::uint64_t compared = compare_with_another(*options.smt2_folder);
  EXPECT_EQ(compared, result.solver.queries);
  EXPECT_GT(compared, 3u);
}

// Every query of a search, of streams that are right and of some that are not.
TEST(Solver, AgreesWithAnotherOnSearches) {
  const Program program = nested_ring();
  for (const char* synchronizer : {"dynamic", "barrier", "none"}) {
    BoundedOptions options;
    options.unroll.trips = 2;
    options.smt2_folder = empty_folder(std::string("tidemark_smt2_") + synchronizer);
    const auto result = prove_bounded(
        program, find_synchronizer(synchronizer)->synchronize(program).streams, options);
    EXPECT_EQ(result.is_proved, std::string(synchronizer) == "dynamic") << result.reason;
    EXPECT_EQ(compare_with_another(*options.smt2_folder), result.solver.queries);
  }
}

}  // namespace
}  // namespace tidemark
