// How often the program generator takes each alternative, where the features of a program
// leave it the choice. Weights; 0: never. The first alternative is always the simplest.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tidemark {

struct Taste {
  using Weight = std::uint32_t;

  enum Statement { instruction, assignment, loop, branch, while_loop, shape };
  std::array<Weight, 6> outermost;   // where no loop stands around
  std::array<Weight, 6> statements;  // elsewhere
  std::array<Weight, 2> empty_body;  // no, yes
  std::array<Weight, 2> body;        // it ends here, one more statement
  std::array<Weight, 2> else_arm;    // no, yes

  std::vector<std::int64_t> ring_slots;  // one of them, if the options allow so many
  std::array<Weight, 2> is_ring;         // of a buffer: no, yes; where rings are allowed
  std::array<Weight, 2> ring_is_used;    // in an access, where there are both: no, yes

  enum Bound { simplest, constant, form, load };  // simplest: a param above, 0 below
  std::array<Weight, 4> upper_bound;
  std::array<Weight, 4> lower_bound;
  std::vector<Weight> trips;   // of a constant upper bound: 0, 1, ...
  std::array<Weight, 4> step;  // 1, 2, 3, param + 1

  enum Condition { is_param, compares, is_load };
  std::array<Weight, 3> condition;
  std::array<Weight, 6> comparison;  // in the order of Comparison
  std::array<Weight, 2> right_side;  // of a comparison: constant, form

  enum Slot { of_form, fixed, unreduced, other_modulus };
  std::array<Weight, 4> slot;
  std::array<Weight, 2> keeps_form;  // of a ring's slot: a form of its own, the one before

  enum Form { of_one_symbol, scaled, of_two_symbols };
  std::array<Weight, 3> forms;
  std::vector<std::int64_t> offsets;      // one of them is added to a form
  std::array<Weight, 3> symbol;           // innermost variable, other variable, counter
  std::array<Weight, 2> symbol_is_param;  // no, yes

  enum Value { steps_on, starts_again, takes_a_form };
  std::array<Weight, 3> counter_value;
  std::vector<std::int64_t> counter_steps;  // one of them
};

// A little of everything.
const Taste& general_taste();

// Rings of 3 and more slots whose accesses have forms that differ by constants, in loops of
// up to 7 trips that are entered again: where a ring analysis is right or wrong.
const Taste& ring_taste();

// Few alternatives, none of them twice, so that all programs of a small size can be made.
const Taste& small_taste();

}  // namespace tidemark
