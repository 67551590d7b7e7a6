// Text in, values out. Several diagnostics for each run; linear time; no input crashes
// it, hangs it or passes the limits unnoticed.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "core/ir/diagnostic.h"
#include "core/ir/program.h"
#include "core/ir/streams.h"

namespace tidemark {

// A finished program (see core/ir/finish.h), or what is wrong with the text.
std::expected<Program, Diagnostics> parse_program(std::string_view text,
                                                  const std::string& file = "<input>",
                                                  const ProgramLimits& limits = {});

// Streams that do not parse are bad input. Streams that parse but name what the program
// does not have, or use it where it is not in scope, are malformed: a finding.
struct StreamsError {
  enum class Kind { bad_input, malformed };
  Kind kind = Kind::bad_input;
  Diagnostics diagnostics;
};

// Streams that parse and match the program (core/ir/match.h).
std::expected<Streams, StreamsError> parse_streams(std::string_view text, const Program& program,
                                                   const std::string& file = "<input>",
                                                   const StreamsLimits& limits = {});

}  // namespace tidemark
