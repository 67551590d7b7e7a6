// Semaphores that are too narrow for all that a run raises are set back to 0 now and then.
//
// An outermost loop L gets, at the head of every K-th iteration, a barrier of all engines
// that resets the counters, and every wait e >= t inside and after it becomes e >= t - base,
// where base is what the engine had raised at the last of these barriers:
//
//     base = (raised before L) + (n - n % K) * (raised in one iteration),  n iterations so far
//
// which each stream computes once in an iteration; where no variable tells n (a `while`, a
// loaded bound) it keeps n in a register. At such a barrier everything has
// completed, so waits for what came before hold, with thresholds at or below 0. K is the
// largest that keeps counts in range, and at least kRarest: one barrier in 10,000 iterations.
//
// Done where what an iteration raises is the same in each, and in every run: loops in L with
// plain bounds, no branch, loaded bound or `while` inside L, or before it, with instructions of
// the engine. In a `while` all that comes before the read, so it happens once more than the rest.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "core/ir/streams.h"
#include "core/run/inputs.h"

namespace tidemark::lowering {

inline constexpr std::int64_t kRarest = 10'000;

// What it did. An error: a counter could pass `largest`, and why it cannot be renewed.
std::expected<std::vector<std::string>, std::string> renew_counters(const Program& program,
                                                                    Streams& streams,
                                                                    const Inputs& most,
                                                                    std::int64_t largest);

}  // namespace tidemark::lowering
