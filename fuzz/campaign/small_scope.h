// Every program of a small scope, once: small enough that all of them can be tried, since
// most faults show in some small program (Jackson, "Software Abstractions", 2006).
//
// Of programs that differ only in the names of engines or buffers one is visited. Attributes,
// labels and opcodes, which no synchronizer looks at, are the same in all.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/run/inputs.h"
#include "gen/random_program.h"

namespace tidemark {

struct SmallScope {
  std::string_view name;
  std::int64_t statements = 3;  // at most; control and assignments count
  std::int64_t engines = 2;
  std::int64_t buffers = 2;
  std::int64_t operands = 1;  // reads, and writes, of an instruction
  std::int64_t nesting = 2;
  std::int64_t highest_input = 2;  // every param, and every loaded value, from 0
  ProgramFeatures features;
};

// Which ones there are, of at most so many statements.
std::vector<SmallScope> small_scopes(std::int64_t statements);

// How many programs were visited.
std::uint64_t for_each_program(const SmallScope& scope,
                               const std::function<void(const Program&)>& visit);

// All values of its params, and for each buffer that control reads all ways to begin its
// values with three; the last one repeats.
std::vector<Inputs> all_inputs(const Program& program, std::int64_t highest);

}  // namespace tidemark
