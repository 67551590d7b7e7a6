#include "checker/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/draw_witness.h"
#include "checker/schedule.h"
#include "checker/witness_schedule.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::HasSubstr;

// A load into a ring of two, a matmul that reads it, an exp that reads the product.
constexpr const char* kProgram = R"(program attention
engine dma inflight 2
engine pe, act
param n
buffer k[2], s
for j in 0..n {
  dma load -> k[j % 2]
  pe matmul k[j % 2] -> s
  act exp s -> s
}
)";

// Thresholds of the waits for a slot, for a load, and for the exp before.
std::string streams_text(const std::string& slot, const std::string& load,
                         const std::string& product) {
  return "streams attention\nsemaphore dma, pe, act\nstream dma {\n  reg c\n  for j {\n"
         "    wait pe >= " +
         slot +
         "\n    issue load signal dma\n    c = c + 1\n  }\n}\n"
         "stream pe {\n  reg c\n  for j {\n    wait dma >= " +
         load + "\n    wait act >= " + product +
         "\n    issue matmul signal pe\n    c = c + 1\n  }\n}\nstream act {\n  reg c\n  for j {\n"
         "    wait pe >= c + 1\n    issue exp signal act\n    c = c + 1\n  }\n}\n";
}

struct Checked {
  Checked(const std::string& slot, const std::string& load, const std::string& product,
          std::optional<std::int64_t> n = {})
      : program(parse_program(kProgram).value()),
        streams(parse_streams(streams_text(slot, load, product), program).value()),
        inputs(program, 7) {
    if (n) inputs.set(ParamId(0), *n);
    report = check(program, streams, inputs).value();
  }

  std::string text() const {
    return summary(*report, program) + "\n\n" + draw(*report->witness, program, streams, "run it");
  }

  Program program;
  Streams streams;
  Inputs inputs;
  std::optional<CheckReport> report;
};

TEST(Check, TheVerdictStatesItsBound) {
  const Checked exact("c - 1", "c + 1", "c", 1000);
  EXPECT_EQ(summary(*exact.report, exact.program),
            "exact: all schedules of 3,000 instances for these inputs");
  EXPECT_FALSE(exact.report->witness);
}

TEST(Check, UnsafeAsPrinted) {
  EXPECT_EQ(Checked("c - 1", "c", "c", 4).text(),
            R"(unsafe: pe's matmul#1 can issue before dma's load#1 has completed

    dma  ~load#1
    pe   !matmul#1
    act

    pe   matmul#1  j=0  reads k[0]               line 8
    dma  load#1    j=0  writes k[0], not issued  line 7
    too low  wait dma >= 0 (line 14) in stream pe: load#1 has completed when dma >= 1
    again: run it
)");
}

