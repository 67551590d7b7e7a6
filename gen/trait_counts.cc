#include "gen/trait_counts.h"

#include "gen/program_size.h"

namespace tidemark {

void TraitCounts::add(const Program& program, const Inputs& inputs) {
  ProgramTraits traits = text_traits(program);
  traits.insert(run_traits(program, inputs));
  ++programs_;
  statements_ += statement_count(program);
  for (std::size_t i = 0; i < kProgramTraits; ++i)
    with_[i] += traits.has(static_cast<ProgramTrait>(i));
}

double TraitCounts::percent(ProgramTrait trait) const {
  return 100.0 * static_cast<double>(with(trait)) / static_cast<double>(programs_);
}

double TraitCounts::statements() const {
  return static_cast<double>(statements_) / static_cast<double>(programs_);
}

}  // namespace tidemark
