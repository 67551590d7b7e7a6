// Mutated streams: every small mistake (gen/mutate_streams.h) in the right streams of a
// program, and what becomes of each.
//
// A mutant is killed by an input for which a decider finds it out. One that no drawn input
// kills must be shown to be no mistake at all: by proof for all inputs (oracle/), or by every
// small input (small_inputs.h). What is neither lives, and is a defect of the deciders.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/verdict.h"
#include "core/ir/streams.h"
#include "gen/mutate_streams.h"

namespace tidemark::mutants {

struct Fate {
  enum class Kind : std::uint8_t {
    no_streams,  // the mistake leaves no streams of the program: whoever parses them sees it
    killed,
    proved,     // no mistake: exact for all inputs
    exhausted,  // no mistake for any small input
    alive,
  };
  Kind kind = Kind::alive;
  Verdict verdict = Verdict::exact;  // killed: the first found
  std::uint64_t inputs = 0;          // that were tried
  bool by_clocks = false;            // killed: which of the two found it
  bool by_explorer = false;
  bool disagree = false;  // both decided the input that killed, and differ
};

struct FateOptions {
  std::uint64_t draws = 24;  // of inputs
  std::chrono::milliseconds proof_time = std::chrono::seconds(2);
};

Fate fate_of(const Program& program, const Streams& mutant, const FateOptions& options = {});

struct OperatorScore {
  StreamMutation mutation = StreamMutation::drop_wait;
  std::uint64_t made = 0;
  std::uint64_t no_streams = 0, killed = 0, proved = 0, exhausted = 0, alive = 0;
  std::uint64_t by_clocks = 0, by_explorer = 0, disagreements = 0;
  std::uint64_t over_waiting = 0;     // killed as nothing but that
  std::vector<std::uint64_t> inputs;  // to kill, of each one killed
  double seconds = 0;                 // to kill those
  std::vector<std::string> living;    // "softmax, stream act, statement 4, variant 1"
};

// Of one operator over one program, every `stride`-th mutant from `first` on; adds to `score`.
void score(const Program& program, std::uint64_t stride, std::uint64_t first, OperatorScore& score,
           const FateOptions& options = {});

}  // namespace tidemark::mutants
