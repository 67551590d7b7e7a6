// A witness for what an exploration found, checked by the interpreter.
#pragma once

#include <expected>
#include <string>

#include "checker/explore/exhaustive.h"
#include "checker/witness.h"

namespace tidemark {

// `found` is a state that `explore` found for these inputs. Where the states before it are
// few (`states`), the witness has the fewest instances that any has, and of its state the
// fewest changes of engine; beyond that it shows `found` itself. An error, said in words,
// where no schedule to that was found within as many states.
std::expected<Witness, std::string> make_explored_witness(const Tracks& tracks,
                                                          const Inputs& inputs,
                                                          const FoundState& found,
                                                          std::uint64_t states = 300'000);

}  // namespace tidemark
