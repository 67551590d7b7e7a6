// How many programs have which traits: what a generator makes, measured.
#pragma once

#include <array>
#include <cstdint>

#include "core/run/inputs.h"
#include "gen/program_traits.h"

namespace tidemark {

class TraitCounts {
 public:
  // A program, with one of its runs.
  void add(const Program& program, const Inputs& inputs);

  std::uint64_t programs() const { return programs_; }
  std::uint64_t with(ProgramTrait trait) const { return with_[static_cast<std::size_t>(trait)]; }
  double percent(ProgramTrait trait) const;
  double statements() const;  // of a program, on average

 private:
  std::uint64_t programs_ = 0;
  std::uint64_t statements_ = 0;
  std::array<std::uint64_t, kProgramTraits> with_{};
};

}  // namespace tidemark
