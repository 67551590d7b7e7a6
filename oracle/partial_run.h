// The states that streams can reach in an unrolled run, as formulas.
//
// A state says of each instance whether it has been issued and whether it has completed, and
// of each barrier whether it has been passed. Waits are only for counts that grow, so what an
// event needs in order to happen is that others have happened, and a state is reachable iff
// every event in it has what it needs, and nothing needs itself. Where every wait is for
// completions that come before it in sequential order that order shows the second half
// (Order::of_text). Elsewhere each instance gets a rank, and needs only what has a lower one;
// an instance may complete as soon as it has been issued, so one rank is enough for both.
//
// An instance needs: those before it on its engine, issued; the one `inflight` before it and
// control reads before it, completed; barriers before it, passed; its waits to hold. A barrier
// needs all that its engines have before it to be done. Only events since the last one that is
// plainly there are named: it needed the others.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "oracle/unrolling.h"

namespace tidemark {

class PartialRun {
 public:
  enum class Order : std::uint8_t { of_text, any };

  // All arguments outlive it.
  PartialRun(const JointCode& code, const Unrolling& unrolling, Solver& solver, Symbolic& symbolic,
             Order order);

  // Requires of every state that the event, if it happens, has what it needs.
  void require(std::size_t event);

  // Of an instance, in a state:
  Truth is_next(std::size_t instance);         // of its engine, and it has a place in flight
  Truth is_let_through(std::size_t instance);  // by all waits and barriers before it
  Truth is_held_back(std::size_t instance);    // by one, whatever silent steps are taken
  Truth is_covered(std::size_t instance);      // what it needs by the program has completed

  Truth holds(std::size_t wait);  // in a state
  Truth is_present(std::size_t event) const { return unrolling_.events[event].path.truth; }
  Truth is_issued(std::size_t event) const { return flags_[event].issued; }  // or passed
  Truth is_completed(std::size_t event) const { return flags_[event].completed; }
  Affine rank(std::size_t event) const { return flags_[event].rank; }

 private:
  struct Flags {
    Truth issued, completed;
    Affine rank;
  };
  struct Raise {
    std::size_t event = 0;
    const UnrolledRaise* by = nullptr;
  };
  std::vector<std::size_t> before(std::size_t event, EngineId engine) const;
  // Of its waits before the event: whether each is there and not behind a barrier.
  std::vector<std::pair<std::size_t, Truth>> waits(std::size_t event, EngineId engine);
  Truth waits_hold(std::size_t event, EngineId engine, const std::optional<Affine>& rank);
  Truth holds(std::size_t wait, const std::optional<Affine>& rank);
  Truth counts(const UnrolledEvent& wait, const Raise& raise, const std::optional<Affine>& rank);
  Truth has_place(std::size_t instance);
  Truth is_blocked(std::size_t barrier);
  Truth conflict(const UnrolledEvent& a, const UnrolledEvent& b);
  Truth share_cell(const UnrolledAccess& a, const UnrolledAccess& b);
  void require_instance(std::size_t event);
  void require_barrier(std::size_t event);
  void require(const Truth& truth);

  const JointCode& code_;
  const Unrolling& unrolling_;
  Solver& solver_;
  Symbolic& symbolic_;
  Order order_;
  std::vector<Flags> flags_;
  std::vector<std::vector<Raise>> raises_;        // by semaphore
  std::vector<bool> is_shared_;                   // by semaphore: several engines raise it
  std::map<std::size_t, Truth> blocked_;          // barriers that have been asked for
  Table<EngineId, std::vector<std::size_t>> on_;  // events of each stream
};

}  // namespace tidemark
