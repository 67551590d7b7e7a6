// Streams that parse and are not streams of the program: one case for each rule of
// core/ir/match.h, with the message a person reads.
#include <gtest/gtest.h>

#include "core/text/parse.h"

namespace tidemark {
namespace {

constexpr std::string_view kProgram = R"(program p
engine a, b, idle
param n
buffer x, y
counter c
for i in 0..n {
  a one -> x
  b two x -> y
  inner: for j in 0..i {
    a three -> x
  }
  a four -> x
}
bounded: for k in 0..load y {
  b five -> y
}
again: while load x {
  if n {
    a six -> x
  } else {
    a seven -> x
  }
}
)";

// Well formed, to be changed in one place.
constexpr std::string_view kStreams = R"(streams p
semaphore s, t[4] width 8
stream a {
  reg r, ring[2]
  for i {
    issue one
    for inner {
      issue three
    }
    issue four
  }
  read bounded
  while again {
    read again
    if if {
      issue six
    } else {
      issue seven
    }
  }
}
stream b {
  reg q
  for i {
    issue two
  }
  read bounded
  wait s >= 0
  q = q + 1
  for bounded {
    issue five
  }
  while again {
    read again
  }
}
)";

const Program& program() {
  static const Program p = parse_program(kProgram).value();
  return p;
}

// `line: message` of the first fault after replacing the first `from` by `to`.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kStreams);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const auto streams = parse_streams(text, program());
  if (streams) return "well formed";
  const StreamsError& error = streams.error();
  EXPECT_EQ(error.kind, StreamsError::Kind::malformed) << to_string(error.diagnostics);
  const Diagnostic& d = error.diagnostics.front();
  return std::to_string(d.line) + ": " + d.message;
}

TEST(Malformed, TheStreamsThemselvesAreWellFormed) {
  EXPECT_EQ(changed("issue one", "issue one signal s, t[i % 4] +3"), "well formed");
}

TEST(Malformed, WhatIsIssued) {
  EXPECT_EQ(changed("    issue one\n", ""), "6: stream a has 'inner' where the program has 'one'");
  EXPECT_EQ(changed("    issue four\n", ""), "7: stream a leaves out 'four'");
  EXPECT_EQ(changed("issue one", "issue four"),
            "6: stream a issues 'four' where the program has 'one'");
  EXPECT_EQ(changed("issue four", "issue one"),
            "10: stream a issues 'one' a second time; the program has 'four' next");
  EXPECT_EQ(changed("issue two", "issue two\n    issue two"),
            "26: stream b issues 'two' a second time; the program has 'read bounded' next");
  EXPECT_EQ(changed("issue one", "issue two"),
            "6: stream a issues 'two', an instruction of engine b");
  EXPECT_EQ(changed("issue one", "issue three"),
            "6: 'three' stands inside 'inner' in the program, not here");
  EXPECT_EQ(changed("issue six", "issue seven"),
            "16: 'seven' stands in the 'else' of 'if' in the program, not here");
  EXPECT_EQ(changed("      issue seven\n", ""), "16: stream a leaves out 'seven'");
  EXPECT_EQ(changed("issue one", "issue ona"), "6: unknown instruction 'ona'");
}

TEST(Malformed, Control) {
  EXPECT_EQ(changed("    for inner {\n      issue three\n    }\n", ""),
            "7: stream a issues 'four' where the program has 'three'");
  EXPECT_EQ(changed("for i {", "for j {"), "5: unknown control statement 'j'");
  EXPECT_EQ(changed("for i {", "for again {"), "5: 'again' is no 'for' in the program");
  EXPECT_EQ(changed("  for i {", "  for inner {\n  }\n  for i {"),
            "5: 'inner' stands inside 'i' in the program, not here");
  EXPECT_EQ(changed("    issue two\n  }\n", "    issue two\n  }\n  for i {\n  }\n"),
            "27: 'i' stands after what follows it in the program, or twice");
  EXPECT_EQ(changed("    issue two\n", "    for inner {\n    }\n    issue two\n"),
            "25: stream b has 'inner' where the program has 'two'");
  EXPECT_EQ(changed("    issue two\n", "    issue two\n    for inner {\n    }\n"), "well formed");
}

TEST(Malformed, Reads) {
  EXPECT_EQ(changed("  read bounded\n", ""),
            "12: stream a has 'again' where the program has 'read bounded'");
  EXPECT_EQ(changed("    read again\n", ""),
            "14: stream a has 'if' where the program has 'read again'");
  EXPECT_EQ(changed("  read bounded\n  wait", "  wait"),
            "29: 'for bounded' needs 'read bounded' before it in the same block, with only waits "
            "and register operations between");
  EXPECT_EQ(changed("  q = q + 1\n", "  reset s\n"),
            "30: 'for bounded' needs 'read bounded' before it in the same block, with only waits "
            "and register operations between");
  EXPECT_EQ(changed("  read bounded\n", "  read bounded\n  read bounded\n"),
            "13: stream a reads for 'bounded' a second time");
  EXPECT_EQ(changed("    read again\n", "    read again\n    read again\n"),
            "15: stream a reads for 'again' a second time");
  EXPECT_EQ(changed("  while again {\n    read again\n", "  read again\n  while again {\n"),
            "13: 'read again' stands directly inside 'while again'");
  EXPECT_EQ(changed("  read bounded\n", "  read i\n"),
            "12: stream a reads for 'i', which has no load");
  EXPECT_EQ(changed("    read again\n", "    wait s >= 0\n    reset s\n    read again\n"),
            "well formed");
}

