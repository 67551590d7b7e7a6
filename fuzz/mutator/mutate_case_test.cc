// The mutator's promise: whatever comes in, a case whose program parses comes out.
#include "fuzz/mutator/mutate_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/text/parse.h"
#include "fuzz/cases/fuzz_case.h"

namespace tidemark {
namespace {

constexpr std::size_t kMostBytes = 1'500;

const std::string kRing =
    "# set: n=3\nprogram p\nengine dma inflight 2\nengine pe\nparam n\nbuffer x[2]\n"
    "for i in 0..n {\n  dma load -> x[i % 2]\n  pe use x[i % 2] ->\n}\n";

void expect_case(const std::string& text) {
  const FuzzCase split = split_case(text);
  const auto program = parse_program(split.program);
  ASSERT_TRUE(program.has_value()) << to_string(program.error()) << text;
  const auto header = parse_corpus_header(split.program, "");
  ASSERT_TRUE(header.has_value()) << text;
  EXPECT_TRUE(inputs_of(*header, *program, 0).has_value()) << text;
  if (split.streams) {
    const auto streams = parse_streams(*split.streams, *program);
    EXPECT_TRUE(streams.has_value()) << to_string(streams.error().diagnostics) << text;
  }
}

TEST(MutateCase, AlwaysGivesAProgramThatParses) {
  std::set<std::string> seen;
  std::string text = kRing;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    text = mutate_case(text, kMostBytes, random);
    expect_case(text);
    EXPECT_LE(text.size(), kMostBytes);
    seen.insert(text);
  }
  EXPECT_GE(seen.size(), 400u) << "most changes should change something";
}

TEST(MutateCase, KeepsStreamsThatAreStreamsOfItsProgram) {
  std::string text = kRing + "---\nno streams yet\n";
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    text = mutate_case(text, kMostBytes, random);
    expect_case(text);
    if (!split_case(text).streams) text = kRing + "---\n";  // what fits no more begins again
  }
}

TEST(MutateCase, TakesAnyBytes) {
  for (const std::string text : {"", "program", "\n---\n", "program p\nengine e\n???\n"}) {
    Random random(text.size());
    expect_case(mutate_case(text, kMostBytes, random));
  }
}

TEST(SmallerCases, HaveOneThingLessAndStillParse) {
  const std::vector<std::string> smaller = smaller_cases(kRing);
  EXPECT_GT(smaller.size(), 5u);
  for (const std::string& text : smaller) {
    expect_case(text);
    EXPECT_NE(text, kRing);
  }
  EXPECT_TRUE(std::ranges::any_of(smaller, [](const std::string& text) {
    return text.find("load") == text.npos && text.find("use") != text.npos;
  }));
  EXPECT_TRUE(smaller_cases("no program").empty());
}

TEST(CrossCases, GiveAProgramWithStatementsOfBoth) {
  const std::string other = "program q\nengine act\nbuffer y\nact marker y -> y\n";
  int with_both = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const std::string text = cross_cases(kRing, other, kMostBytes, random);
    expect_case(text);
    with_both += text.find("marker") != text.npos && text.find("load") != text.npos;
  }
  EXPECT_EQ(with_both, 50);
}

}  // namespace
}  // namespace tidemark
