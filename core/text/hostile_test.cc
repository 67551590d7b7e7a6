// No input crashes a parser, hangs it, or takes more than linear time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "core/ir/names.h"
#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

constexpr std::string_view kHead =
    "program p\nengine pe, act\nparam n, m\nbuffer x, k[2]\ncounter c\n";
constexpr std::string_view kBody =
    "for i in 0..n step 2 {\n  a: pe op x, k[(i + 1) % 2] -> x cost 5\n  c = 2*c - 1\n}\n"
    "if i % 2 == n {\n} else {\n}\nwhile load k[c % 2] {\n  act op k[0] ->\n}\n";
constexpr std::string_view kStreams =
    "streams p\nsemaphore pe[2] width 8, act\nstream pe {\n  reg r[4], s\n  for i {\n"
    "    wait act >= 16*r[s % 4] - (n + 1)\n    issue a signal pe[s], act +2\n    s = s + 1\n  }\n"
    "  barrier {pe, act} reset act unless (s + 1) % 4\n  while while {\n    read while\n  }\n}\n"
    "stream act {\n  while while {\n    read while signal act\n    issue op\n  }\n  take act "
    "1\n}\n";

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

std::string message(std::string_view text, const ProgramLimits& limits = {}) {
  const auto program = parse_program(text, "t", limits);
  return program ? "no fault" : program.error().front().message;
}

std::string after_head(const std::string& body) { return message(std::string(kHead) + body); }

TEST(Hostile, LineEndsOfAllKinds) {
  EXPECT_EQ(message("program p\r\nengine e\r\nbuffer x\r\ne op ->  x\t\r\n"), "no fault");
  EXPECT_EQ(message("program p\nengine e\nbuffer x\ne op -> x"), "no fault");
  EXPECT_EQ(message("# only\n\n\r\n   # this\nprogram p"), "no fault");
  EXPECT_EQ(message(""), "an empty text is no program");
  EXPECT_EQ(message("\n\n\n"), "an empty text is no program");
  EXPECT_EQ(message("engine e\n"), "a program begins with 'program NAME'");
}

TEST(Hostile, BytesThatAreNoText) {
  EXPECT_EQ(message(std::string("program p\0q\n", 12)),
            "expected the end of the line, found the byte 0x00");
  EXPECT_EQ(message("\xef\xbb\xbfprogram p\n"), "no fault");  // a byte-order mark
  EXPECT_EQ(message("\xefprogram p\n"),
            "expected a declaration, an instruction or a control statement, found the byte 0xef");
  EXPECT_EQ(message("program p\rengine e\n"), "expected the end of the line, found the byte 0x0d");
}

TEST(Hostile, BracketsNestUpToALimit) {
  EXPECT_EQ(after_head("c = " + repeated("(", 64) + "n" + repeated(")", 64) + "\n"), "no fault");
  EXPECT_EQ(after_head("c = " + repeated("(", 65) + "n" + repeated(")", 65) + "\n"),
            "brackets nest more than 64 deep");
  EXPECT_EQ(after_head("c = " + repeated("(", 1'000'000) + "\n"),
            "brackets nest more than 64 deep");
  EXPECT_EQ(after_head("c = " + repeated("x[", 1'000'000) + "\n"),
            "brackets nest more than 64 deep");
  EXPECT_EQ(after_head("c = " + repeated("-", 1'000'000) + "1\n"),
            "expected a name, an integer or '(', found '-'");
}

