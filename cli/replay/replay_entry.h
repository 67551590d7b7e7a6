// One file of a corpus, decided by every decider that applies, against what it announces.
//
//   clocks  every run
//   states  runs of at most 40 instances, and what the clocks do not say: what is larger may
//           have too many states to visit
//   proof   where `exact` is expected, whatever the inputs; elsewhere it must not succeed
//
// It fails where the verdict is another than announced, where two deciders differ, and
// where one is unknown that `# unknown: DECIDER` does not name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/replay/corpus_entry.h"

namespace tidemark {

struct ReplayOptions {
  double proof_seconds = 20;  // of one proof; 0: nothing is proved
};

struct Replayed {
  std::vector<std::string> failures;
  std::uint64_t by_clocks = 0;  // runs decided
  std::uint64_t by_states = 0;
  std::uint64_t proofs = 0;
  std::uint64_t unknown = 0;  // announced
  double seconds = 0;
};

Replayed replay_entry(const CorpusEntry& entry, const ReplayOptions& options);

}  // namespace tidemark
