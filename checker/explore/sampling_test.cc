#include "checker/explore/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "checker/explore/explored_witness.h"
#include "checker/explore/test_run_test_util.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kItems = 24;

// A producer and a consumer; the consumer's last wait is one too low.
class LastWait {
 public:
  SampleResult draw(Sampling sampling, std::uint64_t seed, std::uint64_t schedules,
                    KeepClocks clocks = KeepClocks::no) const {
    return sample(tracks_,
                  {.sampling = sampling, .schedules = schedules, .seed = seed, .clocks = clocks});
  }
  const Tracks& tracks() const { return tracks_; }
  const Inputs& inputs() const { return inputs_; }

 private:
  static Inputs with_items(const Program& program) {
    Inputs inputs(program);
    inputs.set(ParamId(0), kItems);
    return inputs;
  }

  Program program_ = parse_program(
                         "program p\nengine a, b\nparam n\nbuffer x[4]\n"
                         "for i in 0..n {\n  a load -> x[i % 4]\n  b use x[i % 4] ->\n}\n")
                         .value();
  Streams streams_ =
      parse_streams(
          "streams p\nsemaphore a, b\n"
          "stream a {\n  reg k\n  for i {\n    wait b >= k - 3\n    issue load signal a\n"
          "    k = k + 1\n  }\n}\n"
          "stream b {\n  reg k, t[24]\n  t[23] = 1\n  for i {\n    wait a >= k + 1 - t[i % 24]\n"
          "    issue use signal b\n    k = k + 1\n  }\n}\n",
          program_)
          .value();
  Inputs inputs_ = with_items(program_);
  Lines lines_ = make_lines(program_, streams_, inputs_).value();
  Tracks tracks_{program_, lines_};
};

std::uint64_t median_schedules(const LastWait& subject, Sampling sampling) {
  std::vector<std::uint64_t> needed;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const SampleResult result = subject.draw(sampling, seed, 10'000);
    EXPECT_TRUE(result.found && result.found->finding.verdict == Verdict::unsafe) << seed;
    needed.push_back(result.schedules);
  }
  std::ranges::nth_element(needed, needed.begin() + 50);
  return needed[50];
}

TEST(Sampling, AdversarialAndPctHitTheLastWaitSoon) {
  const LastWait subject;
  EXPECT_LE(median_schedules(subject, Sampling::adversarial), 10u);
  EXPECT_LE(median_schedules(subject, Sampling::pct), 100u);
}

TEST(Sampling, ClocksSeeTheLastWaitInTheFirstSchedule) {
  const LastWait subject;
  for (const Sampling sampling :
       {Sampling::random, Sampling::urw, Sampling::pct, Sampling::adversarial}) {
    const SampleResult result = subject.draw(sampling, 5, 1, KeepClocks::yes);
    ASSERT_TRUE(result.found);
    EXPECT_EQ(result.found->finding.verdict, Verdict::unsafe);
  }
}

TEST(Sampling, ReportsProgressAndTheTimeLeft) {
  const TestRun run(kRing, kRingStreams, {20});
  std::vector<SampleProgress> reports;
  const SampleResult result =
      sample(run.tracks(), {.schedules = 1'000'000'000,
                            .seconds = 0.6,
                            .progress = [&](const SampleProgress& p) { reports.push_back(p); }});
  EXPECT_FALSE(result.found);
  EXPECT_GT(result.schedules, 0u);
  ASSERT_FALSE(reports.empty());
  EXPECT_GT(reports.front().schedules, 0u);
  EXPECT_LE(reports.front().seconds_left, 0.6);
}

TEST(Sampling, WhatIsFoundHasAWitness) {
  const LastWait subject;
  for (const Sampling sampling : {Sampling::random, Sampling::urw, Sampling::adversarial}) {
    const SampleResult result = subject.draw(sampling, 7, 10'000);
    ASSERT_TRUE(result.found);
    const auto witness = make_explored_witness(subject.tracks(), subject.inputs(), *result.found);
    ASSERT_TRUE(witness) << witness.error();
    EXPECT_EQ(witness->verdict, Verdict::unsafe);
    EXPECT_EQ(witness->ordinal, kItems);
  }
}

TEST(Sampling, TheSeedFixesTheSchedules) {
  const LastWait subject;
  for (const Sampling sampling :
       {Sampling::random, Sampling::urw, Sampling::pct, Sampling::adversarial})
    EXPECT_EQ(subject.draw(sampling, 3, 1).schedule, subject.draw(sampling, 3, 1).schedule);
}

}  // namespace
}  // namespace tidemark
