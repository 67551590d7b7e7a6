#include "checker/needs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/run/sequential_run.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

using ::testing::ElementsAre;

// One line for each instance: "act2: pe1 dma3".
std::vector<std::string> needs_of(const std::string& text) {
  const Program program = parse_program("program p\n" + text).value();
  const Cells cells(program);
  const Inputs inputs(program);
  SequentialRun run(program, cells, inputs);
  NeedTracker tracker(program.engines.size(), cells.count());
  std::vector<std::string> lines;
  while (const Instance* instance = run.next()) {
    std::string line =
        fmt::format("{}{}:", program.engines[instance->engine].name, instance->ordinal);
    for (const Needed& needed : tracker.next(*instance))
      line += fmt::format(" {}{}", program.engines[needed.engine].name, needed.ordinal);
    lines.push_back(line);
  }
  return lines;
}

TEST(Needs, ReadersNeedWritersAndWritersNeedBoth) {
  EXPECT_THAT(needs_of("engine a, b, c\n"
                       "buffer x\n"
                       "a w -> x\n"
                       "b r1 x ->\n"
                       "c r2 x ->\n"
                       "a v -> x\n"),
              ElementsAre("a1:", "b1: a1", "c1: a1", "a2: a1 b1 c1"));
}

TEST(Needs, EveryEarlierConflictCountsNotOnlyTheLastWriter) {
  EXPECT_THAT(needs_of("engine a, b, c\n"
                       "buffer x\n"
                       "a w -> x\n"
                       "b v -> x\n"
                       "c r x ->\n"),
              ElementsAre("a1:", "b1: a1", "c1: a1 b1"));
}

TEST(Needs, AnInstanceDoesNotNeedItself) {
  EXPECT_THAT(needs_of("engine a\nbuffer x\na w x -> x\na v x -> x\n"),
              ElementsAre("a1:", "a2: a1"));
}

TEST(Needs, SlotsAndDisjointRangesDoNotConflict) {
  EXPECT_THAT(needs_of("engine a, b\n"
                       "memory m\n"
                       "buffer k[2], early at m[0, 64), late at m[32, 96), far at m[96, 128)\n"
                       "a w1 -> k[0], early\n"
                       "b r1 k[1] -> far\n"
                       "b r2 -> late\n"),
              ElementsAre("a1:", "b1:", "b2: a1"));
}

}  // namespace
}  // namespace tidemark
