// What `dynamic` writes, pinned for programs small enough to check by eye.
#include <gtest/gtest.h>

#include "core/sync/synchronized_test_util.h"

namespace tidemark {
namespace {

// Counters that are the loop's own variable need no register; a ring of two gives each
// engine two iterations of slack.
TEST(Dynamic, ChainCountsByTheLoopVariable) {
  EXPECT_EQ(synchronized(R"(program chain
engine a, b, c
param n
buffer x[2], y[2]
for i in 0..n {
  a load -> x[i % 2]
  b mul x[i % 2] -> y[i % 2]
  c store y[i % 2] ->
}
)"),
            R"(streams chain
semaphore a, b, c

stream a {
  for i {
    wait b >= i - 1
    issue load signal a
  }
}

stream b {
  for i {
    wait a >= i + 1
    wait c >= i - 1
    issue mul signal b
  }
}

stream c {
  for i {
    wait b >= i + 1
    issue store signal c
  }
}
)");
}

// b does nothing in the nest, so it does not walk it.
TEST(Dynamic, PassesOverANestInOneOperation) {
  EXPECT_EQ(synchronized(R"(program skipped
engine a, b
param n, m
buffer x, y
for i in 0..n {
  for j in 0..m {
    a one -> x
    a two x -> y
  }
}
b use y ->
a three -> y
)"),
            R"(streams skipped
semaphore a, b

stream a {
  for i {
    for j {
      issue one signal a
      issue two signal a
    }
  }
  wait b >= 1
  issue three signal a
}

stream b {
  reg n_a
  n_a = n_a + 2*(trips(i)*trips(j))
  wait a >= n_a
  issue use signal b
}
)");
}

// One register serves eight tiles; it is cleared once they have been waited for, since the
// next trips of j use the same tiles.
TEST(Dynamic, KeepsResidentTilesInOneRegister) {
  EXPECT_EQ(synchronized(R"(program resident
engine ld, pe
param n, m
buffer tile[8], out
for i in 0..n {
  for t in 0..8 {
    ld load -> tile[t]
  }
  for j in 0..m {
    for u in 0..8 {
      pe mul tile[u] -> out
    }
  }
}
)"),
            R"(streams resident
semaphore ld, pe

stream ld {
  reg n_pe
  for i {
    for t {
      wait pe >= n_pe + t - 7
      issue load signal ld
    }
    n_pe = n_pe + 8*trips(j)
  }
}

stream pe {
  reg n_ld, ld_tile
  for i {
    ld_tile = n_ld + 8
    for j {
      for u {
        wait ld >= ld_tile + u - 7
        issue mul signal pe
      }
      ld_tile = 0
    }
    n_ld = n_ld + 8
  }
}
)");
}

constexpr const char* kSwept = R"(program swept_twice
engine ld, pe
param n, m
buffer tile[8], out
for i in 0..n {
  for t in 0..2 {
    ld load -> tile[4*t]
    ld load -> tile[4*t + 1]
    ld load -> tile[4*t + 2]
    ld load -> tile[4*t + 3]
  }
  if m >= 2 {
    for t in 0..2 {
      ld load -> tile[4*t]
      ld load -> tile[4*t + 1]
      ld load -> tile[4*t + 2]
      ld load -> tile[4*t + 3]
      ld load -> out
    }
  }
  for u in 0..8 {
    pe mul tile[u] ->
  }
}
)";

constexpr const char* kSweptStreams = R"(streams swept_twice
semaphore ld, pe

stream ld {
  reg n_pe
  for i {
    for t.1 {
      wait pe >= n_pe + 4*t - 7
      issue load.1 signal ld
      wait pe >= n_pe + 4*t - 6
      issue load.2 signal ld
      wait pe >= n_pe + 4*t - 5
      issue load.3 signal ld
      wait pe >= n_pe + 4*t - 4
      issue load.4 signal ld
    }
    if if {
      for t.2 {
        issue load.5 signal ld
        issue load.6 signal ld
        issue load.7 signal ld
        issue load.8 signal ld
        issue load.9 signal ld
      }
    }
    n_pe = n_pe + 8
  }
}

stream pe {
  reg n_ld, ld_tile, ld_tile_step
  for i {
    ld_tile = n_ld + 8
    ld_tile_step = 4
    if if {
      ld_tile = n_ld + 17
      ld_tile_step = 5
      n_ld = n_ld + 10
    }
    for u {
      wait ld >= ld_tile - ld_tile_step*(1 - (u - u % 4)*7 % 9) + u % 4 - 3
      issue mul signal pe
    }
    n_ld = n_ld + 8
  }
}
)";

// The register keeps the latest tile's load; four tiles are one step, which differs.
TEST(Dynamic, SweepsOneRingInSeveralLoops) { EXPECT_EQ(synchronized(kSwept), kSweptStreams); }

// The second use needs no wait: it is executed only where the loop has brought x.
TEST(Dynamic, TellsRangesOfParamsApart) {
  EXPECT_EQ(synchronized(R"(program cases
engine ld, pe
param n
buffer x, y
for i in 0..n - 1 {
  ld load -> x
  pe add x -> y
}
if n >= 2 {
  pe add x ->
}
ld load -> x
pe add x, y ->
)"),
            R"(streams cases
semaphore ld, pe

stream ld {
  reg n_pe
  for i {
    wait pe >= i
    issue load.1 signal ld
  }
  n_pe = trips(i)
  if if {
    n_pe = n_pe + 1
  }
  wait pe >= n_pe
  issue load.2 signal ld
}

stream pe {
  reg n_ld
  for i {
    wait ld >= i + 1
    issue add.1 signal pe
  }
  n_ld = trips(i)
  if if {
    issue add.2 signal pe
  }
  wait ld >= n_ld + 1
  issue add.3 signal pe
}
)");
}

// Two operands, or an operand's two keys, that have one register.
TEST(Dynamic, WaitsOnceForOneRegister) {
  EXPECT_EQ(synchronized(R"(program twice
engine a inflight 2
param n
buffer x[2]
a one -> x[0]
a two x[n], x[n] ->
)"),
            R"(streams twice
semaphore a

stream a {
  reg a_x_w[2]
  issue one signal a
  a_x_w[0] = 1
  wait a >= a_x_w[n]
  issue two signal a
}
)");
}

TEST(Dynamic, NamesABufferOfMoreSlotsThanItTracks) {
  const auto program = parse_program(R"(
program large
engine a, b
param n
buffer page[4096]
for i in 0..n {
  a load -> page[i]
  b use page[i] ->
}
)");
  ASSERT_TRUE(program);
  const Synchronized result = synchronize(*program);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_NE(result.notes[0].find("page[4096]"), std::string::npos) << result.notes[0];
}

TEST(Synchronizers, AreFoundByName) {
  for (const std::string_view name : synchronizer_names())
    EXPECT_EQ(find_synchronizer(name)->name(), name);
  EXPECT_EQ(find_synchronizer("dynamics"), nullptr);
}

}  // namespace
}  // namespace tidemark
