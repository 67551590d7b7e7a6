// Shrinking: the smallest program near a given one that still fails a test.
//
// Every program that the test is asked about is finished, is smaller than the smallest that
// failed so far (gen/program_size.h), and was not asked about before. Each pass
// (gen/edits.h) tries its edits all at once, then in halves, then in quarters; passes are
// repeated until none of them finds anything: no single edit leaves a smaller program that
// fails. That is a local minimum, not always the least.
//
// Cost: about 2 k log(n / k) calls of the test for n statements of which k are needed, and
// some 30 in the end, to know that it is the end; one linear rewriting for each.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/ir/program.h"

namespace tidemark {

using StillFails = std::function<bool(const Program&)>;

struct ShrinkLimits {
  std::uint64_t calls = 100'000;  // of the test
  std::chrono::milliseconds time = std::chrono::hours(24);
};

struct Shrunk {
  Program program;
  std::uint64_t calls = 0;   // of the test
  bool hit_a_limit = false;  // then smaller programs may be near
};

// `program` is finished and fails; the test is not asked about it again.
Shrunk shrink(const Program& program, const StillFails& still_fails,
              const ShrinkLimits& limits = {});

// What one edit alone makes of a finished program, where that is smaller: dropped statements
// first. For those who search by themselves.
std::vector<Program> smaller_programs(const Program& program);

}  // namespace tidemark
