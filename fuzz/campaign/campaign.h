// A campaign: programs by number, each made, synchronized and decided, what fails shrunk;
// on several threads, until it is told to stop or has done what it was asked.
//
// Which program has which number depends on the seed alone (fuzz/campaign/trial.h), so a campaign
// finds the same again, on one thread or on many.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>

#include "fuzz/campaign/finding.h"
#include "gen/program_traits.h"

namespace tidemark {

struct CampaignOptions {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;  // number
  std::uint64_t programs = std::numeric_limits<std::uint64_t>::max();
  TrialOptions trials = {};
  std::uint64_t runs = 4;  // drawn inputs for each program
  Demand demand = Demand::exact;
  unsigned jobs = 1;
  ShrinkLimits shrink = {.time = std::chrono::seconds(10)};  // of each finding
};

struct CampaignTally {
  std::uint64_t programs = 0;
  std::uint64_t runs = 0;  // decided
  std::uint64_t instances = 0;
  std::uint64_t redrawn = 0;    // inputs without a verdict
  std::uint64_t undecided = 0;  // programs that no decider finished within its limits
  std::uint64_t refused = 0;    // programs that whoever makes the streams does not do
  std::uint64_t failures = 0;   // programs
  std::uint64_t findings = 0;   // different ones, after shrinking
  ProgramTraits covered;        // traits of the texts of the programs so far
  double seconds = 0;
};

enum class Campaigning : std::uint8_t { go_on, stop };

struct CampaignWatch {
  // About five times a second and once at the end, on the thread of the caller.
  std::function<Campaigning(const CampaignTally&)> progress;
  // Each different finding; never twice at once.
  std::function<void(const CampaignFinding&)> found;
};

CampaignTally run_campaign(const StreamsMaker& maker, const CampaignOptions& options,
                           const CampaignWatch& watch);

}  // namespace tidemark
