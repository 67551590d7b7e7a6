// What a command has to say, before it is known how: as text for a person, or as one
// JSON document (`--json`). Commands fill a Report; run_tidemark (tidemark.h) prints it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/ir/diagnostic.h"
#include "core/run/run_error.h"

namespace tidemark {

enum class Exit : std::uint8_t {
  done = 0,       // exact, or the work is done
  finding = 1,    // a verdict other than exact and unknown
  bad_input = 2,  // text that does not parse, flags that make no sense
  unknown = 3,    // a limit was hit
};

struct Report {
  Exit exit = Exit::done;
  std::string text = {};             // standard output without --json
  std::string remarks = {};          // standard error, either way
  nlohmann::ordered_json json = {};  // standard output with --json; `seconds` is added to it
};

// Bad input: remarks say what was wrong with it, JSON holds the same as data.
Report bad_input(const Diagnostics& diagnostics);
Report bad_input(const std::string& message);

// A verdict and why: "unknown: more than 1000000 states".
Report outcome(Exit exit, std::string_view verdict, const std::string& what);
// Streams that cannot be run for the inputs given: bad input, malformed, or unknown.
Report cannot_run(const RunError& error);

nlohmann::ordered_json to_json(const Diagnostics& diagnostics);

}  // namespace tidemark
