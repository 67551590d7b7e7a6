// Every run at once, through a piece of the joint code: from a place where paths meet to
// the next such places.
//
// Paths meet at heads of loops and after both arms of an `if`. A loop whose trips are known
// and few is walked through. Where a state leaves open which slot is meant, or where a test
// goes, the walk goes on once for each case that the reasoner does not exclude.
//
// The certainty of keys is moved along by the equations of the ideal system. At an
// instance c of engine f with ordinal o, needed keys N, in-flight limit d (1 right after a
// control read):
//   known  = certain[f], and the keys k of f with k <= o - d
//   ideal  = known, and for n in N: n itself and brought[n]
//   certain[f] becomes ideal; the keys that c sets become o: nobody is certain of them (but f
//   of all its keys if c is a control read), and each brings ideal and every key of f.
// Waits add nothing to it. A barrier is so many waits, each of its engines for every instance
// so far of all of them. Where safety alone is asked for, the streams' own certainty is enough
// (oracle/obligations.h): each of its engines becomes certain of every key of all of
// them instead, and of what any of them was certain of.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "oracle/evaluation.h"
#include "oracle/joint_state.h"
#include "oracle/reasoner.h"

namespace tidemark {

struct InstancePoint {
  const JointNode& node;
  const JointState& state;  // just before it
  const Bits& known;
  const Bits& ideal;
  const std::vector<KeyId>& needs;
};

struct WaitPoint {
  const JointNode& node;
  const JointState& state;  // just before it
  CountId count;
  const Affine& threshold;
  std::uint32_t watched;  // the watched register that it waits for; kNotWatched
};

class WalkObserver {
 public:
  virtual ~WalkObserver() = default;
  virtual void arrive(JointState state) = 0;  // where paths meet; state.facts are of the path
  virtual void wait(const WaitPoint&) {}
  virtual void instance(const InstancePoint&) {}
  // Something that the walk cannot follow, or that a stream may do wrong.
  virtual void stop(const JointNode& node, const std::string& reason) = 0;
};

// What a proof is after.
enum class Goal : std::uint8_t {
  exact,
  safe,  // and free of deadlock; the streams may wait for more than they must
};

struct WalkOptions {
  std::uint64_t steps = 4'000'000;  // nodes passed, in all
  std::int64_t unrolled = 64;       // trips that are walked through one by one
  std::int64_t splits = 256;        // cases of one number
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

class JointWalk {
 public:
  // All arguments outlive it.
  JointWalk(const JointCode& code, const Tracking& tracking, const Watch& watch, Reasoner& reasoner,
            WalkObserver& observer, Goal goal, const Partition& partition,
            const WalkOptions& options = {});

  void start();                       // from the beginning
  void go_on_from(JointState state);  // from where paths meet, without facts

  std::uint64_t steps() const { return steps_; }
  bool is_over_limit() const { return is_over_limit_; }  // of steps or time: it has ended there

 private:
  using Node = JointNode;

  void run();
  void advance(JointState state);
  // Does what stands at the node; false if this path ends here, or goes on in pending_.
  bool pass(JointState& state);
  void add_scope_facts(JointState& state) const;
  bool add_advance_fact(ControlId loop, JointState& state) const;
  bool add_settled_facts(JointState& state) const;
  bool agree(const JointState& state, std::size_t i, std::size_t j) const;
  bool has_consistent_residues(const JointState& state) const;

  bool set_register(const Node& node, JointState& state);
  bool wait(const Node& node, JointState& state);
  void assign(const Node& node, JointState& state);
  bool instance(const Node& node, JointState& state);
  void forget_waits(EngineId engine, JointState& state) const;
  bool barrier(const Node& node, JointState& state);
  bool barrier_as_waits(const Node& node, JointState& state);
  void barrier_as_certainty(const Node& node, JointState& state) const;
  void snapshot(ControlId loop, ColumnId trips, ColumnId range, JointState& state);
  void begin_products(SnapshotId snapshot, JointState& state) const;
  bool end_products(ControlId loop, JointState& state) const;
  void read_bound(ControlId control, JointState& state);
  bool enter_for(const Node& node, JointState& state);
  bool head_for(const Node& node, JointState& state, bool is_met);
  bool leave_for(const Node& node, JointState& state);
  void next_trip(const Node& node, JointState& state);
  bool branch_if(const Node& node, JointState& state);

  bool find_needs(const Node& node, JointState& state, std::vector<KeyId>& needs,
                  std::vector<KeyId>& sets);
  bool add_access(const Node& node, JointState& state, const Access& access, bool is_write,
                  std::vector<KeyId>& needs, std::vector<KeyId>& sets);
  bool find_raises(const Node& node, JointState& state, std::vector<std::int64_t>& amounts);
  void raise(const Node& node, JointState& state, const std::vector<KeyId>& sets,
             const std::vector<std::int64_t>& amounts) const;
  void complete(const Node& node, JointState& state, const Bits& ideal,
                const std::vector<KeyId>& sets);
  Bits known_to(const Node& node, const JointState& state) const;
  const Affine* known_trips(const JointState& state, const Affine& range, const Affine& step) const;
  Affine trips_of(ControlId loop, const Affine& range, JointState& state);

  void set(JointState& state, ColumnId column, Affine value,
           const std::function<std::int64_t(std::int64_t)>& residue) const;
  void set(JointState& state, ColumnId column, std::int64_t value) const;
  bool split(const Node& node, const JointState& state, const Split& split);
  bool split_operation(const Node& node, JointState& state, const Split& split);
  void stop_doomed(const Node& node);
  void fork(const JointState& state, std::uint32_t node, const std::vector<Constraint>& facts);
  bool is_possible(const JointState& state) const;

  const JointCode& code_;
  const Tracking& tracking_;
  const Watch& watch_;
  Reasoner& reasoner_;
  WalkObserver& observer_;
  Goal goal_;
  Partition partition_;
  WalkOptions options_;
  std::vector<bool> is_tracked_;  // by column
  std::uint64_t steps_ = 0;
  bool is_stopped_ = false;
  bool is_over_limit_ = false;
  std::vector<JointState> pending_;
};

}  // namespace tidemark
