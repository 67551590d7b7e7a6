#include "core/lower/lower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "checker/check.h"
#include "checker/naive_walk_test_util.h"
#include "checker/stream_walk.h"
#include "core/lower/recompute.h"
#include "core/lower/rewrite.h"
#include "core/sync/synchronizer.h"
#include "core/target/builtin_targets.h"
#include "core/target/parse_target.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/random_program.h"

namespace tidemark {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Target target_with(const std::vector<std::string>& figures) {
  Target target = parse_target(*builtin_target("trn2"), "trn2").value();
  for (const std::string& figure : figures) EXPECT_TRUE(set_figure(target, figure));
  return target;
}

Lowered lowered(const Program& program, const std::vector<std::string>& figures,
                const std::optional<Inputs>& most = {}) {
  return lower(program, synchronize(program).streams, target_with(figures), most);
}

Verdict verdict_of(const Program& program, const Streams& streams, const Inputs& inputs) {
  const auto report = check(program, streams, inputs);
  return report ? report->verdict : Verdict::unknown;
}

// By visiting every state, with nothing left out: transfers in parts are outside the clocks.
Verdict verdict_by_states(const Program& program, const Streams& streams, const Inputs& inputs) {
  constexpr std::size_t kMostStates = 1'000'000;
  const auto lines = make_lines(program, streams, inputs);
  if (!lines) return Verdict::malformed;
  const Machine machine(program, *lines);
  return NaiveWalk(machine).verdict(kMostStates).value_or(Verdict::unknown);
}

Inputs all_params(const Program& program, std::int64_t value) {
  Inputs inputs(program);
  for (const ParamId param : program.params.ids()) inputs.set(param, value);
  return inputs;
}

const std::string kRing =
    "program ring\nengine dma inflight 4, pe, act\nparam n, m\nbuffer x[2], y[3]\n"
    "for i in 0..n {\n  for j in 0..m {\n    dma load -> x[j % 2]\n"
    "    pe work x[j % 2] -> y[(i + j) % 3]\n  }\n  act use y[i % 3] ->\n}\n";

TEST(Lower, WhatFitsStaysExact) {
  const Program program = parse_program(kRing).value();
  const Lowered result = lowered(program, {});
  EXPECT_EQ(result.result, LoweringResult::as_given);
  for (std::int64_t n = 0; n < 6; ++n)
    EXPECT_EQ(verdict_of(program, result.streams, all_params(program, n)), Verdict::exact);
}

TEST(Lower, LoweredStreamsParseBack) {
  const Program program = parse_program(kRing).value();
  const Streams streams = lowered(program, {}).streams;
  const auto again = parse_streams(print(streams, program), program);
  ASSERT_TRUE(again) << to_string(again.error().diagnostics);
  EXPECT_EQ(*again, streams);
}

// What few registers there are may cost operations, never exactness.
TEST(Lower, CountsAreComputedAgainForWantOfRegisters) {
  const Program program = parse_program(
                              "program p\nengine a, b, c\nparam n, m\nbuffer x[2], y\n"
                              "for i in 0..n {\n  for j in 0..m {\n    a one -> x[j % 2]\n"
                              "    a two -> y\n    b use x[j % 2], y ->\n  }\n  c last y ->\n}\n")
                              .value();
  const Lowered roomy = lowered(program, {});
  const Lowered tight = lowered(program, {"register.count=7"});
  EXPECT_THAT(tight.notes, Contains(HasSubstr("for want of registers")));
  EXPECT_EQ(tight.result, LoweringResult::as_given) << print(roomy.streams, program);
  for (const Stream& stream : tight.streams.streams)
    EXPECT_LE(lowering::registers_of(program, stream), 7) << print(tight.streams, program);
  for (std::int64_t n = 0; n < 5; ++n)
    EXPECT_EQ(verdict_of(program, tight.streams, all_params(program, n)), Verdict::exact);
}

TEST(Lower, WithFewRegistersItDegradesAndSaysSo) {
  const Program program = parse_program(kRing).value();
  const Lowered result = lowered(program, {"register.count=4"});
  EXPECT_THAT(result.notes, Contains(HasSubstr("registers of 4")));
  EXPECT_EQ(result.result, LoweringResult::barriers_in);
  const Verdict verdict = verdict_of(program, result.streams, all_params(program, 3));
  EXPECT_TRUE(verdict == Verdict::overwaits || verdict == Verdict::exact);
}

std::int64_t most_registers(const Program& program, const Streams& streams) {
  std::int64_t most = 0;
  for (const Stream& stream : streams.streams)
    most = std::max(most, lowering::registers_of(program, stream));
  return most;
}

const Barrier* first_barrier(const StreamBlock& block) {
  const Barrier* first = nullptr;
  lowering::for_each_statement(block, [&](const StreamStatement& statement) {
    if (first == nullptr) first = std::get_if<Barrier>(&statement.form);
  });
  return first;
}

// What `more` must wait for in loop j lies back by no fixed distance, and takes a register.
// Barriers in loop i, the smaller one, do not help.
TEST(Lower, ForWantOfRegistersTheSmallestLoopThatHelpsGetsBarriers) {
  const Program program =
      parse_program(
          "program p\nengine b, c\nparam n, m\nbuffer y[3], z, w, v[5]\n"
          "for i in 0..n {\n  c five y[(i + 1) % 3] -> z\n  if m {\n    b extra -> w\n  }\n"
          "  b six z -> y[i % 3]\n}\n"
          "for j in 0..m {\n  c seven v[(j + 1) % 5] -> z\n  if n {\n    b more -> w\n  }\n"
          "  b eight z -> v[j % 5]\n  b nine -> w\n  c ten w ->\n}\n")
          .value();
  const std::int64_t roomy = most_registers(program, synchronize(program).streams);
  bool seen = false;
  for (std::int64_t registers = roomy; registers >= 0; --registers) {
    const Lowered result = lowered(program, {"register.count=" + std::to_string(registers)});
    if (result.result == LoweringResult::unfit) continue;
    EXPECT_LE(most_registers(program, result.streams), registers);
    for (std::int64_t n = 0; n < 16; ++n) {
      Inputs inputs(program);
      inputs.set(ParamId(0), n % 4);
      inputs.set(ParamId(1), n / 4);
      const Verdict verdict = verdict_of(program, result.streams, inputs);
      EXPECT_TRUE(verdict == Verdict::exact ||
                  (verdict == Verdict::overwaits && result.result != LoweringResult::as_given))
          << name(verdict) << "\n"
          << print(result.streams, program);
    }
    if (result.result != LoweringResult::barriers_in) continue;
    seen = true;
    EXPECT_THAT(result.notes, Contains(HasSubstr("barriers inside of loop j")));
    const Barrier* barrier = first_barrier(result.streams.streams.front().body);
    ASSERT_NE(barrier, nullptr);
    EXPECT_TRUE(barrier->resets.empty());
  }
  EXPECT_TRUE(seen);
}

// Barriers that reset nothing go with transfers in parts, too.
TEST(Lower, TransfersInPartsGetBarriersInALoopForWantOfRegisters) {
  const Program program =
      parse_program(
          "program p\nengine dma inflight 2 stripes 2, pe\nparam n, m\nbuffer x[2], y[2]\n"
          "for i in 0..n {\n  dma load -> x[i % 2]\n  if m {\n    dma more -> y[i % 2]\n  }\n"
          "  pe use x[i % 2], y[i % 2] ->\n}\n")
          .value();
  bool seen = false;
  for (int registers = 3; registers < 16 && !seen; ++registers) {
    const Lowered result = lowered(program, {"register.count=" + std::to_string(registers)});
    if (result.result != LoweringResult::barriers_in) continue;
    seen = true;
    for (std::int64_t n = 0; n < 4; ++n) {
      const Verdict verdict = verdict_by_states(program, result.streams, all_params(program, n));
      EXPECT_TRUE(verdict == Verdict::exact || verdict == Verdict::overwaits)
          << name(verdict) << "\n"
          << print(result.streams, program);
    }
  }
  EXPECT_TRUE(seen);
}

TEST(Lower, ATransferInPartsRaisesSemaphoresInTurn) {
  const Program program =
      parse_program(
          "program p\nengine dma inflight 2 stripes 2, pe\nparam n\nbuffer x[2]\n"
          "for i in 0..n {\n  dma load -> x[i % 2]\n  pe use x[i % 2] ->\n}\n")
          .value();
  // One counter for all of them lets a transfer pass for whole that is not.
  EXPECT_EQ(verdict_by_states(program, synchronize(program).streams, all_params(program, 3)),
            Verdict::unsafe);
  const Lowered result = lowered(program, {});
  EXPECT_THAT(result.notes, Contains(HasSubstr("2 semaphores in turn")));
  for (std::int64_t n = 0; n < 5; ++n)
    EXPECT_EQ(verdict_by_states(program, result.streams, all_params(program, n)), Verdict::exact)
        << print(result.streams, program);
}

// Four in flight take four semaphores; of three in all, the queue gets two.
TEST(Lower, WithFewSemaphoresAQueueLosesItsDepthAndNoMore) {
  const Program program =
      parse_program(
          "program p\nengine dma inflight 4 stripes 2, pe\nparam n\nbuffer x[4]\n"
          "for i in 0..n {\n  dma load -> x[i % 4]\n  pe use x[i % 4] ->\n}\n")
          .value();
  for (const std::int64_t semaphores : {2, 3}) {
    const Lowered result = lowered(program, {"semaphore.count=" + std::to_string(semaphores)});
    EXPECT_EQ(result.result, LoweringResult::lost_depth);
    EXPECT_LE(lowering::semaphore_count(result.streams), semaphores);
    EXPECT_THAT(result.notes, Contains(HasSubstr("engine dma: " + std::to_string(semaphores - 1))));
    for (std::int64_t n = 0; n < 4; ++n) {
      const Verdict expected = n < semaphores ? Verdict::exact : Verdict::overwaits;
      EXPECT_EQ(verdict_by_states(program, result.streams, all_params(program, n)), expected)
          << n << "\n"
          << print(result.streams, program);
    }
  }
  EXPECT_EQ(lowered(program, {"semaphore.count=1"}).result, LoweringResult::unfit);
}

// The checker would find out what `barrier` makes of transfers in parts.
TEST(Lower, DoesNotDegradeToWhatIsUnsafe) {
  const Program program =
      parse_program(
          "program p\nengine dma inflight 2 stripes 2, pe\nparam n\nbuffer x[2]\n"
          "for i in 0..n {\n  dma load -> x[0]\n  dma load -> x[1]\n  pe use x[0], x[1] ->\n}\n")
          .value();
  EXPECT_EQ(verdict_by_states(program, find_synchronizer("barrier")->synchronize(program).streams,
                              all_params(program, 2)),
            Verdict::unsafe);
  const Lowered result = lowered(program, {"register.count=0"});
  EXPECT_EQ(result.result, LoweringResult::unfit);
  EXPECT_THAT(result.notes, Contains(HasSubstr("of 2 parts")));
}

// Nothing bounds a `while`: its streams keep the number of iterations in a register.
TEST(Lower, NarrowCountersAreRenewedInAWhile) {
  const Program program = parse_program(
                              "program p\nengine a, b\nbuffer go, x[2], y\ncounter c\n"
                              "b first -> x[0]\n"
                              "while load go {\n  a load -> x[c % 2]\n  b use x[c % 2] -> y\n"
                              "  a again y -> go\n  c = c + 1\n}\na last x[1] ->\n")
                              .value();
  const Lowered result = lowered(program, {"semaphore.width=17"});  // no params to bound
  ASSERT_EQ(result.result, LoweringResult::rare_barrier);
  EXPECT_THAT(result.notes, Contains(HasSubstr("loop while: counters renewed")));
  for (const std::int64_t trips : {0, 1, 2, 3, 70'000}) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(trips), 1);
    values.push_back(0);
    Inputs inputs(program);
    inputs.set_loads(BufferId(0), std::move(values));
    const Verdict verdict = verdict_of(program, result.streams, inputs);
    EXPECT_TRUE(verdict == Verdict::exact || verdict == Verdict::overwaits)
        << name(verdict) << " after " << trips << " trips\n"
        << print(result.streams, program);
  }
}

// A bound that is loaded: as many trips as it says, all of them in one loop.
TEST(Lower, NarrowCountersAreRenewedInALoopOfLoadedTrips) {
  const Program program = parse_program(
                              "program p\nengine a, b, c\nbuffer bound, x[2]\n"
                              "for i in 0..load bound {\n  a load -> x[i % 2]\n"
                              "  b use x[i % 2] ->\n}\nc last x[0] ->\n")
                              .value();
  const Lowered result = lowered(program, {"semaphore.width=16"}, Inputs(program));
  ASSERT_EQ(result.result, LoweringResult::rare_barrier);
  for (const std::int64_t trips : {0, 1, 2, 3, 70'000}) {
    Inputs inputs(program);
    inputs.set_loads(BufferId(0), {trips});
    const Verdict verdict = verdict_of(program, result.streams, inputs);
    EXPECT_TRUE(verdict == Verdict::exact || verdict == Verdict::overwaits)
        << name(verdict) << " after " << trips << " trips\n"
        << print(result.streams, program);
  }
}

TEST(Lower, NarrowCountersAreRenewed) {
  const Program program = parse_program(
                              "program p\nengine a, b\nparam n, m\nbuffer x[2]\nb first -> x[0]\n"
                              "for i in 0..n {\n  for j in 0..m {\n    a load -> x[j % 2]\n"
                              "    b use x[j % 2] ->\n  }\n}\na last -> x[1]\n")
                              .value();
  Inputs most(program);
  most.set(ParamId(0), 1'000'000);
  most.set(ParamId(1), 3);
  const Lowered result = lowered(program, {"semaphore.width=17"}, most);
  ASSERT_EQ(result.result, LoweringResult::rare_barrier);
  EXPECT_THAT(result.notes, Contains(HasSubstr("barrier every 21845 iterations")));
  // Over two renewals: no counter passes its width, which would be unknown; and here the last
  // tile of an iteration has to be through anyway, so that even the barrier costs nothing.
  Inputs inputs(program);
  inputs.set(ParamId(0), 50'000);
  inputs.set(ParamId(1), 3);
  EXPECT_EQ(verdict_of(program, result.streams, inputs), Verdict::exact);
  for (std::int64_t n = 0; n < 4; ++n) {
    const Verdict verdict = verdict_of(program, result.streams, all_params(program, n));
    EXPECT_TRUE(verdict == Verdict::exact || verdict == Verdict::overwaits);
  }
}

TEST(Lower, ATargetOfFlagsTakesNoCounters) {
  const Program program = parse_program(kRing).value();
  const Lowered result = lower(program, synchronize(program).streams,
                               parse_target(*builtin_target("ascend910b"), "t").value());
  EXPECT_EQ(result.result, LoweringResult::unfit);
  EXPECT_THAT(result.notes, Contains(HasSubstr("does not consume")));
}

// One flag for each slot, taken and given back; of nine slots there is one flag too many.
TEST(Lower, FlagsAreForPairsOfEngines) {
  for (const int slots : {2, 8, 9}) {
    const std::string n = std::to_string(slots);
    const Program program = parse_program("program p\nengine mte2, v\nparam n\nbuffer x[" + n +
                                          "]\nfor i in 0..n {\n  mte2 load -> x[i % " + n +
                                          "]\n  v use x[i % " + n + "] ->\n}\n")
                                .value();
    Streams streams =
        parse_streams("streams p\nsemaphore full[" + n + "], free[" + n +
                          "]\nstream mte2 {\n  for i {\n    issue load signal full[i % " + n +
                          "]\n  }\n}\nstream v {\n  for i {\n    take full[i % " + n +
                          "] 1\n    issue use signal free[i % " + n + "]\n  }\n}\n",
                      program)
            .value();
    const Lowered result = lower(program, std::move(streams),
                                 parse_target(*builtin_target("ascend910b"), "t").value());
    EXPECT_EQ(result.result == LoweringResult::unfit, slots > 8) << slots;
    if (slots > 8) {
      EXPECT_THAT(result.notes, Contains(HasSubstr("from mte2 to v: 9 semaphores of 8")));
    }
  }
}

TEST(Lower, SumsThatMoveWithALoopAreKept) {
  const Program program =
      parse_program(
          "program p\nengine a, b\nparam n\nbuffer x\n"
          "for i in 0..n {\n  for t in 0..8 {\n    a one -> x\n    a two -> x\n    a three -> x\n"
          "    b use x ->\n  }\n}\n")
          .value();
  const auto work = [&](const Streams& streams) {
    std::uint64_t sum = 0;
    const Inputs inputs = all_params(program, 16);
    for (const Stream& stream : streams.streams) {
      StreamWalk walk(program, streams, stream, inputs);
      while (walk.next() != nullptr) {
      }
      sum += walk.register_work();
    }
    return sum;
  };
  const Streams plain = synchronize(program).streams;
  const Streams kept = lowered(program, {}).streams;
  EXPECT_LE(work(kept), work(plain));
  EXPECT_EQ(verdict_of(program, kept, all_params(program, 5)), Verdict::exact);
}

// Lowering is no part of what decides: on random programs it must change no verdict.
TEST(Lower, RandomProgramsStayExact) {
  constexpr std::uint64_t kPrograms = 300;
  std::uint64_t decided = 0, with_barriers = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const Program program = random_program(seed);
    const bool is_striped = std::ranges::any_of(
        program.engines, [](const Engine& engine) { return engine.stripes > 1; });
    if (is_striped) continue;
    for (const char* registers : {"register.count=64", "register.count=12", "register.count=6"}) {
      const Lowered result = lowered(program, {registers});
      const auto report = check_runs(program, result.streams, Inputs(program, seed), 3);
      if (!report) continue;
      ++decided;
      with_barriers += result.result == LoweringResult::barriers_in;
      if (result.result == LoweringResult::as_given)
        ASSERT_EQ(report->report.verdict, Verdict::exact)
            << "seed " << seed << ", " << registers << "\n"
            << print(program) << print(result.streams, program);
      else
        ASSERT_TRUE(report->report.verdict == Verdict::overwaits ||
                    report->report.verdict == Verdict::exact)
            << "seed " << seed << ", " << registers;
    }
  }
  EXPECT_GT(decided, kPrograms);
  EXPECT_GT(with_barriers, 5U);
}

}  // namespace
}  // namespace tidemark
