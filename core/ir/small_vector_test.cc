#include "core/ir/small_vector.h"

#include <gtest/gtest.h>

#include <ranges>
#include <span>
#include <string>

namespace tidemark {
namespace {

using Words = SmallVector<std::string>;

// Longer than what a string holds in place, so that a sanitizer sees one that is lost.
std::string word(int n) { return std::string(40, static_cast<char>('a' + n)); }

Words words(int count) {
  Words result;
  for (int n = 0; n < count; ++n) result.push_back(word(n));
  return result;
}

TEST(SmallVector, HoldsWhatIsPushed) {
  for (int count : {0, 1, 2, 3, 9}) {
    const Words some = words(count);
    ASSERT_EQ(some.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(some.empty(), count == 0);
    for (int n = 0; n < count; ++n) EXPECT_EQ(some[static_cast<std::size_t>(n)], word(n));
    if (count == 0) continue;
    EXPECT_EQ(some.front(), word(0));
    EXPECT_EQ(some.back(), word(count - 1));
  }
}

TEST(SmallVector, OneElementStandsInIt) {
  const Words one = words(1);
  const auto* begin = reinterpret_cast<const char*>(&one);
  const auto* element = reinterpret_cast<const char*>(one.data());
  EXPECT_TRUE(begin <= element && element < begin + sizeof one);
}

TEST(SmallVector, CopiesAndMovesBetweenAllSizes) {
  for (int from : {0, 1, 2, 5})
    for (int to : {0, 1, 2, 5}) {
      Words source = words(from), copied = words(to), moved = words(to);
      copied = source;
      EXPECT_EQ(copied, words(from));
      EXPECT_EQ(source, words(from));
      moved = std::move(source);
      EXPECT_EQ(moved, words(from));
      EXPECT_TRUE(source.empty());  // NOLINT: it can be used again
      source.push_back(word(7));
      EXPECT_EQ(source, Words{word(7)});
    }
}

TEST(SmallVector, IsItselfAfterAssigningItself) {
  for (int count : {0, 1, 3}) {
    Words some = words(count);
    const Words& same = some;
    some = same;
    EXPECT_EQ(some, words(count));
  }
}

TEST(SmallVector, ErasesAnyPart) {
  for (int count : {1, 2, 5})
    for (int first = 0; first < count; ++first)
      for (int last = first; last <= count; ++last) {
        Words some = words(count);
        const std::string* next = some.erase(some.begin() + first, some.begin() + last);
        EXPECT_EQ(next - some.begin(), first);
        Words left;
        for (int n = 0; n < count; ++n)
          if (n < first || n >= last) left.push_back(word(n));
        EXPECT_EQ(some, left);
      }
}

TEST(SmallVector, ErasesWhatAPredicateSays) {
  Words some = words(6);
  EXPECT_EQ(erase_if(some, [](const std::string& each) { return each[0] % 2 == 0; }), 3u);
  EXPECT_EQ(some, (Words{word(0), word(2), word(4)}));
  some.pop_back();
  EXPECT_EQ(some, (Words{word(0), word(2)}));
}

TEST(SmallVector, DiffersByElementsAndBySize) {
  EXPECT_NE(words(1), words(2));
  EXPECT_NE(words(1), Words{word(1)});
}

TEST(SmallVector, IsARangeOfConsecutiveElements) {
  static_assert(std::ranges::contiguous_range<Words>);
  const Words some = words(3);
  EXPECT_EQ(std::span<const std::string>(some).size(), 3u);
}

}  // namespace
}  // namespace tidemark
