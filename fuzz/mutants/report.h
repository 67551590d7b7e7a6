// What the campaigns found, as a table for a person and as data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/mutants/hunt.h"
#include "fuzz/mutants/stream_score.h"

namespace tidemark::mutants {

// One broken synchronizer, hunted several times over.
struct HuntReport {
  const SyncMutant* mutant = nullptr;
  std::vector<Hunt> hunts;
  std::optional<Program> smallest;  // that kills it
  std::optional<Caught> caught;     // with these inputs
  // Of the smallest: does the proof for all inputs refuse its streams? It must.
  bool proof_refuses = false;

  bool is_dead() const;  // in every hunt, by every decider that could decide
  std::optional<std::uint64_t> median_programs() const;
  std::uint64_t most_programs() const;
  double median_seconds() const;
  // In how many of the hunts a decider found it out; absent where it is not in its domain.
  std::optional<std::size_t> ended_by_clocks() const;
  std::optional<std::size_t> ended_by_explorer() const;
};

HuntReport hunt_all(const SyncMutant& mutant, std::uint64_t hunts, std::uint64_t seed,
                    std::uint64_t most_programs);

struct CampaignReport {
  std::vector<HuntReport> synchronizers;
  std::vector<OperatorScore> streams;
  std::string command;  // that makes it again

  bool all_dead() const;
  std::optional<std::uint64_t> median_programs() const;  // of all synchronizers' hunts
};

// The page docs/mutants.md.
std::string to_markdown(const CampaignReport& report);
// The corpus file of a killer: its head, then the program.
std::string corpus_text(const HuntReport& report);
// One line each.
std::string to_line(const HuntReport& report);
std::string to_line(const OperatorScore& score);

}  // namespace tidemark::mutants
