#include "checker/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ScheduleTest : public ::testing::Test {
 protected:
  std::vector<std::string> messages(std::string_view text) {
    std::vector<std::string> found;
    const auto schedule = parse_schedule(text, program, "s");
    for (const Diagnostic& diagnostic : schedule.error())
      found.push_back(std::to_string(diagnostic.line) + ": " + diagnostic.message +
                      (diagnostic.hint.empty() ? "" : "; " + diagnostic.hint));
    return found;
  }

  Program program = parse_program(
                        "program p\n"
                        "engine act, dma stripes 4\n"
                        "act x ->\n"
                        "dma y ->\n")
                        .value();
};

TEST_F(ScheduleTest, PrintsAndParsesBack) {
  const std::string text =
      "issue act\n"
      "complete act\n"
      "complete dma 3\n"
      "step dma\n";
  const auto schedule = parse_schedule(text, program);
  ASSERT_TRUE(schedule.has_value());
  EXPECT_THAT(*schedule, ElementsAre(Step{Step::Kind::issue, EngineId(0u), 0},
                                     Step{Step::Kind::complete, EngineId(0u), 0},
                                     Step{Step::Kind::complete, EngineId(1u), 3},
                                     Step{Step::Kind::silent, EngineId(1u), 0}));
  EXPECT_EQ(print(*schedule, program), text);
}

TEST_F(ScheduleTest, CommentsAndBlanksAreNoSteps) {
  const auto schedule = parse_schedule("# all\n\n  issue   act # now\n", program);
  ASSERT_TRUE(schedule.has_value());
  EXPECT_EQ(print(*schedule, program), "issue act\n");
}

TEST_F(ScheduleTest, EveryFaultIsReportedWithItsLine) {
  EXPECT_THAT(
      messages("isue act\nissue\nissue atc\nissue act 2\ncomplete dma\ncomplete dma 4\n"
               "complete dma 1x\ncomplete dma 1 1\n"),
      ElementsAre("1: unknown step 'isue'; a step is 'issue', 'complete' or 'step', and an engine",
                  "2: 'issue' needs an engine", "3: unknown engine 'atc'; did you mean 'act'?",
                  "4: '2' after the end of the step",
                  "5: 'dma' completes in 4 parts: a part from 0 is needed",
                  "6: 'dma' completes in 4 parts: a part from 0 is needed",
                  "7: 'dma' completes in 4 parts: a part from 0 is needed",
                  "8: '1' after the end of the step"));
}

}  // namespace
}  // namespace tidemark
