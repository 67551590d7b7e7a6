// When `dynamic` sets the registers that keep keys, pinned for small programs.
#include "core/sync/snapshots.h"

#include <gtest/gtest.h>

#include "core/sync/synchronized_test_util.h"

namespace tidemark {
namespace {

// What `load` brings is waited for by `use`, so that only `first` is ever waited for by `mul`.
TEST(Snapshots, AreNotTakenOfWhatIsCertain) {
  EXPECT_EQ(synchronized(R"(program certain
engine ld, pe, act
param n
buffer x[2], y
ld first -> x[0]
ld first -> x[1]
for i in 0..n {
  pe mul x[i % 2] -> y
  ld load y -> x[(i + 1) % 2]
  pe use x[(i + 1) % 2] ->
}
)"),
            R"(streams certain
semaphore ld, pe

stream ld {
  reg n_pe
  issue first.1 signal ld
  issue first.2 signal ld
  for i {
    wait pe >= n_pe + 1
    issue load signal ld
    n_pe = n_pe + 2
  }
}

stream pe {
  reg ld_x[2]
  ld_x[0] = 1
  for i {
    wait ld >= ld_x[i % 2]
    issue mul signal pe
    ld_x[i % 2] = 0
    wait ld >= i + 3
    issue use signal pe
  }
}
)");
}

// Only the last trip of a counts, so that ld need not follow the loops at all.
TEST(Snapshots, AreTakenOnceAfterConstantLoops) {
  EXPECT_EQ(synchronized(R"(program hoisted
engine ld, pe
param n, m
buffer tile[4], last
for i in 0..n {
  for l in 0..2 {
    ld load last -> tile[(2*i + l) % 4]
  }
  if i < m {
    for a in 0..3 {
      for t in 0..2 {
        pe mul tile[(2*i + t) % 4] -> last
      }
    }
  }
}
)"),
            R"(streams hoisted
semaphore ld, pe

stream ld {
  reg n_pe, pe_last, pe_tile[4]
  for i {
    for l {
      wait pe >= pe_last
      wait pe >= pe_tile[(2*i + l) % 4]
      issue load signal ld
      pe_last = 0
    }
    if if {
      pe_tile[2*i % 4] = n_pe + 5
      pe_tile[(2*i + 1) % 4] = n_pe + 6
      pe_last = n_pe + 6
      n_pe = n_pe + 6
    }
  }
}

stream pe {
  reg n_ld, ld_last
  for i {
    ld_last = n_ld + 2
    if if {
      for a {
        for t {
          wait ld >= ld_last
          issue mul signal pe
          ld_last = 0
        }
      }
    }
    n_ld = n_ld + 2
  }
}
)");
}

}  // namespace
}  // namespace tidemark