TEST(Malformed, Streams) {
  EXPECT_EQ(changed("streams p", "streams q"),
            "1: these are streams of 'q', and the program is 'p'");
  EXPECT_EQ(changed("stream b {", "stream idle {\n}\nstream a {"),
            "24: engine 'a' has two streams");
  EXPECT_EQ(changed("stream b {", "stream idle {"), "1: engine 'b' has instructions and no stream");
  EXPECT_EQ(changed("stream b {", "stream idle {\n  signal s\n}\nstream b {"), "well formed");
  EXPECT_EQ(changed("stream b {", "stream idle {\n  read bounded\n}\nstream b {"),
            "23: stream idle reads for 'bounded', but its engine has no instruction and takes no "
            "part");
  EXPECT_EQ(changed("stream b {", "stream idle {\n  while again {\n  }\n}\nstream b {"),
            "23: stream idle has 'again', but its engine has no instruction and reads nothing");
  EXPECT_EQ(changed("stream b {", "stream bb {"), "22: unknown engine 'bb'");
}

TEST(Malformed, Declarations) {
  EXPECT_EQ(changed("reg r", "reg n"),
            "4: register 'n' is named like a param or loop variable of the program");
  EXPECT_EQ(changed("reg r", "reg j"),
            "4: register 'j' is named like a param or loop variable of the program");
  EXPECT_EQ(changed("reg r", "reg c"), "well formed");
  EXPECT_EQ(changed("reg r", "reg ring"), "4: register 'ring' is declared twice in this stream");
  EXPECT_EQ(changed("ring[2]", "ring[0]"),
            "4: register 'ring' has 0 elements: at least 1 is needed");
  EXPECT_EQ(changed("t[4] width 8", "s"), "2: semaphore 's' is declared twice");
  EXPECT_EQ(changed("t[4]", "t[-1]"), "2: semaphore 't' is -1 semaphores: at least 1");
  EXPECT_EQ(changed("width 8", "width 64"), "2: semaphore 't' has a width of 1 to 63 bits");
}

TEST(Malformed, NamesAndScopes) {
  const auto waits = [](std::string_view e) {
    return changed("issue one", "wait s >= " + std::string(e) + "\n    issue one");
  };
  EXPECT_EQ(waits("r + n - i*ring[r % 2]"), "well formed");
  EXPECT_EQ(waits("j"), "6: the variable of loop 'inner' is not in scope here");
  EXPECT_EQ(waits("c"), "6: the program's counter 'c' is not visible here");
  EXPECT_EQ(waits("q"), "6: unknown register, param or loop variable 'q'");
  EXPECT_EQ(waits("ring"), "6: 'ring' is a ring of 2 registers: an index is needed");
  EXPECT_EQ(waits("r[0]"), "6: 'r' is one register and has no index");
  EXPECT_EQ(waits("trips(inner)"), "well formed");
  EXPECT_EQ(waits("trips(bounded)"), "well formed");  // in a loop: the run decides
  EXPECT_EQ(waits("trips(again)"), "6: trips(again): 'again' is no 'for' loop");
  EXPECT_EQ(changed("  for i {", "  r = trips(inner)\n  for i {"),
            "5: trips(inner): the variable of loop 'i' in its bounds is not in scope here");
  EXPECT_EQ(changed("  for i {", "  r = trips(bounded)\n  for i {"),
            "5: trips(bounded) before 'read bounded': its bound is not known yet");
  EXPECT_EQ(changed("  while", "  r = trips(bounded)\n  while"), "well formed");
  EXPECT_EQ(changed("  for i {", "  ring = 1\n  for i {"),
            "5: 'ring' is a ring of 2 registers: an index is needed");
  EXPECT_EQ(changed("issue one", "issue one signal t"),
            "6: 't' is 4 semaphores: an index is needed");
  EXPECT_EQ(changed("issue one", "issue one signal s[0]"),
            "6: 's' is one semaphore and has no index");
  EXPECT_EQ(changed("issue one", "issue one signal s +0"), "6: a signal raises by 0: at least 1");
  EXPECT_EQ(changed("issue one", "issue one signal u"), "6: unknown semaphore 'u'");
}

TEST(Malformed, Barriers) {
  const auto barrier = [](std::string_view set) {
    return changed("  for i {", "  barrier " + std::string(set) + "\n  for i {");
  };
  EXPECT_EQ(barrier("{b, a} reset s, t[n % 4] unless n"), "well formed");
  EXPECT_EQ(barrier("{b}"), "5: a barrier's set does not hold the stream's own engine");
  EXPECT_EQ(barrier("{a, idle}"), "5: the barrier waits for engine 'idle', which has no stream");
  EXPECT_EQ(barrier("{a, b, a}"), "5: engine 'a' stands twice in a barrier's set");
}

TEST(Malformed, TextThatDoesNotParseIsBadInput) {
  for (const std::string_view text :
       {"", "stream a {\n}\n", "streams p\nstream a {\n", "streams p\n}\n",
        "streams p\nissue one\n", "streams p\nstream a {\n  wiat s >= 1\n}\n",
        "streams p\nstream a {\n  wait s > 1\n}\n",
        "streams p\nstream a {\n  for i {\n    reg r\n  }\n}\n", "streams p\nstreams p\n"}) {
    const auto streams = parse_streams(text, program());
    ASSERT_FALSE(streams) << text;
    EXPECT_EQ(streams.error().kind, StreamsError::Kind::bad_input) << text;
  }
}

}  // namespace
}  // namespace tidemark
