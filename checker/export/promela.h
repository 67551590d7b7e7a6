// A run of streams as a Promela model, for SPIN: a second opinion on `unsafe` and
// `deadlocks` from a model checker that shares nothing with ours but the lines of events.
//
// Each stream is a process that does its events one after the other; another one completes
// the engine's instances in order; each barrier is one that lets its engines go on together.
// An assertion before each issue says that all its needs have completed. Ask apart:
//   pan -E    is an assertion violated?  unsafe
//   pan -A    is there an invalid end state?  deadlocks, of safe streams
// It cannot be asked about over-waiting. One process statement for each event: for runs of
// some thousand events.
#pragma once

#include <expected>
#include <string>

#include "checker/lines.h"
#include "core/ir/program.h"

namespace tidemark {

// An error, in words, where an engine has stripes or a semaphore passes 31 bits.
std::expected<std::string, std::string> to_promela(const Program& program, const Lines& lines);

}  // namespace tidemark
