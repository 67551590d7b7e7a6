#include "core/ir/cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tidemark {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

BufferId plain(Program& program, std::optional<std::int64_t> slots = {}) {
  return program.buffers.push({.name = "b", .slots = slots, .range = {}});
}

BufferId ranged(Program& program, std::int64_t begin, std::int64_t end,
                std::optional<std::int64_t> slots = {}) {
  if (program.memories.empty()) program.memories.push({"sbuf"});
  return program.buffers.push(
      {.name = "b", .slots = slots, .range = ByteRange{MemoryId(0), begin, end}});
}

std::vector<std::uint32_t> cells_of(const Cells& cells, BufferId buffer, std::int64_t slot = 0) {
  std::vector<std::uint32_t> numbers;
  for (const CellId cell : cells.of(buffer, slot)) numbers.push_back(cell.value);
  return numbers;
}

TEST(Cells, PlainSlotsAreConsecutivePrivateCells) {
  Program program;
  const BufferId a = plain(program);
  const BufferId ring = plain(program, 3);
  const Cells cells(program);
  EXPECT_EQ(cells.count(), 4u);
  EXPECT_THAT(cells_of(cells, a), ElementsAre(0));
  EXPECT_THAT(cells_of(cells, ring, 0), ElementsAre(1));
  EXPECT_THAT(cells_of(cells, ring, 2), ElementsAre(3));
  EXPECT_TRUE(cells.is_private(a));
  EXPECT_TRUE(cells.is_private(ring));
}

TEST(Cells, OverlappingRangesShareOnlyTheirOverlap) {
  Program program;
  const BufferId early = ranged(program, 0, 4096);
  const BufferId late = ranged(program, 2048, 6144);
  const BufferId apart = ranged(program, 6144, 8192);
  const Cells cells(program);
  EXPECT_EQ(cells.count(), 4u);
  EXPECT_THAT(cells_of(cells, early), ElementsAre(0, 1));
  EXPECT_THAT(cells_of(cells, late), ElementsAre(1, 2));
  EXPECT_THAT(cells_of(cells, apart), ElementsAre(3));
  EXPECT_FALSE(cells.is_private(early));
  EXPECT_FALSE(cells.is_private(late));
  EXPECT_TRUE(cells.is_private(apart));
}

TEST(Cells, TwoBuffersAtOneRangeAreOneCellButNotPrivate) {
  Program program;
  const BufferId a = ranged(program, 0, 64);
  const BufferId b = ranged(program, 0, 64);
  const Cells cells(program);
  EXPECT_THAT(cells_of(cells, a), ElementsAre(0));
  EXPECT_THAT(cells_of(cells, b), ElementsAre(0));
  EXPECT_FALSE(cells.is_private(a));
}

TEST(Cells, RangedRingIsDividedEvenlyAndCutByAnother) {
  Program program;
  const BufferId ring = ranged(program, 0, 400, 4);
  const BufferId window = ranged(program, 150, 250);
  const Cells cells(program);
  EXPECT_THAT(cells_of(cells, ring, 0), ElementsAre(0));
  EXPECT_THAT(cells_of(cells, ring, 1), ElementsAre(1, 2));
  EXPECT_THAT(cells_of(cells, ring, 2), ElementsAre(3, 4));
  EXPECT_THAT(cells_of(cells, ring, 3), ElementsAre(5));
  EXPECT_THAT(cells_of(cells, window), ElementsAre(2, 3));
}

TEST(Cells, EmptyRangeAndGapsHaveNoCell) {
  Program program;
  const BufferId empty = ranged(program, 32, 32);
  const BufferId over_it = ranged(program, 0, 64);
  const BufferId after_gap = ranged(program, 128, 192);
  const Cells cells(program);
  EXPECT_EQ(cells.count(), 2u);
  EXPECT_THAT(cells_of(cells, empty), IsEmpty());
  EXPECT_THAT(cells_of(cells, over_it), ElementsAre(0));
  EXPECT_THAT(cells_of(cells, after_gap), ElementsAre(1));
  EXPECT_FALSE(cells.is_private(empty));
  EXPECT_TRUE(cells.is_private(over_it));
}

TEST(Cells, MemoriesAreApart) {
  Program program;
  program.memories.push({"sbuf"});
  program.memories.push({"psum"});
  const BufferId a = program.buffers.push({"a", {}, ByteRange{MemoryId(0), 0, 64}});
  const BufferId b = program.buffers.push({"b", {}, ByteRange{MemoryId(1), 0, 64}});
  const Cells cells(program);
  EXPECT_THAT(cells_of(cells, a), ElementsAre(0));
  EXPECT_THAT(cells_of(cells, b), ElementsAre(1));
}

TEST(Cells, ManyDisjointRangesCostLinearSpace) {
  Program program;
  constexpr std::int64_t kRanges = 100'000;
  for (std::int64_t i = 0; i < kRanges; ++i) ranged(program, 10 * i, 10 * i + 10);
  const Cells cells(program);
  EXPECT_EQ(cells.count(), static_cast<std::size_t>(kRanges));
  EXPECT_TRUE(cells.is_private(BufferId(std::size_t{kRanges - 1})));
}

}  // namespace
}  // namespace tidemark
