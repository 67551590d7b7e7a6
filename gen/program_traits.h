// What a program has that makes it worth trying: for statistics of what generators make
// (`gen --stats`) and for what a campaign has covered.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/run/inputs.h"
#include "gen/enum_set.h"

namespace tidemark {

enum class ProgramTrait : std::uint8_t {
  // Of the text.
  several_in_flight,
  overlapping_ranges,  // of two buffers
  rings,               // a slot at `e % n`
  rings_of_three,      // or more
  coherent_positions,  // two forms of one ring that differ by a constant other than 0
  two_phases,          // in one instruction, two rings at different forms
  counter_positions,   // a ring position that a counter keeps
  reentered_rings,     // a position that begins anew with each trip of a loop around
  nested_loops,
  triangles,  // a bound with a variable of a loop around
  steps,      // other than 1
  branches,
  one_sided_producers,  // a buffer written under one arm alone, used elsewhere by others
  counters_in_branches,
  loaded_bounds,
  loaded_branches,
  whiles,
  // Of its run.
  zero_trips,  // a `for` entered and left at once
  one_trip,
  five_trips,  // or more
  empty_run,   // no instance at all
  long_run,    // 50 instances or more
};
inline constexpr std::size_t kProgramTraits = 22;
inline constexpr std::size_t kProgramTextTraits = 17;  // the first ones

using ProgramTraits = EnumSet<ProgramTrait, kProgramTraits>;

std::string_view name(ProgramTrait trait);

ProgramTraits text_traits(const Program& program);
ProgramTraits run_traits(const Program& program, const Inputs& inputs);  // of a run, or its start

}  // namespace tidemark
