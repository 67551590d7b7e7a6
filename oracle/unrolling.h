// A program and its streams, unrolled: every event that a run of at most so many trips of
// each loop can have, in sequential order, with what has to be so for it to be there.
//
// Trips, branches and loaded values are left open. A loop whose bounds are plain numbers is
// walked whole, others up to the bound: runs beyond it are left out (their inputs are
// excluded by a condition that the solver keeps), and so are runs that meet an error, which
// have no verdict. Control that no inputs lead to is left out: each path is checked.
//
// Not covered: products of two open values, unless one is small; 64 bits passed.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/run/inputs.h"
#include "oracle/joint_code.h"
#include "oracle/symbolic.h"

namespace tidemark {

struct UnrolledAccess {
  BufferId buffer;
  Affine slot;
  bool is_write = false;
};

// Which of its semaphores, in which epoch (resets so far), and what it had been raised to.
struct UnrolledCount {
  SemaphoreId semaphore = {};
  Affine element = {};
  Affine epoch = {};
  Affine before = {};
};

struct UnrolledRaise {
  UnrolledCount count = {};
  std::int64_t amount = 0;
};

struct UnrolledEvent {
  enum class Kind : std::uint8_t { instance, wait, barrier };
  Kind kind = Kind::instance;
  const JointNode* node = nullptr;
  EngineId engine = {};  // whose stream; of a barrier, one of them
  Path path = {};

  Affine ordinal = {};  // of an instance: its engine's instances before it
  std::vector<UnrolledAccess> accesses = {};
  std::vector<UnrolledRaise> raises = {};

  UnrolledCount waited = {};  // of a wait
  Affine threshold = {};
};

struct UnrolledLoad {  // executed loads, in order
  BufferId buffer;
  Path path;
  Affine value;
};

// An index of a stream that is outside its ring if `truth` is so.
struct Misstep {
  const JointNode* node = nullptr;
  Truth truth;
};

struct Unrolling {
  std::vector<UnrolledEvent> events;
  std::vector<UnrolledLoad> loads;
  std::vector<Misstep> missteps;
  Table<ParamId, Affine> params;
  std::int64_t most_trips = 0;  // of a loop that was walked
  std::vector<Truth> moderate;  // of each open input: it is of 32 bits
  std::string reason;           // why it could not be done; else empty
};

struct UnrollLimits {
  std::int64_t trips = 3;         // of each loop whose bounds are open
  std::size_t events = 2'000;     // of all paths together
  const Inputs* given = nullptr;  // these alone, in place of all: one run, every schedule
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

Unrolling unroll(const JointCode& code, Solver& solver, Symbolic& symbolic,
                 const UnrollLimits& limits);

}  // namespace tidemark
