// Affine expressions over one flat array of values, for runs of millions of instances.
//
// A walk of a program keeps all its integers (params, loop variables, counters, loaded
// values, a stream's registers) in one array. `ValueLayout` says where each stands;
// a FlatAffine is an Affine with its symbols replaced by those places. Values are those
// of `evaluate` in core/ir/affine.h; the common forms take a few instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ir/affine.h"
#include "core/ir/program.h"

namespace tidemark {

using ValueSlot = std::uint32_t;

class ValueLayout {
 public:
  explicit ValueLayout(const Program& program);

  ValueSlot of(Symbol symbol) const;
  ValueSlot loaded(ControlId control) const;  // the value last read for this control statement
  ValueSlot add(std::size_t count);           // the first of `count` more places
  std::size_t size() const { return size_; }
  std::size_t control_count() const { return controls_; }

 private:
  std::size_t params_;
  std::size_t controls_;
  std::size_t size_;
};

class FlatAffine {
 public:
  FlatAffine(const Affine& affine, const ValueLayout& layout);
  explicit FlatAffine(ValueSlot slot) : first_{1, slot} {}

  // False if the value passes 64 bits. (No optional: compilers copy those through memory,
  // which costs more than the evaluation.)
  bool evaluate(const std::int64_t* values, std::int64_t& result) const {
    if (rest_.empty() &&
        !__builtin_mul_overflow(first_.coefficient, values[first_.slot], &result) &&
        !__builtin_add_overflow(result, constant_, &result))
      return true;
    return evaluate_exactly(values, result);
  }

 private:
  struct Term {
    std::int64_t coefficient = 0;
    ValueSlot slot = 0;
  };

  bool evaluate_exactly(const std::int64_t* values, std::int64_t& result) const;

  std::int64_t constant_ = 0;
  Term first_;  // 0 times the value at 0 where the form is constant
  std::vector<Term> rest_;
};

class FlatResidue {
 public:
  FlatResidue(const Residue& residue, const ValueLayout& layout);
  explicit FlatResidue(ValueSlot slot) : form_(slot) {}

  bool evaluate(const std::int64_t* values, std::int64_t& result) const {
    if (!form_.evaluate(values, result)) return false;
    if (modulus_ == 0) return true;
    if (is_power_of_two_)
      result &= modulus_ - 1;
    else if (((result | modulus_) >> 32) == 0)  // 32-bit division is several times faster
      result = static_cast<std::uint32_t>(result) % static_cast<std::uint32_t>(modulus_);
    else
      result = floor_mod(result, modulus_);
    return true;
  }

 private:
  FlatAffine form_;
  std::int64_t modulus_ = 0;
  bool is_power_of_two_ = false;
};

}  // namespace tidemark
