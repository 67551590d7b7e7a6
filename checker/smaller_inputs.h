// Smaller inputs with the same verdict, for a witness that a person can take in.
#pragma once

#include <cstdint>

#include "checker/clocks.h"

namespace tidemark {

struct Found {
  Inputs inputs;
  ClocksResult result;
};

// How many instances a witness of it runs: for a deadlock, all.
std::uint64_t witness_size(const ClocksResult& result);

// Tries lower values of the params and short lists for the loads that are not given in
// `found.inputs`, one after the other, as long as the witness gets smaller; at most `tries`
// runs, none longer than the one at hand: one without end, of which the clocks can see enough to
// decide, gives no witness.
Found shrink_inputs(Compiled& compiled, Found found, std::uint64_t tries);

}  // namespace tidemark
