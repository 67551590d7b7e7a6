// A program and its streams as one flat code, walked in the program's sequential order.
//
// A stream's operations between two of its issues, reads or control statements stand
// right before the later one, or at the end of the block. What a trips(N) looks at is kept
// where its rule says: before the control that the stream passes over, else right before
// the operation.
//
// The integers of the walk are columns: params, counters, loop variables and trips,
// registers, and what proofs speak of: how many instances each engine has had, what each
// semaphore counts, and the keys. A key is the ordinal of the last instance of one engine
// that reads, or that writes, one cell; 0 where there was none. `need(c)` is, for every
// cell that c writes, all keys of that cell, and for a cell that it reads, the write keys;
// earlier instances of the same key complete before the last one.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/ir/cells.h"
#include "core/ir/streams.h"

namespace tidemark {

using ColumnId = Index<struct ColumnTag>;
using KeyId = Index<struct KeyTag>;
using CountId = Index<struct CountTag>;          // one semaphore, arrays flattened
using JointWaitId = Index<struct JointWaitTag>;  // see JointWait
using SnapshotId = Index<struct SnapshotTag>;    // a trips(N), where it is looked at
using JointBarrierId = Index<struct JointBarrierTag>;

enum class Arm : std::uint8_t { body, then_arm, else_arm };

struct JointScope {
  ControlId control;
  Arm arm = Arm::body;
};

struct JointNode {
  enum class Kind : std::uint8_t {
    set_register,  // statement
    wait,          // statement
    issue,         // statement, an Issue
    read,          // statement, a Read
    barrier,       // statement, of one of its streams; `barrier`
    assign,        // assignment
    snapshot,      // trips of `control` here, into `snapshot`
    enter_for,     // its bounds are read, its variable set
    head_for,      // goes to target where there is no further trip
    next_trip,     // goes to target, the head
    branch_if,     // goes to target where the condition is false
    leave_arm,     // goes to target, the join
    join,          // after both arms
    enter_while,
    head_while,  // before the reads
    test_while,  // goes to target where there is no further iteration
    next_while,  // goes to target, the head
    end,
  };
  Kind kind = Kind::end;
  EngineId engine;  // whose stream
  ControlId control;
  AssignmentId assignment;
  JointWaitId wait;  // of a barrier, the first of its own
  SnapshotId snapshot;
  JointBarrierId barrier;
  bool begins_load = false;  // of a read: the first engine's
  std::uint32_t target = 0;
  const StreamStatement* statement = nullptr;
  std::vector<std::pair<ControlId, SnapshotId>> trips;  // what this operation's trips() see
  std::vector<JointScope> scope;                        // control around it, outermost first
};

// What one engine waits for at a node: a wait statement; or at a barrier, that one of its
// engines has completed all its instances so far.
struct JointWait {
  const JointNode* node = nullptr;
  EngineId engine;
  std::optional<EngineId> awaited;  // of a barrier
};

// The statements of all its streams, which come to it in the same gap of the order.
struct JointBarrier {
  std::vector<EngineId> engines;
  std::vector<SemaphoreId> resets;
};

struct Key {
  CellId cell;
  EngineId engine;
  bool is_write = false;
};

// One semaphore in the units that it is raised by; or, for barriers, an engine's instances.
struct Count {
  std::optional<SemaphoreId> declared;
  std::int64_t index = 0;
  std::optional<EngineId> raiser;  // absent: never raised
  bool is_unit = false;            // raised by 1 by every instance: it counts ordinals
};

// The two keys of one cell and one engine.
struct KeyPair {
  KeyId read, write;
};

// Of one key and one count of its engine that is no unit: what the semaphore had been
// raised to before the key's last instance, and including it.
struct KeyCount {
  ColumnId before, including;
};

// trips(o) * trips(i), of loops o around i that a stream passes over. While o is walked,
// `so_far` is the trips of o so far times trips(i): what is counted in i stays affine in it, and
// when o is left it is the product.
struct TripsProduct {
  ControlId outer;
  SnapshotId outer_trips;
  ColumnId inner;  // trips of i, or a product of such
  ColumnId product, so_far;
};

struct JointCode {
  explicit JointCode(const Program& the_program) : program(&the_program), cells(the_program) {}

