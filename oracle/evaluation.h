// Values in a state of the joint walk: forms of the program and expressions of streams, as
// affine forms over the state's free symbols, or as numbers where a slot is meant.
//
// A number that the state does not determine is not guessed: the evaluation asks for a
// Split, and the walk goes on once for each case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "oracle/joint_state.h"

namespace tidemark {

struct Split {
  enum class Kind : std::uint8_t {
    residue,  // of the tracked residue `index`, in [0, count)
    value,    // of `form` over the state's symbols, in [0, count)
  };
  Kind kind = Kind::residue;
  std::size_t index = 0;
  Affine form;
  std::int64_t count = 0;
};

class Evaluation {
 public:
  // The state may get fresh symbols: for products, and where 64 bits are passed.
  Evaluation(const JointCode& code, const Tracking& tracking, JointState& state)
      : code_(code), tracking_(tracking), state_(state) {}

  // Each gives nothing where a split is needed, which split() then holds.
  std::optional<Affine> value(const JointNode& node, const Expression& expression);
  std::optional<std::int64_t> index(const JointNode& node, const Expression& expression,
                                    std::int64_t count);
  std::optional<Affine> value(const Residue& residue);
  std::optional<std::int64_t> slot(const Residue& residue, std::int64_t count);
  Affine value(const Affine& program_form) { return resolve(over_columns(code_, program_form)); }

  // The column that the expression is, and what is added to it, if it is no more than that.
  std::optional<std::pair<ColumnId, std::int64_t>> column(const JointNode& node,
                                                          const Expression& expression);

  // The new residues of a column that is set to an expression or a form; kNoResidue where
  // they cannot be told.
  std::int64_t residue_of(const JointNode& node, const Expression& expression,
                          std::int64_t modulus);
  std::int64_t residue_of(const Affine& program_form, std::int64_t modulus) {
    return residue(over_columns(code_, program_form), modulus).value_or(kNoResidue);
  }
  // As known of the column itself.
  std::int64_t residue_of(ColumnId column, std::int64_t modulus) const;

  const Split& split() const { return split_; }

 private:
  // Forms over columns, and over free symbols as if they were counters.
  std::optional<Affine> mixed(const JointNode& node, const Expression& expression);
  std::optional<Affine> product(const Affine& a, const Affine& b);
  std::optional<Affine> product_of_trips(const Affine& a, const Affine& b) const;
  std::optional<ColumnId> element(const JointNode& node, RegisterId ring, const Affine& index);
  std::optional<std::int64_t> residue(const Affine& mixed, std::int64_t modulus);
  std::optional<std::int64_t> number(const Affine& mixed, std::int64_t count);
  Affine resolve(const Affine& mixed);
  Affine opaque();

  const JointCode& code_;
  const Tracking& tracking_;
  JointState& state_;
  Split split_;
};

// Residues of tracked columns that those of others tell.
void complete_residues(const JointCode& code, const Tracking& tracking, JointState& state);

}  // namespace tidemark
