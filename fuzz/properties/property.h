// A property of programs, tried on drawn ones.
//
// RapidCheck draws the seeds and prints its own, by which RC_PARAMS="seed=..." draws them
// again; the shrinking is ours (gen/shrink.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/ir/program.h"

namespace tidemark {

// Nothing where the property holds for the program; else what is wrong. Whatever it draws
// besides, it draws from the seed.
using Property = std::function<std::optional<std::string>(const Program&, std::uint64_t seed)>;

using DrawProgram = std::function<Program(std::uint64_t seed)>;

// Fails the test that it is called from, with the smallest program near one that was drawn.
void expect_property(const std::string& what, const Property& property, const DrawProgram& draw);

// The same for programs of every form.
void expect_property(const std::string& what, const Property& property);

}  // namespace tidemark
