// Hunting a broken synchronizer: random programs until a decider finds it out.
//
// The same first seed gives the same programs. Each decider is asked until it has found the
// mutant out; programs for which the fault changes nothing are counted, and not decided. The
// explorer decides streams of any kind, in small runs; the clocks those in their domain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "checker/verdict.h"
#include "core/ir/program.h"
#include "core/run/inputs.h"
#include "fuzz/mutants/sync_mutants.h"

namespace tidemark::mutants {

struct Kill {
  std::uint64_t programs = 0;  // that it took, this one included
  double seconds = 0;
  std::uint64_t seed = 0;  // of the program
  Verdict verdict = Verdict::exact;
};

struct Hunt {
  std::optional<Kill> by_clocks;
  std::optional<Kill> by_explorer;
  std::uint64_t programs = 0;  // that were made
  std::uint64_t changed = 0;   // for which the fault changes the streams
  // The explorer found it out where the clocks do not decide: it is not for them.
  bool is_outside_clocks = false;
  std::uint64_t disagreements = 0;  // of the two, where both decided
  std::string disagreement;         // the first, in full

  // By every decider in whose domain it falls.
  bool is_dead() const {
    return by_explorer && (by_clocks || is_outside_clocks) && disagreements == 0;
  }
  std::optional<Kill> first() const {
    if (!by_explorer || (by_clocks && by_clocks->programs <= by_explorer->programs))
      return by_clocks;
    return by_explorer;
  }
};

// In turn: general, ring-heavy (gen/random_program.h), and of rings alone (gen/ring_program.h).
Program hunting_program(std::uint64_t seed);

Hunt hunt(const SyncMutant& mutant, std::uint64_t first_seed, std::uint64_t most_programs);

// The inputs, among small ones, for which the mutant's streams of the program are found
// out, and the verdict. Absent: none.
struct Caught {
  Inputs inputs;
  Verdict verdict = Verdict::exact;
};
std::optional<Caught> caught(const SyncMutant& mutant, const Program& program);

// The smallest program near this one by which the mutant is found out for small inputs.
Program smallest_killer(const SyncMutant& mutant, const Program& program);

}  // namespace tidemark::mutants
