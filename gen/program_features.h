// What programs may use of the program form, as sets, for generators and their flags.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "gen/choices.h"
#include "gen/enum_set.h"

namespace tidemark {

enum class ProgramFeature : std::uint8_t {
  inflight,  // engines with several in flight
  params,    // in bounds, conditions and positions; without them there are constants
  ranges,    // buffers at byte ranges that overlap
  rings,     // slots at `e % n`
  arrays,    // slots at `e`
  affine,    // positions with coefficients, or of more than one symbol
  counters,
  branches,    // `if`
  otherwise,   // `else`
  remainders,  // conditions on `e % n`
  loads,       // data-dependent bounds and branches
  whiles,
  constants,  // loops of constant bounds
  triangles,  // bounds with the variables of loops around, or counters
  steps,      // loops of steps other than 1
  labels,     // and several opcodes
  attributes,
  shapes,  // the shapes of known bugs (gen/shapes.h)
};
inline constexpr std::size_t kProgramFeatures = 18;

std::string_view name(ProgramFeature feature);

using ProgramFeatures = EnumSet<ProgramFeature, kProgramFeatures>;

// A subset, drawn anew for each program, finds more than all features at once (Groce et
// al., "Swarm Testing", ISSTA 2012): most bugs need some features and drown in others.
ProgramFeatures draw_subset(ProgramFeatures features, Choices& choices);

// "rings,counters", "all", "all,-loads"; an error says what is wrong.
std::expected<ProgramFeatures, std::string> parse_features(std::string_view text);

}  // namespace tidemark
