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

std::expected<ThreadPlan, std::string> plan_of(const std::string& streams_text,
                                               const std::string& program_text = kPipeline) {
  const Program program = parse_program(program_text).value();
  const Streams streams = parse_streams(streams_text, program).value();
  const Inputs inputs(program);
  const Lines lines = make_lines(program, streams, inputs).value();
  return make_thread_plan(program, inputs, lines);
}

void expect_same_memory(const std::expected<ThreadPlan, std::string>& plan) {
  ASSERT_TRUE(plan) << plan.error();
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    EXPECT_EQ(run_threads(*plan, {.seed = seed, .seconds = 60}), ThreadOutcome::same_memory);
}

TEST(RunThreads, LeaveTheMemoryOfTheSequentialRun) {
  expect_same_memory(plan_of(streams_with("wait dma >= k + 1")));
}

TEST(RunThreads, TakeTokens) {
  const auto plan = plan_of(streams_with("take dma 1"));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->semaphores[0].form, SemaphoreForm::counter);
  EXPECT_EQ(plan->semaphores[1].form, SemaphoreForm::named);
  expect_same_memory(plan);
}

// Every part has its own words; both must be there for the reader.
TEST(RunThreads, CompleteInParts) {
  const auto plan = plan_of(
      "streams p\nsemaphore dma, pe\n"
      "stream dma {\n  reg k\n  for i {\n    wait pe >= k - 1\n"
      "    issue load signal dma\n    k = k + 1\n  }\n}\n"
      "stream pe {\n  reg k\n  for i {\n    wait dma >= 3 * k + 3\n"
      "    issue add signal pe\n    k = k + 1\n  }\n}\n",
      "program p\nengine dma inflight 1 stripes 3, pe\nbuffer x[2], y\n"
      "for i in 0..20 {\n  dma load -> x[i % 2]\n  pe add x[i % 2], y -> y\n}\n");
  ASSERT_TRUE(plan) << plan.error();
  EXPECT_EQ(plan->semaphores[0].form, SemaphoreForm::logged);
  EXPECT_EQ(plan->stripes, 3u);
  expect_same_memory(plan);
}

// A narrow semaphore that wraps and is compared, a statement that raises, a loose reset.
TEST(RunThreads, CompareRaiseAndReset) {
  expect_same_memory(
      plan_of("streams p\nsemaphore full width 1\nsemaphore empty, go\n"
              "stream dma {\n  reg k\n  for i {\n    wait empty >= k\n    take go 1\n"
              "    issue load signal full\n    k = k + 1\n  }\n}\n"
              "stream pe {\n  reg k\n  for i {\n    signal go\n    wait full == (k + 1) % 2\n"
              "    issue add signal empty\n    k = k + 1\n  }\n}\n"));
  expect_same_memory(
      plan_of("streams p\nsemaphore dma, pe\n"
              "stream dma {\n  for i {\n    issue load signal dma\n    take pe 1\n  }\n}\n"
              "stream pe {\n  for i {\n    wait dma >= 1\n    reset dma\n    issue add signal pe\n "
              " }\n}\n"));
}

// Engines at one barrier that name different semaphores.
TEST(RunThreads, MeetAndReset) {
  expect_same_memory(
      plan_of("streams p\nsemaphore dma, pe\n"
              "stream dma {\n  for i {\n    issue load signal dma\n    barrier {dma, pe} reset pe\n"
              "    wait pe >= 1\n    barrier {dma, pe}\n  }\n}\n"
              "stream pe {\n  for i {\n    wait dma >= 1\n    barrier {dma, pe} reset dma\n"
              "    issue add signal pe\n    barrier {dma, pe}\n  }\n}\n"));
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

TEST(RunThreads, TooManyThreadsAreNoPlan) {
  const auto plan =
      plan_of(streams_with("wait dma >= k + 1"),
              "program p\nengine dma stripes 300, pe\nbuffer x[2], y\n"
              "for i in 0..20 {\n  dma load -> x[i % 2]\n  pe add x[i % 2], y -> y\n}\n");
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error(), "it takes more than 256 threads");
}

}  // namespace
}  // namespace tidemark
