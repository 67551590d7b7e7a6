// What a campaign found: the smallest program near the one that failed, as a corpus file.
#pragma once

#include <cstdint>
#include <string>

#include "fuzz/campaign/trial.h"
#include "gen/shrink.h"

namespace tidemark {

struct CampaignFinding {
  Program program;  // shrunk
  Inputs inputs;    // that show it; every load that is read is given
  Verdict verdict = Verdict::malformed;
  std::string how;                 // no streams were made: in a word ("crashed")
  std::string summary;             // what happens, on one line
  std::uint64_t number = 0;        // of the program it was shrunk from
  std::size_t statements = 0;      // of that program
  std::uint64_t shrink_calls = 0;  // candidates that were synchronized and decided
};

struct ShrinkPlan {
  std::uint64_t runs = 4;  // of each candidate
  ShrinkLimits limits = {};
  std::function<bool()> interrupted;  // then what is smallest so far will do; may be empty
};

// `judgement` is what `judge` says of the trial, a finding; of what is found it says one alike.
CampaignFinding shrink_finding(const Trial& failing, const StreamsMaker& maker,
                               const Judgement& judgement, const ShrinkPlan& plan);

// With the header of a corpus file (core/text/corpus_header.h); `from` says where it is from.
std::string corpus_text(const CampaignFinding& finding, const std::string& synchronizer,
                        const std::string& from);

// The same for findings with the same program and verdict: "dynamic_unsafe_8f3a01b2.tm",
// "command_crashed_1c02be6f.tm".
std::string corpus_name(const CampaignFinding& finding, const std::string& synchronizer);

}  // namespace tidemark
