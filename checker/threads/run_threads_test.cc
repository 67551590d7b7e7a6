#include "checker/threads/run_threads.h"

#include <gtest/gtest.h>

#include <string>

#include "core/text/parse.h"

namespace tidemark {
namespace {

const char* const kPipeline =
    "program p\nengine dma inflight 2, pe\nbuffer x[2], y\n"
    "for i in 0..20 {\n  dma load -> x[i % 2]\n  pe add x[i % 2], y -> y\n}\n";

std::string streams_with(const std::string& wait) {
  return "streams p\nsemaphore dma, pe\n"
         "stream dma {\n  reg k\n  for i {\n    wait pe >= k - 1\n"
         "    issue load signal dma\n    k = k + 1\n  }\n}\n"
         "stream pe {\n  reg k\n  for i {\n    " +
         wait + "\n    issue add signal pe\n    k = k + 1\n  }\n}\n";
}

std::expected<ThreadPlan, std::string> plan_of(const std::string& streams_text) {
  const Program program = parse_program(kPipeline).value();
  const Streams streams = parse_streams(streams_text, program).value();
  const Inputs inputs(program);
  const Lines lines = make_lines(program, streams, inputs).value();
  return make_thread_plan(program, streams, inputs, lines);
}

TEST(RunThreads, LeaveTheMemoryOfTheSequentialRun) {
  const auto plan = plan_of(streams_with("wait dma >= k + 1"));
  ASSERT_TRUE(plan) << plan.error();
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    EXPECT_EQ(run_threads(*plan, {.seed = seed, .seconds = 60}), ThreadOutcome::same_memory);
}

TEST(RunThreads, AWaitThatNeverHoldsIsStuck) {
  const auto plan = plan_of(streams_with("wait dma >= k + 2"));
  ASSERT_TRUE(plan) << plan.error();
  EXPECT_EQ(run_threads(*plan, {.seconds = 0.2}), ThreadOutcome::stuck);
}

#ifndef __SANITIZE_THREAD__  // there it is a report, and that is another test
TEST(RunThreads, ADroppedWaitShowsInMemory) {
  const auto plan = plan_of(streams_with("k = k"));
  ASSERT_TRUE(plan) << plan.error();
  bool differs = false;
  for (std::uint64_t seed = 0; seed < 300 && !differs; ++seed)
    differs = run_threads(*plan, {.seed = seed, .seconds = 60}) == ThreadOutcome::other_memory;
  EXPECT_TRUE(differs);
}
#endif

TEST(RunThreads, StreamsWithoutAPlanSayWhy) {
  const auto plan = plan_of(streams_with("take dma 1"));
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error(), "semaphore dma is taken, compared, reset or raised by a statement");
}

}  // namespace
}  // namespace tidemark