TEST(Check, UnsafeWhereTheRingComesRound) {
  EXPECT_EQ(Checked("c - 2", "c + 1", "c", 4).text(),
            R"(unsafe: dma's load#3 can issue before pe's matmul#1 has completed

    dma  [load#1]!load#3
               [load#2----
    pe           ~matmul#1
    act

    dma  load#3    j=2  writes k[0]             line 7
    pe   matmul#1  j=0  reads k[0], not issued  line 8
    too low  wait pe >= 0 (line 6) in stream dma: matmul#1 has completed when pe >= 1
    again: run it
)");
}

TEST(Check, OverwaitsAsPrinted) {
  EXPECT_EQ(Checked("c", "c + 1", "c", 4).text(),
            R"(overwaits: dma's load#2 is held back when all that it needs has completed

    dma  [load#1-
          ?load#2
    pe
    act

    dma  load#2  j=1  all that it needs has completed  line 7
    too strong  wait pe >= 1 (line 6) in stream dma: nothing of pe is needed here
    again: run it
)");
}

TEST(Check, DeadlocksAsPrinted) {
  EXPECT_EQ(Checked("c - 1", "c + 1", "c + c", 3).text(),
            R"(deadlocks: after 5 instances nothing can go on

    dma  [load#1]                  [load#3]
          [load#2]
    pe            [matmul#1]               ?
    act                     [exp#1]        ?

    pe   stands at  wait act >= 2 (line 15)  act stays 1
    act  stands at  wait pe >= 2 (line 23)   pe stays 1
    again: run it
)");
}

TEST(Check, AWitnessIsAsSmallAsTheFreeInputsAllow) {
  const Checked free("c - 2", "c + 1", "c");
  ASSERT_EQ(free.report->verdict, Verdict::unsafe);
  EXPECT_EQ(free.report->witness->inputs.param(ParamId(0)), 3) << "the ring comes round once";
  const Checked given("c - 2", "c + 1", "c", 50);
  EXPECT_EQ(given.report->witness->inputs.param(ParamId(0)), 50);
  EXPECT_EQ(given.report->witness->instances, free.report->witness->instances);
}

// With x=1 the loop has no end, and the clocks see what is unsafe in its beginning.
TEST(Check, SmallerInputsHaveARunThatEnds) {
  const Program program = parse_program(R"(program p
engine act, dve
param n
buffer x, y
for i in 0..n {
  right: dve scale x -> y
  while load x {
    left: act exp y -> x
  }
}
)")
                              .value();
  const Streams streams = parse_streams(R"(streams p
semaphore act, dve
stream act {
  for i {
    while while {
      read while signal act
      issue left signal act
    }
  }
}
stream dve {
  for i {
    issue right signal dve
    while while {
      read while signal dve +3
    }
  }
}
)",
                                        program)
                              .value();
  const auto report = check(program, streams, Inputs(program, 0, {0, 3}));
  ASSERT_EQ(report.value().verdict, Verdict::unsafe);
  ASSERT_TRUE(report->witness) << report->reason;
  const Cells cells(program);
  SequentialRun run(program, cells, report->witness->inputs, {.instances = 100});
  while (run.next() != nullptr) {
  }
  EXPECT_FALSE(run.error()) << run.error()->message;
}

TEST(Check, SchedulesStayWithAnEngineAsLongAsTheyCan) {
  const Checked unsafe("c - 2", "c + 1", "c", 4);
  EXPECT_EQ(print(unsafe.report->witness->schedule, unsafe.program),
            "issue dma\nissue dma\ncomplete dma\nissue dma\n");
  const Checked stuck("c - 1", "c + 1", "c + c", 3);
  EXPECT_EQ(switches(stuck.report->witness->schedule), 3U) << "dma, pe, act, dma";
}

TEST(Check, StreamsOfAnotherProgramAreMalformed) {
  const Program program = parse_program(kProgram).value();
  Streams streams = parse_streams(streams_text("c", "c", "c"), program).value();
  streams.streams.pop_back();
  const CheckReport report = check(program, streams, Inputs(program)).value();
  EXPECT_EQ(report.verdict, Verdict::malformed);
  EXPECT_THAT(summary(report, program), HasSubstr("act"));
}

TEST(CheckRuns, ReportsTheFirstVerdictOfTheOrderAndCountsAll) {
  const Program program = parse_program(kProgram).value();
  const Streams unsafe = parse_streams(streams_text("c - 2", "c + 1", "c"), program).value();
  const RunsReport runs = check_runs(program, unsafe, Inputs(program, 1), 40).value();
  EXPECT_EQ(runs.report.verdict, Verdict::unsafe);
  EXPECT_EQ(runs.runs, 40U);
  const auto count = [&](Verdict v) { return runs.verdicts[static_cast<std::size_t>(v)]; };
  EXPECT_EQ(count(Verdict::unsafe) + count(Verdict::exact), 40U);
  EXPECT_GT(count(Verdict::unsafe), 0U);
  EXPECT_GT(count(Verdict::exact), 0U);
  EXPECT_TRUE(runs.report.witness);

  const Streams exact = parse_streams(streams_text("c - 1", "c + 1", "c"), program).value();
  EXPECT_THAT(summary(check_runs(program, exact, Inputs(program, 1), 40).value(), program),
              HasSubstr("exact: all schedules of "));
}

TEST(CheckRuns, InputsWhoseRunHasAnErrorAreDrawnAgain) {
  const Program program =
      parse_program("program p\nengine a\nparam n\nbuffer x[2]\na one -> x[n]\n").value();
  const Streams streams = parse_streams("streams p\nstream a {\n  issue one\n}\n", program).value();
  const RunsReport runs = check_runs(program, streams, Inputs(program, 1), 20).value();
  EXPECT_EQ(runs.runs, 20U);
  EXPECT_GT(runs.redrawn, 0U);
  EXPECT_THAT(summary(runs, program), HasSubstr("redrawn"));
  Inputs outside(program, 1);
  outside.set(ParamId(0), 2);
  EXPECT_FALSE(check_runs(program, streams, outside, 3));
}

}  // namespace
}  // namespace tidemark
