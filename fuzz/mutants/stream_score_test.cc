// Mistakes in streams: what is one is killed, what is none is shown to be none.
#include "fuzz/mutants/stream_score.h"

#include <gtest/gtest.h>

#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "fuzz/mutants/small_inputs.h"

namespace tidemark::mutants {
namespace {

// For what is sure to be proved, however busy the machine is.
constexpr FateOptions kPatient{.proof_time = std::chrono::minutes(2)};

Program pipeline() {
  return *parse_program(
      "program pipeline\n"
      "engine dma inflight 2, pe\n"
      "param n\n"
      "buffer x[2], y\n"
      "for i in 0..n {\n"
      "  dma load -> x[i % 2]\n"
      "  pe add x[i % 2], y -> y\n"
      "}\n");
}

TEST(StreamScore, EveryMistakeInAPipelineIsKilledOrShownToBeNone) {
  std::uint64_t killed = 0, over_waiting = 0;
  for (std::uint64_t kind = 0; kind < kAllStreamMutations; ++kind) {
    OperatorScore operators;
    operators.mutation = static_cast<StreamMutation>(kind);
    score(pipeline(), 1, 0, operators);
    EXPECT_EQ(operators.alive, 0u) << name(operators.mutation);
    EXPECT_EQ(operators.disagreements, 0u) << name(operators.mutation);
    killed += operators.killed;
    over_waiting += operators.over_waiting;
  }
  EXPECT_GE(killed, 20u);
  EXPECT_GE(over_waiting, 2u);
}

TEST(StreamScore, TheRightStreamsAreNoMistake) {
  const Program program = pipeline();
  const Fate fate = fate_of(program, synchronize(program).streams, kPatient);
  EXPECT_EQ(fate.kind, Fate::Kind::proved);
}

TEST(StreamScore, AWaitTwiceIsNoMistake) {
  OperatorScore doubled;
  doubled.mutation = StreamMutation::double_wait;
  score(pipeline(), 1, 0, doubled, kPatient);
  EXPECT_GT(doubled.made, 0u);
  EXPECT_EQ(doubled.proved, doubled.made);
}

TEST(SmallInputs, AreAllThereAre) {
  const Program program = pipeline();
  const SmallInputs inputs(program);
  EXPECT_TRUE(inputs.is_complete());
  ASSERT_EQ(inputs.size(), 10u);
  for (std::int64_t n = 0; n < 10; ++n)
    EXPECT_EQ(inputs.at(static_cast<std::uint64_t>(n)).param(ParamId(0u)), n);
}

}  // namespace
}  // namespace tidemark::mutants
