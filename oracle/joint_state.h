// The state of a joint walk at one place: what is known of every run that gets there.
//
//   columns       each integer as an affine form over free symbols
//   facts         conditions on those symbols that the path has passed
//   residues      of tracked columns (oracle/tracking.h); kNoResidue where unknown
//   certain[f]    the keys k with: k is 0, or the ideal system has completed k's instance
//                 for certain whenever f issues what comes next
//   brought[k]    the keys j with: j is 0, or certain to be complete when k's instance has
//                 completed (that of key 0 brings nothing)
//   age[k]        k is 0, or its engine has issued at least that many instances since
//   drained[f]    f has had no instance, or its last was a control read: all is complete
//   at_least[k]   the watched values w of streams f with: w >= k, or k is in certain[f]
//   at_most[b]    the watched values w with: w <= b, a key; the later of the two keys of a cell
//                 and engine; or all instances of w's raiser (JointCode::at_key and others).
//                 What is later may differ from run to run: no equation says that
//   may_wait      waits that some run has passed since its stream's last instance
//   must_wait     waits that every run has
//
// All but may_wait are what holds for certain, so what two states have in common is a
// state for both.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/bits.h"
#include "oracle/joint_code.h"
#include "oracle/tracking.h"

namespace tidemark {

struct Constraint {
  enum class Relation : std::uint8_t { non_negative, zero, non_zero };
  Affine form;
  Relation relation = Relation::non_negative;
};

inline constexpr std::int64_t kNoResidue = -1;

// Which way a control statement went when it was last left.
enum class LastArm : std::uint8_t { none, then_arm, else_arm, no_trip, some_trips };

struct JointState {
  std::uint32_t node = 0;
  std::vector<Affine> columns;
  std::uint32_t symbols = 0;  // free symbols in use: those below
  std::vector<Constraint> facts;
  std::vector<std::int64_t> residues;
  Table<EngineId, Bits> certain;
  std::vector<Bits> brought;
  std::vector<std::uint16_t> age;
  Table<EngineId, std::uint8_t> drained;
  std::vector<Bits> at_least;  // by key
  std::vector<Bits> at_most;   // by bound
  Bits may_wait, must_wait;
  std::vector<LastArm> arms;  // by control
  // Some index of a stream was outside its ring: only runs that have no verdict may do that,
  // so the path must end in an error of the program before it meets another.
  bool is_doomed = false;
  std::vector<std::uint32_t> wait_count;  // of each wait: the semaphore it was for, a CountId

  const Affine& at(ColumnId column) const { return columns[column.value]; }
  Affine fresh() { return Affine(free_symbol_of(symbols++)); }
  static Symbol free_symbol_of(std::uint32_t index) { return {Symbol::Kind::param, index}; }
};

// What a stream waits for where that is a register and a constant, `wait s >= r - 1`; or a
// wait's own threshold. A register that several keys share holds one of them, others lie a
// constant below, and all are 0 at first: no equation says that.
struct Watched {
  ColumnId column;
  std::int64_t offset = 0;  // the value is the column's and this
  EngineId stream;
  std::optional<EngineId> raiser;  // of the semaphore
};

struct Watch {
  std::vector<Watched> values;
  std::vector<std::vector<std::uint32_t>> indices_of;  // of values, by column
  static constexpr std::uint32_t kNotWatched = UINT32_MAX;

  std::uint32_t index_of(ColumnId column, std::int64_t offset) const;
};

Watch find_watched(const JointCode& code);

// Every column 0 but params, every key certain: no instance has been.
JointState initial_state(const JointCode& code, const Tracking& tracking, const Watch& watch);

// form >= 0 for every value of its symbols, by its text alone.
inline bool is_plainly_non_negative(const Affine& form) {
  return form.is_constant() && form.constant >= 0;
}
// a <= b, by their texts alone. (Without making the difference.)
inline bool is_plainly_at_most(const Affine& a, const Affine& b) {
  return a.terms == b.terms && a.constant <= b.constant;
}

// Makes the constraint true by replacing one symbol; adds it to the facts where it cannot.
// False if no value does.
bool assume_zero(JointState& state, const Affine& form);
bool assume(JointState& state, const Constraint& constraint);

// Where the watched value is all instances of its raiser, or more: no key is later.
void note_reached(const JointCode& code, const Watch& watch, std::uint32_t w, JointState& state);
// What at_least and at_most can be seen to hold from the columns.
void complete_watched(const JointCode& code, const Watch& watch, JointState& state);

// What both have in common, with `into`'s columns replaced by `columns` over `symbols`. Facts
// are dropped. True if something other than the columns changed.
bool meet(JointState& into, const JointState& other);
// Does `state` know at least as much as `general`, columns apart?
bool knows(const JointState& state, const JointState& general);

}  // namespace tidemark
