#include <gtest/gtest.h>

#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

constexpr std::string_view kProgram = R"(program p
engine dma inflight 2, act, pe, idle
param n
buffer x[4], y, z
counter c
for i in 0..n {
  dma load -> x[i % 4]
  for j in i..load y {
    act exp x[i % 4] -> y
    if j == 0 {
      pe first y -> z
    } else {
      pe later y -> z
    }
  }
  dma load y -> z
}
for i in 0..3 {
  pe tail z ->
}
while load z {
  act last -> z
}
)";

const Program& program() {
  static const Program p = parse_program(kProgram).value();
  return p;
}

constexpr std::string_view kStreams = R"(streams p
semaphore dma, act, pe, flags[4] width 8, token

stream dma {
  reg a, b, ring[4]
  for i.1 {
    a = a + 1
    wait flags[(a + 1) % 4] >= 16*a - (b - 1) + -3
    wait act == 0
    issue load.1 signal dma, flags[i % 4] +2
    ring[a % 4] = ring[(a - 1) % 4]*(2 + n) - -1
    wait pe >= 1
    read j
    b = b + trips(j) % 3 % 2 - trips(i.2)*(1*2)
    issue load.2
  }
  while while {
    take token 1 + 0*a
    read while signal dma
  }
}

stream act {
  for i.1 {
    read j signal act
    for j {
      take token (a2 - 1)*3
      signal token +7
      issue exp signal act
    }
  }
  barrier {dma, act} reset dma, flags[3] unless (n + 1) % 4
  while while {
    wait dma >= n
    read while
    issue last
    reset token
  }
}

stream pe {
  for i.1 {
    read j
    for j {
      if if {
        issue first signal pe +3
      } else {
        issue later
      }
    }
  }
  for i.2 {
    issue tail
  }
  while while {
    read while
  }
}

stream idle {
  signal token
}
)";

std::string streams_text() {
  std::string text(kStreams);
  const std::string_view header = "stream act {\n";
  return text.insert(text.find(header) + header.size(), "  reg a2\n");
}

TEST(ParseStreams, RoundTripsEveryStatement) {
  const auto streams = parse_streams(streams_text(), program(), "test.tms");
  ASSERT_TRUE(streams) << to_string(streams.error().diagnostics);
  EXPECT_EQ(print(*streams, program()), streams_text());
  EXPECT_EQ(parse_streams(print(*streams, program()), program()).value(), *streams);
}

TEST(ParseStreams, ExpressionsKeepTheirTree) {
  for (const std::string e :
       {"a - (b - n)", "a - b - n", "a*(b + n) % 4", "a % 4*b", "a*(b % 4)", "a*(b*n)", "-3*a",
        "a - -3", "ring[ring[a] + 1]", "(a + b)*n", "-9223372036854775808 + a", "0 - a", "-3 % 4",
        "trips(i.1) % 2", "(0 - a)*b"}) {
    std::string text = streams_text();
    const std::string_view old = "a = a + 1\n";
    text.replace(text.find(old), old.size(), "a = " + e + "\n");
    const auto streams = parse_streams(text, program(), "test.tms");
    ASSERT_TRUE(streams) << to_string(streams.error().diagnostics);
    EXPECT_EQ(print(*streams, program()), text);
  }
}

}  // namespace
}  // namespace tidemark
