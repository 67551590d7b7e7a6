// A witness: inputs and a schedule that the interpreter replays to a bad state.
//
//   unsafe     the last step issues an instance although something that it needs has not
//              completed
//   overwaits  after the last step the ideal system may issue an instance, and the streams
//              cannot, even by silent steps
//   deadlocks  after the last step there is none, and the run has not ended
//
// Made from the clocks of the instance concerned: only what is certain to it has to run,
// so no witness for it needs fewer instances. Of the orders in which that can be done, one
// with few changes of engine is taken. A witness that does not replay is a fault of ours
// and fails a CHECK.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "checker/clocks.h"
#include "checker/lines.h"
#include "checker/machine.h"
#include "checker/needs.h"
#include "checker/step.h"

namespace tidemark {

struct Witness {
  Verdict verdict = Verdict::unsafe;  // unsafe, deadlocks or overwaits
  Inputs inputs;
  Schedule schedule;
  std::uint64_t instances = 0;  // that the schedule issues

  // Unsafe, overwaits: the instance that issues too early or is held back.
  EngineId engine;
  std::uint64_t ordinal = 0;
  // Unsafe: the last instance that it needs and that has not completed.
  std::optional<Needed> missing;
};

// `result` is what the clocks found for these arguments: unsafe, deadlocks or overwaits.
// An error where the run is too long to be held in memory (kLineLimits).
std::expected<Witness, RunError> make_witness(const Program& program, const Streams& streams,
                                              const Inputs& inputs, const ClocksResult& result);

// Does the schedule lead to the bad state that the witness claims? `lines` are those of
// the witness' inputs.
bool replays(const Witness& witness, const Machine& machine);

}  // namespace tidemark