  const Program* program;
  const Streams* streams = nullptr;
  Cells cells;
  std::vector<JointNode> nodes;
  // Buffers whose cells one serial engine alone touches: its order is all that they need.
  Table<BufferId, bool> is_own;
  Table<EngineId, const Stream*> stream_of;  // null: it has none

  std::vector<Key> keys;  // by KeyId
  Table<EngineId, std::vector<KeyId>> keys_of;
  std::vector<Count> counts;  // by CountId
  Table<SemaphoreId, std::uint32_t> first_count;
  std::map<EngineId, CountId> instance_counts;  // of engines in barriers
  std::vector<KeyPair> pairs;
  std::vector<JointWait> waits;        // by JointWaitId
  std::vector<JointBarrier> barriers;  // by JointBarrierId

  std::uint32_t column_count = 0;
  std::uint32_t first_param = 0, first_counter = 0;
  std::uint32_t first_loop =
      0;  // of each control: trip, trips, range, variable, step or difference, advance
  std::uint32_t first_snapshot = 0;  // of each snapshot: trips, range
  std::uint32_t first_ordinal = 0;   // of each engine: instances so far
  std::uint32_t first_key = 0, first_wait = 0;
  Table<EngineId, std::vector<std::uint32_t>> registers;  // first column, by RegisterId
  std::vector<std::uint32_t> raised;                      // of each count: raised so far
  std::vector<std::vector<std::uint32_t>> raised_before;  // and after the instance i + 1 ago
  std::vector<std::vector<KeyCount>> key_counts;          // [key][count], empty where it has none
  std::vector<ControlId> snapshot_controls;
  std::vector<std::vector<SnapshotId>> passed_nests;  // snapshots made at one place, outer first
  std::vector<TripsProduct> products;
  Table<CellId, std::vector<KeyId>> keys_of_cell, write_keys_of_cell;

  ColumnId param(ParamId id) const { return ColumnId(first_param + id.value); }
  ColumnId counter(CounterId id) const { return ColumnId(first_counter + id.value); }
  ColumnId trip(ControlId id) const { return ColumnId(first_loop + 6 * id.value); }
  ColumnId trips(ControlId id) const { return ColumnId(first_loop + 6 * id.value + 1); }
  ColumnId range(ControlId id) const { return ColumnId(first_loop + 6 * id.value + 2); }
  ColumnId variable(ControlId id) const { return ColumnId(first_loop + 6 * id.value + 3); }
  // The step of a loop; the two sides of a condition, subtracted.
  ColumnId step(ControlId id) const { return difference(id); }
  ColumnId difference(ControlId id) const { return ColumnId(first_loop + 6 * id.value + 4); }
  // trip times the step.
  ColumnId advance(ControlId id) const { return ColumnId(first_loop + 6 * id.value + 5); }
  ColumnId seen_trips(SnapshotId id) const { return ColumnId(first_snapshot + 2 * id.value); }
  ColumnId seen_range(SnapshotId id) const { return ColumnId(first_snapshot + 2 * id.value + 1); }
  ColumnId ordinal(EngineId id) const { return ColumnId(first_ordinal + id.value); }
  ColumnId key(KeyId id) const { return ColumnId(first_key + id.value); }
  ColumnId threshold(JointWaitId id) const { return ColumnId(first_wait + id.value); }
  ColumnId symbol(Symbol s) const;
  // What a watched value may be at most (oracle/joint_state.h): a key, the later of a pair, all
  // instances of its raiser.
  std::size_t at_key(KeyId key) const { return key.value; }
  std::size_t at_pair(std::size_t pair) const { return keys.size() + pair; }
  std::size_t at_issued() const { return keys.size() + pairs.size(); }
  const Count& count(CountId id) const { return counts[id.value]; }
};

std::string column_name(const JointCode& code, ColumnId column);

// The nodes, and columns for params, counters, loops, snapshots and registers. The streams
// match the program (core/ir/match.h); both outlive the code. Not in the domain (the text
// says why): `take`, `==`, `reset`, `signal` as a statement, widths, stripes, barriers with
// `unless`, that reset one element or not for all streams, or whose streams do not come to
// them in the same gap of the sequential order.
std::expected<JointCode, std::string> compile_nodes(const Program& program, const Streams& streams);

// With keys and counts. Not in the domain besides: a semaphore that several engines raise,
// very many cells.
std::expected<JointCode, std::string> compile_joint(const Program& program, const Streams& streams);

}  // namespace tidemark
