// What the analysis knows of params and loop variables, and the conditions that this decides.
#pragma once

#include <optional>

#include "core/ir/program.h"
#include "core/sync/param_cases.h"

namespace tidemark::sync {

class Variables {
 public:
  explicit Variables(const Program& program)
      : params_(program.params.size()),
        value_(program.controls.size()),
        least_(program.controls.size()),
        remainder_(program.controls.size()) {}

  void set_params(const ParamCase& params) { params_ = params; }
  void set_value(ControlId loop, std::optional<Affine> value) { value_[loop] = std::move(value); }
  void set_least(ControlId loop, std::optional<std::int64_t> least) { least_[loop] = least; }
  // The variable's remainder by `modulus`; modulus 1: nothing is known.
  void set_remainder(ControlId loop, std::int64_t remainder, std::int64_t modulus) {
    remainder_[loop] = {remainder, modulus};
  }

  // The form with every variable replaced whose value is known.
  Affine substitute(const Affine& form) const;

  // Whether the condition holds, where that is the same in every run.
  std::optional<bool> decide(const Condition& condition) const;
  // Whether the loop has an iteration, likewise.
  std::optional<bool> has_trips(const For& loop) const;

 private:
  struct Remainder {
    std::int64_t value = 0, modulus = 1;
  };

  bool has_known_variable(const Affine& form) const;
  std::optional<std::int64_t> remainder(const Affine& form, std::int64_t modulus) const;
  std::optional<bool> decide(const Compare& compare) const;
  Range range_of(Symbol symbol) const;
  Range range_of(const Affine& form) const;

  ParamCase params_;
  Table<ControlId, std::optional<Affine>> value_;
  Table<ControlId, std::optional<std::int64_t>> least_;
  Table<ControlId, Remainder> remainder_;
};

// Bounds beyond this are not worth knowing: no sum of a few of them passes 64 bits.
constexpr std::int64_t kLargestBound = std::int64_t{1} << 40;
constexpr bool is_moderate(std::int64_t bound) {
  return -kLargestBound <= bound && bound <= kLargestBound;
}

// The trips of a loop whose bounds and step are these constants; nullopt for a step that
// is not positive, which is an error in every run.
std::optional<std::int64_t> constant_trips(std::int64_t lower, std::int64_t upper,
                                           std::int64_t step);

}  // namespace tidemark::sync
