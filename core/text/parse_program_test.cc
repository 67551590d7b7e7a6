#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

using ::testing::ElementsAre;

Program parsed(std::string_view text) {
  auto program = parse_program(text, "test.tm");
  if (!program) ADD_FAILURE() << to_string(program.error());
  return program.value_or(Program());
}

constexpr std::string_view kFlashAttention = R"(program flash_attention

engine pe, act, dve
engine dma inflight 4
param n_q, n_k
memory sbuf
buffer q, s, p, o, k[2], v[2]
buffer stage at sbuf[0, 4096)
buffer late at sbuf[2048, 6144)

for i in 0..n_q {
  dma load -> q
  for j in 0..n_k {
    dma load -> k[j % 2]
    dma load -> v[j % 2]
    pe matmul q, k[j % 2] -> s cost 512
    act exp s -> p cost 512
    pe matmul p, v[j % 2] -> o cost 512
  }
  dve scale o -> o
  dma store o ->
}
)";

TEST(ParseProgram, ReadsTheWholeForm) {
  const Program program = parsed(kFlashAttention);
  EXPECT_EQ(program.name, "flash_attention");
  EXPECT_EQ(program.engines.size(), 4u);
  EXPECT_EQ(program.engines[EngineId(3)].inflight, 4);
  EXPECT_EQ(program.buffers.size(), 8u);
  EXPECT_EQ(program.buffers[BufferId(4)].slots, 2);
  EXPECT_EQ(program.buffers[BufferId(7)].range->end, 6144);
  EXPECT_EQ(program.controls.size(), 2u);
  ASSERT_EQ(program.instructions.size(), 8u);
  const Instruction& matmul = program.instructions[InstructionId(3)];
  EXPECT_EQ(matmul.name, "matmul.1");
  EXPECT_EQ(matmul.reads.size(), 2u);
  EXPECT_EQ(print(matmul.reads[1], program), "k[j % 2]");
  EXPECT_THAT(matmul.attributes, ElementsAre(Attribute{"cost", 512}));
}

TEST(ParseProgram, NamesWhatHasNoLabel) {
  const Program program = parsed(R"(program p
engine e
buffer x
param n
for i in 0..n {
  fill: e load -> x
  e load -> x
}
for i in 0..n {
  if n {
    e store x ->
  }
}
e store x ->
outer: while load x {
}
)");
  std::vector<std::string> names;
  for (const Control& control : program.controls) names.push_back(control.name);
  for (const Instruction& instruction : program.instructions) names.push_back(instruction.name);
  EXPECT_THAT(names,
              ElementsAre("i.1", "i.2", "if", "outer", "fill", "load", "store.1", "store.2"));
}

// parse(print(p)) == p, and the canonical text prints as itself.
void expect_round_trip(std::string_view text) {
  const Program program = parsed(text);
  const std::string canonical = print(program);
  EXPECT_EQ(parsed(canonical), program) << canonical;
  EXPECT_EQ(print(parsed(canonical)), canonical);
}

TEST(PrintProgram, RoundTrips) { expect_round_trip(kFlashAttention); }

TEST(PrintProgram, RoundTripsEveryStatement) {
  expect_round_trip(R"(program everything  # a comment
engine a, b inflight 2, c inflight 3 stripes 16
engine d stripes 2 inflight 1
param n, m
counter c, d
memory sbuf, psum
buffer x, y[4], z[2] at sbuf[0, 64), w at psum[8, 8), load_count
buffer ring[8]

top: for i in 0..load x {
  for j in i..2*n + i - 3*m - 1 step 2 {
    a op x, y[(i + j) % 4], ring[2*i % 8] -> ring[(-i) % 8], ring[-j % 8], z[0] cost 5 skew -3
    b nop ->
    c = c + 2*i - 1
  }
  for j in load y[i % 4]..n step n - m {
    if i == 0 {
      a nop -> x latency 9223372036854775807 low -9223372036854775808
    } else {
      if (i + 1) % 2 != n - 1 {
      }
    }
  }
}
second: if n {
} else {
  inner: if load y[3] {
    d = 0
  }
}
while load y[c] {
  named: a load x -> x
}
if 5 % 3 < n { # constants stay as they are written
}
if n <= 1 {
}
if n > -1 {
}
if -9223372036854775808 >= n + -9223372036854775808 {
}
)");
}

TEST(PrintProgram, LongDeclarationListsAreBroken) {
  std::string text = "program p\nengine e\nbuffer b0";
  for (int i = 1; i < 200; ++i) text += ", b" + std::to_string(i) + "[3]";
  expect_round_trip(text + "\n");
}

TEST(ParseProgram, ExpressionsAreAffine) {
  const Program program = parsed(R"(program p
engine e
param n
buffer x[8]
for i in 2*(n - 1) - -3..(n + n)*2 - n*3 {
  e op -> x[3*(i + 1) - i - 2*i]
}
)");
  const auto& loop = std::get<For>(program.controls[ControlId(0)].form);
  EXPECT_EQ(print(std::get<Affine>(loop.lower), program), "2*n + 1");
  EXPECT_EQ(print(std::get<Affine>(loop.upper), program), "n");
  EXPECT_EQ(print(program.instructions[InstructionId(0)].writes[0], program), "x[3]");
}

}  // namespace
}  // namespace tidemark
