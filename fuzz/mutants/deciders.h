// What each decider says of the same streams for the same inputs.
#pragma once

#include <cstdint>
#include <optional>

#include "checker/verdict.h"
#include "core/ir/cells.h"
#include "core/ir/streams.h"
#include "core/run/inputs.h"

namespace tidemark::mutants {

// Absent: not in its domain, a limit was hit first, or these inputs have no verdict.
struct Verdicts {
  std::optional<Verdict> clocks;
  std::optional<Verdict> explorer;
};

struct Reach {
  std::uint64_t instances = 20'000;       // of a run
  std::uint64_t explored_instances = 24;  // of a run whose states are visited
  std::uint64_t explored_states = 20'000;
};

std::optional<Verdict> ask_clocks(const Program& program, const Cells& cells,
                                  const Streams& streams, const Inputs& inputs,
                                  const Reach& reach = {});

std::optional<Verdict> ask_explorer(const Program& program, const Streams& streams,
                                    const Inputs& inputs, const Reach& reach = {});

// Is this a verdict by which a mutant is found out? `tolerated`: the verdict that the
// streams had before, where that was not exact (a barrier waits too long).
bool finds(std::optional<Verdict> verdict, Verdict tolerated);

}  // namespace tidemark::mutants
