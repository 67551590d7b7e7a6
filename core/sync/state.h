// The abstract state of the synchronizer's analysis at one point of the program: what
// is true there in every run.
//
//   keys      for each key: a position that stands for its value, and the value (values.h):
//             how far it lies behind the engine's count (distance.h), and two rows
//   rows      A[k][e]: what was certain of engine e when the instance that set k issued
//   known     K[f][e]: what engine f is certain of, of engine e
//   unsure    U[k][f]: where k is not certain to f, the sites that may have set it so; a
//             value that another site set is certain, whatever `known` can say of it
//   frames    the keys of a ring are named relative to a form: x[(form + c) % n] is slot c
//
// Positions of one engine grow in sequential order, and two keys share one only where
// their values are equal in every run. Where paths meet, `meet` numbers anew the keys
// that either path touched and leaves the others alone, so that its cost is that of the
// construct and not of the program.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/sync/coverage.h"
#include "core/sync/distance.h"
#include "core/sync/joint.h"
#include "core/sync/key_set.h"
#include "core/sync/knowers.h"
#include "core/sync/mutant.h"
#include "core/sync/operands.h"
#include "core/sync/saved_state.h"
#include "core/sync/value_memo.h"
#include "core/sync/values.h"

namespace tidemark::sync {

// What a construct may change: its engines' instances, the keys they set, the rings
// whose frames move.
struct Touched {
  EngineSet engines;            // with an instance inside
  KeySet keys;                  // sorted
  std::vector<RegionId> rings;  // sorted; all keys of each are in `keys`
};

class State {
 public:
  State(const Operands& operands, std::size_t engine_count);

  // --- one instance of `engine`
  // Makes the waited-for key, and all that its setter was certain of, known to `engine`.
  void learn(EngineId engine, KeyId waited);
  // The next instance of the engine issues: returns its position.
  Position issue(EngineId engine);
  void set_key(KeyId key, EngineId engine, Position position, SetterSet setter) {
    if (!latest_ || values_.unsure(*latest_).front() != setter)
      latest_ = value_of_instance(engine, position, setter);
    keys_[key.value] = {position, *latest_};
  }
  // The key is set by the engine's last instance, or keeps its value.
  void may_set_key(KeyId key, EngineId engine, SetterSet setter);
  // All of the engine's instances so far are certain to it from now on.
  void complete_own(EngineId engine);

  // --- questions
  Position position(KeyId key) const { return keys_[key.value].position; }
  bool knows(EngineId engine, KeyId key) const {
    return known(engine)[operands_->key_engine[key].value].covers(position(key));
  }
  // Waiting for one makes the other certain.
  bool row_covers(KeyId waited, KeyId other) const {
    const EngineId producer = operands_->key_engine[mutated(Mutant::wrong_pair) ? waited : other];
    if (producer == operands_->key_engine[waited] && position(waited) == position(other))
      return true;
    return row(waited)[producer.value].covers(position(other));
  }
  // The sites of the key's engine by which it may have been set without being certain.
  SetterSet unsure(EngineId engine, KeyId key) const {
    return knows(engine, key) ? 0 : values_.unsure(value(key))[engine.value];
  }
  Distance distance(KeyId key) const {
    return distance_of(values_.age(value(key)), progress_[operands_->key_engine[key].value]);
  }
  // How far the key lies behind its engine's count at least, in every run.
  std::int64_t least_distance(KeyId key) const;

  std::span<const Progress> progress() const { return progress_; }

  // --- rings
  // The slot, in the frame, that `form` (variables substituted) names. The frame turns to
  // the form if it must, and with it the frames like it in `scope`, the rings that every
  // construct around this point touches: those that are on this course somewhere, too.
  std::int64_t slot(RegionId ring, const Affine& form, CourseId course,
                    std::span<const RegionId> scope);
  // The same, but -1 where the frame is another: it does not turn.
  std::int64_t slot_if_known(RegionId ring, const Affine& form) const;
  // The symbol takes a new value, in terms of which its old one is `old_value`.
  void rewrite_frames(Symbol symbol, const Affine& old_value);
  // The symbol takes a new value that says nothing of its old one, or leaves its scope.
  void lose(Symbol symbol);
  // Adds coefficient * (symbol - value) to the frame, which is 0 where symbol == value.
  void express_frame(RegionId ring, Symbol symbol, std::int64_t coefficient, const Affine& value);

