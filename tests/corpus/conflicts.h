// Is there something in this run that only a wait keeps apart?
//
// True iff two instances a before b conflict, and b could issue while a is incomplete if
// no stream ever waited: they are of different engines, or of one engine with fewer than
// its in-flight limit from a to b and no control read of that engine from a up to b (which
// has to complete before anything after it issues). Then, and only then, streams without
// waits are unsafe.
#pragma once

#include <optional>
#include <string>

#include "core/ir/program.h"
#include "core/run/inputs.h"

namespace tidemark {

// "use (1 of pe) conflicts with load (2 of dma)" for the first such pair; nullopt if there
// is none. The run must end without an error.
std::optional<std::string> unprotected_conflict(const Program& program, const Inputs& inputs);

}  // namespace tidemark
