// The faults of the streams as they are written, for core/sync/emit.cc: each does nothing
// unless it is planted (core/sync/mutant.h).
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

#include "core/ir/streams.h"
#include "core/sync/mutant.h"

namespace tidemark::sync {

// The issue put in last raises its semaphore here, and not when it completes.
inline void mutate_issue(StreamBlock& out) {
  if (!mutated(Mutant::signal_at_issue)) return;
  const SignalOn signal = std::exchange(std::get<Issue>(out.back().form).signals, {}).front();
  out.push_back({SignalNow{signal}, {}});
}

// The waits of one instance, which begin at `first`.
inline void mutate_waits(std::size_t first, StreamBlock& out) {
  if (out.size() < first + 2) return;
  const auto wait = out.begin() + static_cast<std::ptrdiff_t>(first);
  if (mutated(Mutant::swap_thresholds))
    std::swap(std::get<Wait>(wait->form).threshold,
              std::get<Wait>(std::next(wait)->form).threshold);
  if (mutated(Mutant::drop_second_wait)) out.erase(std::next(wait));
}

// What an arm adds to the counts at its end is added before the branch, which `out` ends at.
inline void mutate_arm(StreamBlock& arm, StreamBlock& out) {
  if (!mutated(Mutant::untaken_branch_counts)) return;
  auto first = arm.end();
  while (first != arm.begin() && std::holds_alternative<SetRegister>(std::prev(first)->form))
    --first;
  out.insert(out.end(), first, arm.end());
  arm.erase(first, arm.end());
}

}  // namespace tidemark::sync
