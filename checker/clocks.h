// The clocks decider: one pass over a run decides all of its schedules.
//
// V(c)[e] is the number of completions of engine e that are certain when instance c
// issues. Computed for the streams (checker/stream_clocks.h) and for the ideal system
// (checker/ideal_clocks.h), where every semaphore is in the domain
// (checker/domain.h), the streams are
//   safe               iff V(streams) covers V(ideal) for every instance that has one;
//   free of deadlock   iff every instance has a clock and every stream ends;
//   exact              iff both, and the two clocks are equal everywhere.
// (Covering V(ideal) everywhere is covering need(c) everywhere: both are closed under
// "the clock of what is certain is certain".) Vector clocks: Mattern 1988, Fidge 1988.
//
// Cost: linear in the run, operands times engines for an instance; 8 bytes for each
// engine and instance.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "checker/clock_agreement.h"
#include "checker/compiled.h"
#include "checker/domain.h"
#include "checker/stream_clocks.h"
#include "checker/verdict.h"

namespace tidemark {

struct ClocksResult {
  Verdict verdict = Verdict::unknown;
  std::string reason;           // malformed, unknown: why, and where
  bool is_outside = false;      // unknown: such streams are not for clocks (checker/domain.h)
  SourceLine line;              // then: of the statement outside the domain
  std::uint64_t instances = 0;  // of the run, as far as it went
  std::uint64_t necessary_waits = 0;
  StreamCosts costs;
  std::optional<Disagreement> disagreement;  // unsafe, overwaits: where, in clocks
};

// An error of the kind bad_inputs where these inputs have no verdict.
std::expected<ClocksResult, RunError> decide_by_clocks(Compiled& compiled, const Inputs& inputs,
                                                       const RunLimits& limits = {});

// The program is finished and the streams match it (core/ir/match.h).
std::expected<ClocksResult, RunError> decide_by_clocks(const Program& program, const Cells& cells,
                                                       const Streams& streams, const Inputs& inputs,
                                                       const RunLimits& limits = {});

}  // namespace tidemark
