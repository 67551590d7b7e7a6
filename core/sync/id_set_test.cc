#include "core/sync/id_set.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/sync/operands.h"

namespace tidemark::sync {
namespace {

using Keys = IdSet<KeyId>;

constexpr std::size_t kRange = 10'000;  // three words of words

std::vector<std::uint32_t> values(const Keys& keys) {
  std::vector<std::uint32_t> result;
  keys.for_each([&](KeyId key) { result.push_back(key.value); });
  return result;
}

Keys keys_of(const std::vector<std::uint32_t>& added) {
  Keys keys(kRange);
  for (std::uint32_t value : added) keys.add(KeyId(value));
  return keys;
}

TEST(IdSet, VisitsWhatWasAddedOnceAndInOrder) {
  EXPECT_EQ(values(keys_of({})), std::vector<std::uint32_t>{});
  EXPECT_EQ(values(keys_of({9999, 4096, 63, 64, 0, 4095, 63})),
            (std::vector<std::uint32_t>{0, 63, 64, 4095, 4096, 9999}));
}

TEST(IdSet, JoinsSetsAndLeavesTheOtherOneAlone) {
  Keys keys = keys_of({1, 64, 5000});
  const Keys other = keys_of({0, 64, 65, 9999});
  keys.add(other);
  EXPECT_EQ(values(keys), (std::vector<std::uint32_t>{0, 1, 64, 65, 5000, 9999}));
  EXPECT_EQ(values(other), (std::vector<std::uint32_t>{0, 64, 65, 9999}));
}

TEST(IdSet, IsEmptyOnceCleared) {
  Keys keys = keys_of({1, 64, 5000});
  keys.clear();
  EXPECT_EQ(values(keys), std::vector<std::uint32_t>{});
  keys.add(KeyId(65));
  EXPECT_EQ(values(keys), std::vector<std::uint32_t>{65});
}

}  // namespace
}  // namespace tidemark::sync
