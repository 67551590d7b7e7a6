// Proof for all inputs: every trip count, branch and loaded value.
//
// A place is a node of the joint code where paths meet, with the numbers that the walk knows
// there (which slots are meant). Each place gets what all paths to it have in common, found
// by walking until nothing changes: affine equations between columns (Karr 1976), which keys
// are certain, what each brings. These are the invariants; with them, every obligation is
// checked on every path between places. Nothing that found the invariants is trusted:
// `check_certificate` walks each path once more, and asks the solver for each equation.
//
// Not covered: what compile_joint refuses, whether barriers that reset semaphores or that stand
// behind waits overwait, and runs in which a register passes 64 bits.
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oracle/joint_walk.h"
#include "oracle/obligations.h"

namespace tidemark {

struct Place {
  JointState state;                   // facts are not part of it
  std::vector<std::uint32_t> pivots;  // as in a Hull
};

// The invariants that were found.
struct Certificate {
  std::vector<Place> places;
  Partition partition;
};

struct UnboundedOptions {
  Goal goal = Goal::exact;
  SolverLimits solver;
  WalkOptions walk;
  std::size_t places = 20'000;
  std::optional<std::filesystem::path> smt2_folder;
};

struct UnboundedResult {
  bool is_proved = false;
  std::string reason;                          // where not: the obligation that failed, and where
  const StreamStatement* failed_at = nullptr;  // that issue or read, if it is one
  std::optional<Certificate> certificate;
  std::uint64_t steps = 0;  // of the walks
  SolverStatistics solver;
};

// The program is finished and the streams match it.
UnboundedResult prove_unbounded(const Program& program, const Streams& streams,
                                const UnboundedOptions& options = {});

// Are the places inductive, and do they imply every obligation? An error says what fails.
std::expected<void, std::string> check_certificate(const Program& program, const Streams& streams,
                                                   const Certificate& certificate,
                                                   const UnboundedOptions& options = {});

// For a person: the equations and certainties of each place.
std::string print(const Certificate& certificate, const Program& program, const Streams& streams);

}  // namespace tidemark
