// The flags that give a run its inputs: --set, --load, --seed.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/report.h"
#include "core/run/inputs.h"

namespace tidemark {

struct InputFlags {
  std::vector<std::string> sets;   // "n=4"
  std::vector<std::string> loads;  // "x=2,0,1"
  std::uint64_t seed = 0;

  void declare(Flags& flags);

  // Names and numbers are checked against the program; what is not given is drawn from
  // `seed + draw`.
  std::expected<Inputs, Report> inputs_for(const Program& program, std::uint64_t draw = 0) const;
};

// True where nothing that the program reads is drawn: one run is all there is.
bool all_given(const Inputs& inputs, const Program& program);

}  // namespace tidemark
