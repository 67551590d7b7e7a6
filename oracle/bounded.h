// The bounded search: all schedules and all inputs of at most so many trips of each loop, at
// once, as one question for the solver about each instance.
//
//   malformed  an index of a stream is outside its ring
//   safe       is there a state in which c is the next of its engine and its stream lets it
//              through, and something that it needs has not completed?
//   progress   is there a state with no step that is not the end? (Where every wait is for
//              completions before it in sequential order there is none.)
//   minimal    is there a state in which c is next and all that it needs has completed, and
//              its stream holds it back?
//
// States: oracle/partial_run.h. A model is inputs and a schedule: a counterexample, which the
// caller replays. Its independence: no clocks, no certainty, nothing of the unbounded proof
// but the code that both walk.
//
// Not covered, and unknown: what compile_nodes and unroll refuse; barriers among waits for
// completions that come later, or for semaphores of several raisers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/run/inputs.h"
#include "oracle/unrolling.h"

namespace tidemark {

struct BoundedOptions {
  UnrollLimits unroll;
  SolverLimits solver;
  const StreamStatement* only = nullptr;  // asks of this statement's instances alone, if given
  std::optional<std::filesystem::path> smt2_folder;
};

struct BoundedStep {
  enum class Kind : std::uint8_t { issue, complete, pass_barrier };
  Kind kind = Kind::issue;
  EngineId engine;
};

struct Counterexample {
  enum class Kind : std::uint8_t { malformed, unsafe, deadlocks, overwaits };
  Kind kind = Kind::unsafe;
  Inputs inputs;
  std::vector<BoundedStep> schedule;  // to the bad state; if unsafe, without the bad issue
  EngineId engine;                    // unsafe, overwaits: whose instance, and which
  std::int64_t ordinal = 0;
};

struct BoundedResult {
  bool is_proved = false;  // exact, within the bound
  std::string reason;      // neither proved nor refuted: why
  std::optional<Counterexample> counterexample;
  std::size_t instances = 0;    // that some run within the bound has
  std::int64_t most_trips = 0;  // of a loop in one
  SolverStatistics solver;
};

// The streams match the program.
BoundedResult prove_bounded(const Program& program, const Streams& streams,
                            const BoundedOptions& options = {});

}  // namespace tidemark
