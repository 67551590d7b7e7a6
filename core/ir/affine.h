// Affine expressions over params, loop variables and program counters.
//
//   Affine     a constant plus integer multiples of symbols: `2*i + c - 1`
//   Residue    an affine expression, or its remainder: `e` or `e % n`
//
// Values are 64-bit. Evaluation is exact (in 128 bits) and reports a result that
// does not fit, which page "the model" calls an error at that instance.
#pragma once

#include <cstdint>
#include <optional>

#include "core/ir/ids.h"
#include "core/ir/small_vector.h"

namespace tidemark {

// A loop variable is named by the `for` that binds it: two loops in sequence may
// share a name, never a symbol.
struct Symbol {
  enum class Kind : std::uint8_t { param, variable, counter };

  Kind kind = Kind::param;
  std::uint32_t index = 0;

  static Symbol of(ParamId id) { return {Kind::param, id.value}; }
  static Symbol of(ControlId loop) { return {Kind::variable, loop.value}; }
  static Symbol of(CounterId id) { return {Kind::counter, id.value}; }

  friend auto operator<=>(const Symbol&, const Symbol&) = default;
};

struct AffineTerm {
  Symbol symbol;
  std::int64_t coefficient = 0;  // never 0 inside an Affine

  friend bool operator==(const AffineTerm&, const AffineTerm&) = default;
};

// Invariant: terms are sorted by symbol, each symbol once, no coefficient 0. Use the
// operators below to keep it.
struct Affine {
  SmallVector<AffineTerm> terms;
  std::int64_t constant = 0;

  Affine() = default;
  Affine(std::int64_t value) : constant(value) {}  // NOLINT: integers are affine
  explicit Affine(Symbol symbol) : terms{{symbol, 1}} {}

  bool is_constant() const { return terms.empty(); }
  std::int64_t coefficient_of(Symbol symbol) const;

  friend bool operator==(const Affine&, const Affine&) = default;
};

// nullopt where a coefficient or the constant would pass 64 bits.
std::optional<Affine> add(const Affine& a, const Affine& b);
std::optional<Affine> subtract(const Affine& a, const Affine& b);
std::optional<Affine> scale(const Affine& a, std::int64_t factor);

struct Residue {
  Affine form;
  std::int64_t modulus = 0;  // 0: the form itself; otherwise positive, and 0 <= value < modulus

  friend bool operator==(const Residue&, const Residue&) = default;
};

// The remainder with 0 <= result < n, also for negative a. n > 0.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t n) {
  const std::int64_t r = a % n;
  return r < 0 ? r + n : r;
}

// The value of `e` where `value_of(Symbol) -> int64_t`; nullopt if it passes 64 bits.
template <class ValueOf>
std::optional<std::int64_t> evaluate(const Affine& e, ValueOf&& value_of) {
  __int128 sum = e.constant;
  for (const AffineTerm& term : e.terms)
    if (__builtin_add_overflow(sum, static_cast<__int128>(term.coefficient) * value_of(term.symbol),
                               &sum))
      return std::nullopt;
  const auto result = static_cast<std::int64_t>(sum);
  if (result != sum) return std::nullopt;
  return result;
}

template <class ValueOf>
std::optional<std::int64_t> evaluate(const Residue& e, ValueOf&& value_of) {
  std::optional<std::int64_t> value = evaluate(e.form, value_of);
  if (value && e.modulus != 0) value = floor_mod(*value, e.modulus);
  return value;
}

}  // namespace tidemark
