#include "core/text/nearest.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

std::string nearest(std::string_view word, std::initializer_list<std::string_view> candidates) {
  Nearest search(word);
  for (const std::string_view candidate : candidates) search.consider(candidate);
  return search.found().value_or("none");
}

TEST(Nearest, FindsWhatIsMisspelt) {
  EXPECT_EQ(nearest("dvf", {"pe", "act", "dve"}), "dve");
  EXPECT_EQ(nearest("wiat", {"wait", "what"}), "wait");  // neighbours swapped
  EXPECT_EQ(nearest("infligth", {"stripes", "inflight"}), "inflight");
  EXPECT_EQ(nearest("n_k", {"n_q", "n_v"}), "n_q");
}

TEST(Nearest, TheFirstInTheAlphabetOfSeveral) {
  EXPECT_EQ(nearest("ab", {"ax", "ac"}), "ac");
  EXPECT_EQ(nearest("ab", {"ac", "ax"}), "ac");
}

TEST(Nearest, WhatIsFarIsNotNear) {
  EXPECT_EQ(nearest("matmul", {"exp", "load"}), "none");
  EXPECT_EQ(nearest("x", {"y"}), "none");
  EXPECT_EQ(nearest("", {"y"}), "none");
  EXPECT_EQ(nearest(std::string(1000, 'a'), {std::string(1000, 'a')}), "none");
}

}  // namespace
}  // namespace tidemark
