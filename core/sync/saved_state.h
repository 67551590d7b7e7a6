// The part of a state that one construct can change, kept for later.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/ir/affine.h"
#include "core/sync/values.h"

namespace tidemark::sync {

using Frame = std::optional<Affine>;  // coefficients and constant in [0, slots); none: any fits

struct SavedState {
  std::vector<Key> keys;  // of the construct, in order
  std::vector<Coverage> known;
  std::vector<Progress> progress;
  std::vector<Frame> frames;  // of the rings of the construct
};

// All saved states of a walk. They are made and dropped all the time, so each one's memory
// is used again for another.
class SavedStates {
 public:
  struct Return {
    SavedStates* to;
    void operator()(SavedState* state) const {
      state->keys.clear();
      to->unused_.push_back(state);
    }
  };
  using Handle = std::unique_ptr<SavedState, Return>;

  // Holds what an earlier one had, but no keys.
  Handle take() {
    if (unused_.empty()) unused_.push_back(&all_.emplace_back());
    SavedState* const state = unused_.back();
    unused_.pop_back();
    return Handle(state, Return{this});
  }

  // Unused ones have no keys.
  std::deque<SavedState>& all() { return all_; }

 private:
  std::deque<SavedState> all_;
  std::vector<SavedState*> unused_;
};

using Saved = SavedStates::Handle;

}  // namespace tidemark::sync
