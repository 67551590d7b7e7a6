// A witness for what an exploration found, checked by the interpreter.
#pragma once

#include <expected>
#include <string>

#include "checker/explore/exhaustive.h"
#include "checker/witness.h"

namespace tidemark {

// `found` is a state that was found for these inputs, `drawn` a schedule to it where one is
// at hand. Where the states before it are few, the witness has the fewest instances that any
// has, and of its state the fewest changes of engine; beyond that it shows `found` itself,
// by `drawn` if no better schedule is found. An error, said in words, where there is none.
// A search holds `most_states` at most, fewer where states are large.
std::expected<Witness, std::string> make_explored_witness(
    const Tracks& tracks, const Inputs& inputs, const FoundState& found,
    const Schedule* drawn = nullptr, std::uint64_t most_states = kWitnessStates);

}  // namespace tidemark
