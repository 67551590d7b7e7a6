#include "core/sync/values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/sync/knowers.h"

namespace tidemark::sync {
namespace {

constexpr std::size_t kEngines = 2;

ValueId add(Values& values, std::int64_t issued, RowId row, SetterSet setters) {
  const ValueId id = values.add({.issued = issued}, row);
  std::ranges::fill(values.unsure(id), setters);
  return id;
}

RowId add_row(Values& values, Position watermark) {
  const RowId id = values.add_row();
  std::ranges::fill(values.row(id), Coverage(watermark));
  return id;
}

TEST(Values, KeepWhatTheySayWhenOthersAreDropped) {
  Values values(kEngines, 0);
  const ValueId dropped = add(values, 1, add_row(values, 10), 1);
  const ValueId kept = add(values, 2, add_row(values, 20), 2);
  const ValueId empty = add(values, 3, Values::kNothing, 4);

  values.unmark();
  values.mark(kept);
  values.mark(empty);
  values.drop_unmarked();

  const ValueId moved = values.moved(kept);
  EXPECT_EQ(moved, dropped) << "takes the place that is free";
  EXPECT_EQ(values.age(moved).issued, 2);
  EXPECT_EQ(values.row(moved).back(), Coverage(20));
  EXPECT_EQ(values.unsure(moved).back(), 2u);
  EXPECT_EQ(values.row_id(values.moved(empty)), Values::kNothing);
  EXPECT_EQ(values.row(values.moved(empty)).front(), Coverage());
}

TEST(Values, AreFullOnceAsManyMoreWereMadeAsAreUsed) {
  Values values(kEngines, 0);
  while (!values.is_full()) add(values, 0, Values::kNothing, 0);
  values.unmark();
  values.drop_unmarked();
  EXPECT_FALSE(values.is_full()) << "none is used";
}

TEST(Knowers, AreThoseThatCoverThePosition) {
  Coverage apart(2);
  apart.include(6);
  const std::vector<Coverage> known = {Coverage(4), Coverage(), apart, Coverage()};  // of engine 0
  Knowers knowers;
  knowers.start(known, kEngines);
  EXPECT_EQ(knowers.of(0, 2) & 3, 3u);
  EXPECT_EQ(knowers.of(0, 3) & 3, 1u);
  EXPECT_EQ(knowers.of(0, 6) & 3, 2u);
  EXPECT_EQ(knowers.of(0, 7), 0u);
}

// Undefined where the sanitizers look on, if it were taken from an element.
TEST(Values, OfNoEnginesAreEmpty) {
  const Values values(0, 0);
  EXPECT_TRUE(values.row(Values::kNothing).empty());
}

}  // namespace
}  // namespace tidemark::sync
