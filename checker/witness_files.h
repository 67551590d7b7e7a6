// A witness for other tools: what its schedule did, as a graph and as a trace.
#pragma once

#include <string>

#include "checker/machine.h"
#include "checker/witness.h"

namespace tidemark {

// Graphviz: a node for each instance that issued. Solid edges are an engine's order, dashed
// ones dependences that the schedule kept; one that it broke is red. Dotted nodes have not
// issued: what was needed, or what is held back.
std::string to_dot(const Witness& witness, const Machine& machine);

// Chrome trace format, as Perfetto and chrome://tracing read it: a row for each engine, a
// slice from issue to completion for each instance, one microsecond for each step.
std::string to_trace(const Witness& witness, const Machine& machine);

}  // namespace tidemark
