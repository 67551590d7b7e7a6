// Structured programs of every form, from any driver of choices (gen/choices.h).
//
// Valid by construction: names are distinct, variables are in scope, a slot is reduced by
// `% n` or lies inside its ring whatever the inputs, steps are positive unless a param is
// negative. With params and loads drawn from 0 to 4 most runs are small (none, to hundreds
// of instances), trips are often 0, and 64 bits are never passed.
#pragma once

#include <cstdint>

#include "core/ir/program.h"
#include "gen/choices.h"
#include "gen/program_features.h"

namespace tidemark {

enum class ProgramKind : std::uint8_t {
  general,     // a little of everything
  ring_heavy,  // rings of several slots, coherent positions, many trips, re-entry
  small,       // few alternatives, each once: for an odometer
};

enum class Swarm : std::uint8_t {
  off,  // every program may use all the features
  on,   // each program may use a random part of them
};

struct RandomProgramOptions {  // at most these; at least one of each but
                               // nesting
  std::int64_t engines = 4;
  std::int64_t buffers = 5;
  std::int64_t slots = 5;     // of a ring
  std::int64_t inflight = 3;  // of an engine
  std::int64_t statements = 12;
  std::int64_t nesting = 3;
  std::int64_t operands = 2;  // reads of an instruction, and writes
  std::int64_t params = 2;
  std::int64_t counters = 2;
  ProgramFeatures features = ProgramFeatures::all();
  Swarm swarm = Swarm::on;
  ProgramKind kind = ProgramKind::general;
};

// A finished program. Choices of 0 make it short and plain.
Program random_program(Choices& choices, const RandomProgramOptions& options = {});

// The same for the same seed and options.
Program random_program(std::uint64_t seed, const RandomProgramOptions& options = {});

}  // namespace tidemark