TEST(Hostile, BlocksNestUpToALimit) {
  const auto nest = [](std::size_t depth) {
    return repeated("if n {\n", depth) + repeated("}\n", depth);
  };
  EXPECT_EQ(after_head(nest(64)), "no fault");
  EXPECT_EQ(after_head(nest(65)), "blocks nest more than 64 deep");
  EXPECT_EQ(after_head(nest(100'000)), "blocks nest more than 64 deep");
  EXPECT_EQ(after_head(repeated("if n {\n", 100'000)), "blocks nest more than 64 deep");
  EXPECT_EQ(after_head(repeated("if wrong {\n", 15)),
            "unknown param, loop variable or counter 'wrong'");
}

TEST(Hostile, OtherLimits) {
  ProgramLimits limits;
  limits.statements = 2;
  EXPECT_EQ(message(std::string(kHead) + "c = 1\nc = 1\n", limits), "no fault");
  EXPECT_EQ(message(std::string(kHead) + "c = 1\nc = 1\nif n {\n", limits),
            "more than 2 statements");
  limits = {};
  limits.engines = 1;
  EXPECT_EQ(message("program p\nengine a, b\n", limits), "more than 1 engines");
  limits = {};
  limits.cells = 10;
  EXPECT_EQ(message("program p\nbuffer a[9]\nbuffer b[2]\n", limits),
            "more than 10 cells in all buffers");
  EXPECT_EQ(message("program p\nbuffer a[9223372036854775807], b[9223372036854775807]\n"),
            "buffer 'a' has 9223372036854775807 slots: 1 to 1000000 are possible");
  EXPECT_EQ(
      message("program p\nmemory m\nbuffer a at m[-9223372036854775808, 9223372036854775807)\n"),
      "[-9223372036854775808, 9223372036854775807) is no byte range: 0 <= begin <= end is "
      "needed");
  EXPECT_EQ(after_head("c = 1" + repeated(" + n", 20'000) + "\n"),
            "an expression of more than 2000 parts");
  EXPECT_EQ(after_head("c = " + repeated("9", 1'000'000) + "\n"),
            "this integer does not fit 64 bits");
}

TEST(Hostile, LongLines) {
  EXPECT_EQ(after_head("pe op " + repeated("x, ", 100'000) + "x -> x\n"), "no fault");
  EXPECT_EQ(after_head("pe op -> x " + repeated("a 1 ", 100'000) + "\n"),
            "more than 64 attributes");
  EXPECT_EQ(after_head("#" + repeated("x", 1'000'000) + "\npe op -> x" + repeated(" ", 1'000'000)),
            "no fault");
  const std::string name = repeated("x", 1'000'000);
  EXPECT_EQ(message("program p\nengine e\nbuffer " + name + "\ne op -> " + name + "\n"),
            "no fault");
  EXPECT_EQ(message("program p\nengine e\nbuffer " + name + "\ne op -> " + name + "y\n").size(),
            name.size() + 1 + std::string("unknown buffer ''").size());
}

// Sums of many distinct names, the dearest thing a line can say.
TEST(Hostile, LongSums) {
  std::string text = "program p\nengine e\ncounter c\nparam p0";
  for (int i = 1; i < 1000; ++i) text += ", p" + std::to_string(i);
  std::string line = "\nc = p999";
  for (int i = 998; i >= 0; --i) line += " + p" + std::to_string(i);
  const auto program = parse_program(text + line + repeated(line, 200));
  ASSERT_TRUE(program);
  EXPECT_EQ(program->assignments[AssignmentId(0)].value.terms.size(), 1000u);
}

// Every prefix of a text, and a text with any byte replaced, gives a value or a reason.
void expect_answer(const std::string& program_text, const std::string& streams_text) {
  static const Program good = parse_program(std::string(kHead) +
                                            "for i in 0..n {\n  a: pe op x -> x\n}\n"
                                            "while load x {\n  act op x -> x\n}\n")
                                  .value();
  if (const auto program = parse_program(program_text)) {
    EXPECT_EQ(parse_program(print(*program)).value(), *program) << program_text;
  } else {
    EXPECT_FALSE(to_string(program.error()).empty());
  }
  if (const auto streams = parse_streams(streams_text, good)) {
    EXPECT_EQ(parse_streams(print(*streams, good), good).value(), *streams) << streams_text;
  } else {
    EXPECT_FALSE(to_string(streams.error().diagnostics).empty());
  }
}

TEST(Hostile, EveryPrefix) {
  const std::string program = std::string(kHead) + std::string(kBody);
  for (std::size_t size = 0; size <= std::max(program.size(), kStreams.size()); ++size)
    expect_answer(program.substr(0, size), std::string(kStreams.substr(0, size)));
}

// The text with each of its words replaced, one at a time.
std::vector<std::string> with_each_word_as(std::string_view text, std::string_view other) {
  const auto is_word_char = [](char c) { return c == '_' || std::isalnum(c) != 0; };
  std::vector<std::string> result;
  for (auto begin = text.begin(); begin != text.end();) {
    const auto end = std::find_if_not(begin, text.end(), is_word_char);
    if (begin != end)
      result.push_back(std::string(text.begin(), begin) + std::string(other) +
                       std::string(end, text.end()));
    begin = std::find_if(end, text.end(), is_word_char);
  }
  return result;
}

TEST(Hostile, KeywordsReplaceEveryWord) {
  const std::string program = std::string(kHead) + std::string(kBody);
  for (const std::string_view keyword : keywords()) {
    for (const std::string& text : with_each_word_as(program, keyword)) expect_answer(text, "");
    for (const std::string& text : with_each_word_as(kStreams, keyword)) expect_answer("", text);
  }
  EXPECT_EQ(message("program for\n"), "expected the name of the program, found 'for'");
}

TEST(Hostile, BytesReplaced) {
  constexpr std::string_view kBytes = " \t\n\r#{}[]()=<>!-+*%.,:_a0i1\x00\x7f\xff";
  std::mt19937 random(1);
  const std::string program = std::string(kHead) + std::string(kBody);
  for (int round = 0; round < 3'000; ++round) {
    std::string p = program;
    std::string s(kStreams);
    for (int k = 0; k <= round % 4; ++k) {
      p[random() % p.size()] = kBytes[random() % kBytes.size()];
      s[random() % s.size()] = kBytes[random() % kBytes.size()];
    }
    expect_answer(p, s);
  }
}

TEST(Hostile, StreamsNestUpToALimit) {
  const Program program = parse_program(std::string(kHead) + "l: if n {\n}\n").value();
  const std::string head = "streams p\nstream pe {\n";
  const auto kind = [&](const std::string& text) {
    return parse_streams(text, program).error().kind;
  };
  const auto deep = repeated("if l {\n", 100'000);
  EXPECT_EQ(kind(head + deep), StreamsError::Kind::bad_input);
  EXPECT_EQ(kind(head + deep + repeated("}\n", 100'001)), StreamsError::Kind::bad_input);
  EXPECT_EQ(kind(head + repeated("if l {\n", 64) + repeated("}\n", 65)),
            StreamsError::Kind::malformed);
  EXPECT_EQ(kind(head + "  wait s >= " + repeated("(", 1'000'000) + "\n}\n"),
            StreamsError::Kind::bad_input);
}

}  // namespace
}  // namespace tidemark
