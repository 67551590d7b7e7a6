#include "core/run/flat_affine.h"

#include <algorithm>
#include <bit>

namespace tidemark {

// Params, loop variables and loaded values (two for each control statement), counters.
ValueLayout::ValueLayout(const Program& program)
    : params_(program.params.size()),
      controls_(program.controls.size()),
      size_(std::max<std::size_t>(params_ + 2 * controls_ + program.counters.size(), 1)) {}

ValueSlot ValueLayout::of(Symbol symbol) const {
  std::size_t base = 0;
  switch (symbol.kind) {
    case Symbol::Kind::param:
      break;
    case Symbol::Kind::variable:
      base = params_;
      break;
    case Symbol::Kind::counter:
      base = params_ + 2 * controls_;
      break;
  }
  return static_cast<ValueSlot>(base + symbol.index);
}

ValueSlot ValueLayout::loaded(ControlId control) const {
  return static_cast<ValueSlot>(params_ + controls_ + control.value);
}

ValueSlot ValueLayout::add(std::size_t count) {
  const auto first = static_cast<ValueSlot>(size_);
  size_ += count;
  return first;
}

FlatAffine::FlatAffine(const Affine& affine, const ValueLayout& layout)
    : constant_(affine.constant) {
  for (const AffineTerm& term : affine.terms) {
    const Term flat{term.coefficient, layout.of(term.symbol)};
    if (&term == &affine.terms.front())
      first_ = flat;
    else
      rest_.push_back(flat);
  }
}

bool FlatAffine::evaluate_exactly(const std::int64_t* values, std::int64_t& result) const {
  const auto product = [&](const Term& term) {
    return static_cast<__int128>(term.coefficient) * values[term.slot];
  };
  __int128 sum = product(first_) + constant_;
  for (const Term& term : rest_)
    if (__builtin_add_overflow(sum, product(term), &sum)) return false;
  result = static_cast<std::int64_t>(sum);
  return result == sum;
}

FlatResidue::FlatResidue(const Residue& residue, const ValueLayout& layout)
    : form_(residue.form, layout),
      modulus_(residue.modulus),
      is_power_of_two_(std::has_single_bit(static_cast<std::uint64_t>(residue.modulus))) {}

}  // namespace tidemark
