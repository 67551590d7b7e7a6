// What a person sees when a text is wrong: pinned as it is printed.
#include <gtest/gtest.h>

#include "core/text/parse.h"

namespace tidemark {
namespace {

constexpr std::string_view kHead =
    "program p\nengine pe, act, dve\nparam n_q, n_k\nbuffer x, k[2]\ncounter c\n";

std::string faults(std::string_view body) {
  const auto program = parse_program(std::string(kHead) + std::string(body), "t.tm");
  return program ? "no fault" : to_string(program.error());
}

TEST(Diagnostics, ShowThePlaceAndTheNearestName) {
  EXPECT_EQ(faults("dvf scale x -> x\n"),
            "t.tm:6:1: error: unknown engine 'dvf'\n"
            "  dvf scale x -> x\n"
            "  ^~~\n"
            "  did you mean 'dve'?\n");
  EXPECT_EQ(faults("\tpe op x, k[n_w % 2] -> x # a comment\n"),
            "t.tm:6:13: error: unknown param, loop variable or counter 'n_w'\n"
            "  \tpe op x, k[n_w % 2] -> x # a comment\n"
            "  \t           ^~~\n"
            "  did you mean 'n_k'?\n");
  EXPECT_EQ(faults("fro i in 0..n_k {\n}\n"),
            "t.tm:6:1: error: unknown engine 'fro'\n"
            "  fro i in 0..n_k {\n"
            "  ^~~\n"
            "  did you mean 'for'?\n");
}

TEST(Diagnostics, SeveralInOneRun) {
  EXPECT_EQ(faults("for i in 0..n {\n  pe op y -> x\n  pe op k[i] -> x cost\n}\npe op x ->\n}\n"),
            "t.tm:6:13: error: unknown param, loop variable or counter 'n'\n"
            "  for i in 0..n {\n"
            "              ^\n"
            "t.tm:7:9: error: unknown buffer 'y'\n"
            "    pe op y -> x\n"
            "          ^\n"
            "t.tm:8:23: error: expected an integer (an attribute is a name and an integer; "
            "operands are separated by ','), found the end of the line\n"
            "    pe op k[i] -> x cost\n"
            "                        ^\n"
            "t.tm:11:1: error: there is no block to close here\n"
            "  }\n"
            "  ^\n");
}

TEST(Diagnostics, ALineThatDeclaresEnginesIsToldOnce) {
  const auto program = parse_program(
      "program p\nengine pe inflight x\nbuffer b\npe op b ->\nfor i in 0..3 {\n  pe op ->\n}\n",
      "t.tm");
  ASSERT_FALSE(program);
  EXPECT_EQ(to_string(program.error()),
            "t.tm:2:20: error: expected an integer, found 'x'\n"
            "  engine pe inflight x\n"
            "                     ^\n");
}

TEST(Diagnostics, TheOtherKindOfTextIsToldOnce) {
  const Program program = parse_program("program p\nengine a\na op ->\n").value();
  const auto streams = parse_streams("program p\nengine a\na op ->\n", program, "t.tms");
  ASSERT_FALSE(streams);
  EXPECT_EQ(to_string(streams.error().diagnostics),
            "t.tms:1:1: error: this is a program; streams begin with 'streams PROGRAM'\n"
            "  program p\n"
            "  ^~~~~~~~~\n");
  const auto other = parse_program("streams p\nsemaphore a\n", "t.tm");
  ASSERT_FALSE(other);
  EXPECT_EQ(to_string(other.error()),
            "t.tm:1:1: error: these are streams; a program begins with 'program NAME'\n"
            "  streams p\n"
            "  ^~~~~~~~~\n");
}

// The message and the hint of the first fault, as `column: message (hint)`.
std::string first(std::string_view body) {
  const auto program = parse_program(std::string(kHead) + std::string(body));
  if (program) return "no fault";
  const Diagnostic& d = program.error().front();
  return std::to_string(d.column) + ": " + d.message + (d.hint.empty() ? "" : " (" + d.hint + ")");
}

TEST(Diagnostics, SayWhatWasExpected) {
  EXPECT_EQ(first("pe op x\n"),
            "8: expected ',' or '->' (reads -> writes), found the end of the line");
  EXPECT_EQ(first("if n_q = 1 {\n}\n"),
            "8: expected an operator, a comparison or '{', found '=' (equality is written '==')");
  EXPECT_EQ(first("if n_q {\n} else if n_k {\n}\n"),
            "8: expected '{' after 'else' (there is no 'else if': put an 'if' inside the 'else'), "
            "found 'if'");
  EXPECT_EQ(first("for i in 0..n_q stp 2 {\n}\n"),
            "17: expected an operator, 'step' or '{', found 'stp' (did you mean 'step'?)");
  EXPECT_EQ(first("for i in 0..n_q { pe op x ->\n}\n"),
            "19: expected the end of the line after '{' (what a block holds stands on lines of its "
            "own), found 'pe'");
  EXPECT_EQ(first("pe op k[0 -> x\n"), "11: expected an operator or ']', found '-'");
  EXPECT_EQ(first("pe op k[n_q % n_k] -> x\n"),
            "15: expected a positive integer after '%', found 'n_k'");
  EXPECT_EQ(first("pe op \x01 -> x\n"),
            "7: expected ',' or '->' (reads -> writes), found the byte 0x01");
  EXPECT_EQ(first("while x {\n}\n"), "7: expected 'load' and a buffer, found 'x'");
  EXPECT_EQ(first("c += 1\n"), "3: expected an opcode (or '=' where a counter is set), found '+'");
}

TEST(Diagnostics, SayWhatTheFormDoesNotHold) {
  EXPECT_EQ(first("c = n_q*n_k\n"),
            "8: this is a product of two values that are not constant (expressions are affine: "
            "integers times params, variables and counters)");
  EXPECT_EQ(first("pe op k[1 + n_q % 2] -> x\n"),
            "11: a remainder is part of a larger expression ('%' binds like '*' and stands "
            "outermost: (i + 1) % n)");
  EXPECT_EQ(first("c = n_q % 2\n"),
            "5: a remainder cannot stand here ('%' is for the index of a slot and for the sides of "
            "a comparison)");
  EXPECT_EQ(first("c = 9223372036854775808\n"), "5: this integer does not fit 64 bits");
  EXPECT_EQ(first("c = 9223372036854775807 + 1\n"),
            "25: a coefficient of this expression passes 64 bits");
  EXPECT_EQ(first("pe op k[n_q % 0] -> x\n"), "15: a remainder is by a positive integer");
  EXPECT_EQ(first("if c {\n}\n"),
            "4: a condition is a comparison, a param, or 'load' and a buffer (write 'c != 0')");
  EXPECT_EQ(first("for i in 0..n_q {\n}\nc = i\n"),
            "5: the loop of 'i' has ended: its variable is not known here");
  EXPECT_EQ(first("c = x\n"),
            "5: 'x' is a buffer, and an expression holds no buffers (a bound or "
            "a condition can be 'load x')");
  EXPECT_EQ(first("pe op x ->\nbuffer late\n"),
            "1: declarations come before the first statement (move this line up, to the other "
            "declarations)");
  EXPECT_EQ(first("a: c = 1\n"),
            "1: a label stands before an instruction, 'for', 'if' or 'while' only");
  EXPECT_EQ(first("for i in 0..n_q {\n} else {\n}\n"),
            "1: 'else' belongs to an 'if', and this block is a loop");
  EXPECT_EQ(first("if n_q {\n  pe op x ->\n"),
            "1: this block is never closed (a '}' on a line of "
            "its own closes it)");
}

TEST(Diagnostics, SayWhatFinishFound) {
  EXPECT_EQ(first("pe op k -> x\n"),
            "7: buffer 'k' has 2 slots: an index is needed (write k[e] or k[e % 2])");
  EXPECT_EQ(first("pe op x[0] -> x\n"),
            "7: buffer 'x' has no slots to index (declare it as 'buffer x[n]', or write its bare "
            "name)");
  EXPECT_EQ(first("a: pe op x ->\na: pe op x ->\n"), "1: label 'a' is taken");
  EXPECT_EQ(first("op: pe nop ->\npe op x ->\n"),
            "1: label 'op' is also what an unlabelled statement is called (give that one a label "
            "too, or choose another)");
  EXPECT_EQ(first("for n_q in 0..3 {\n}\n"),
            "5: loop variable 'n_q' is named like a param or counter");
  EXPECT_EQ(first("for i in 0..3 {\n  for i in 0..3 {\n  }\n}\n"),
            "7: loop variable 'i' is that of a loop around this one");
  EXPECT_EQ(first("for i in load x..load x {\n}\n"),
            "10: only one of a loop's two bounds can be a load");
  EXPECT_EQ(first("pe op x -> cost 1 cost 2\n"), "12: attribute 'cost' is given twice");
  EXPECT_EQ(first("engine pe\n"), "8: engine 'pe' has a name that is taken");
  EXPECT_EQ(first("engine e inflight 0\n"), "8: 'inflight' of engine 'e' is 0: it is at least 1");
  EXPECT_EQ(first("memory m\nbuffer z[3] at m[0, 64)\n"),
            "8: 3 slots do not divide the 64 bytes of buffer 'z' evenly");
}

TEST(Diagnostics, ShowAWindowOfALongLine) {
  const std::string text =
      "pe op x -> " + std::string(1'000'000, ' ') + "? " + std::string(999, 'y');
  const std::string shown = faults(text);
  EXPECT_LT(shown.size(), 600u);
  EXPECT_NE(shown.find("t.tm:6:1000012: error: expected ',', an attribute"), std::string::npos)
      << shown;
}

}  // namespace
}  // namespace tidemark