  // --- control
  Era new_era() { return ++last_era_; }
  Saved save(const Touched& touched) const;
  void restore(const SavedState& saved, const Touched& touched);
  // Whether they say the same.
  bool equal(const SavedState& a, const SavedState& b, const Touched& touched) const;
  // This state becomes what holds both here and in `other`, which was saved on another
  // path from the point where progress was `base`. Counts of the engines touched
  // start again at 0 in `era`, unless both paths count alike.
  void meet(const SavedState& other, const Touched& touched, std::span<const Progress> base,
            Era era);
  // This state becomes one that holds after any number of walks through the construct.
  void forget(const Touched& touched, Era era);
  // From one pass of a loop to the next nothing may be gained: a distance that still grows
  // is taken to grow for ever, and what was not certain before is not certain now.
  void widen(const SavedState& before, const Touched& touched);
  // Everything issued so far has completed, and every engine knows.
  void drain();
  // The same, and every count is 0 again.
  void drain_and_reset();

 private:
  ValueId value(KeyId key) const { return keys_[key.value].value; }
  // By engine: what the engine f is certain of.
  std::span<Coverage> known(EngineId f) { return {&known_[f.value * engines_], engines_}; }
  std::span<const Coverage> known(EngineId f) const {
    return {&known_[f.value * engines_], engines_};
  }
  std::int64_t slots(RegionId ring) const { return operands_->regions[ring].slots; }

  std::span<const Coverage> row(KeyId key) const { return values_.row(value(key)); }
  ValueId value_of_instance(EngineId engine, Position position, SetterSet setter);
  RowId row_of_instance(EngineId engine, Position position);
  ValueId make_value(const Age& age, RowId row, SetterSet setters);
  void set_none();
  void drop_unused_values();
  bool equal(const Key& a, const Key& b, EngineId engine, std::span<const Coverage> known) const;

  void number_joints(const SavedState& other, const Touched& touched,
                     std::span<const Progress> base);
  ValueId meet_values(std::size_t engine, const Key& there, const Key& here,
                      const Progress& progress_there);
  RowId meet_rows(RowId there, RowId here);
  RowId intersection_of_rows(RowId a, RowId b);
  ValueId widened(ValueId here, ValueId before, bool moves, bool keeps_positions);
  void meet_progress(const SavedState& other, const Touched& touched, Era era);
  void rotate(RegionId ring, std::int64_t by);
  std::vector<RegionId> alike(RegionId ring, CourseId course,
                              std::span<const RegionId> scope) const;
  void forget_phase(const std::vector<RegionId>& group, std::int64_t step);
  void forget_ring(RegionId ring);
  void forget_keys(const KeySet& keys);
  void add_keys(RegionId ring, KeySet& keys) const;
  void align_frames(const SavedState& other, const Touched& touched);
  void turn_alike(std::size_t index, const Affine& difference, const SavedState& other,
                  const Touched& touched);

  const Operands* operands_;
  std::size_t engines_;
  Values values_;
  std::vector<Key> keys_;
  std::vector<Coverage> known_;     // by engine, then engine
  std::vector<Progress> progress_;  // by engine
  std::vector<Frame> frames_;       // by region
  std::vector<RegionId> rings_;
  Era last_era_ = 0;
  std::optional<ValueId> latest_;  // that the last instance gave to a key
  std::vector<Key> of_engine_;     // what is given to many keys of each, while it is
  std::unique_ptr<SavedStates> saved_;

  // Of one meet, kept for their memory.
  std::vector<Joint> joints_;     // by engine
  bool joins_set_keys_ = true;    // none that is set on one path only
  std::vector<Progress> before_;  // the same: `progress_` before it
  Knowers knowers_here_, knowers_there_;
  ValueMemo memo_;
};

}  // namespace tidemark::sync
