// How many instances an engine can have in any run of a block of the program.
#pragma once

#include <cstdint>
#include <optional>

#include "core/ir/program.h"
#include "core/run/inputs.h"

namespace tidemark::lowering {

// With params at most those of `most`, and at least 0; nullopt where there is no bound (a
// `while`, a loaded bound, over 2^62).
std::optional<std::int64_t> most_instances(const Program& program, EngineId engine,
                                           const Inputs& most, const Block& block);

}  // namespace tidemark::lowering
