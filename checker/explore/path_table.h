// The state graph of a small run, with the number of schedules that go on from each state:
// what it takes to draw schedules exactly uniformly.
//
// A step is to be drawn with the schedules behind it as its weight; then each schedule of
// the N has the probability 1/N, but for 2^-64 at each step. Counts are exact to 2^53, then
// rounded to 15 digits.
//
// Cost: a visit of every state. Memory: about 50 bytes for a state and 16 for a step of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "checker/explore/tracks.h"

namespace tidemark {

class PathTable {
 public:
  using State = std::uint32_t;  // the start is 0

  struct Branch {
    std::uint32_t place = 0;  // of Position::at, whose step it is
    State to = 0;
    std::uint64_t last = 0;  // of 2^64 drawn numbers, those up to this take it or one before
  };

  // nullopt where there are more states, more than 64 places in one, or more schedules than a
  // double can count.
  static std::optional<PathTable> make(const Tracks& tracks, std::uint64_t most_states);

  double schedules(State from = 0) const { return schedules_[from]; }
  std::span<const Branch> branches(State from) const {
    return std::span(branches_).subspan(first_branch_[from],
                                        first_branch_[from + 1] - first_branch_[from]);
  }
  std::size_t size() const { return schedules_.size(); }

 private:
  bool count(State state);

  std::vector<std::uint32_t> first_branch_;  // by state, and one more
  std::vector<Branch> branches_;
  std::vector<double> schedules_;  // by state
};

}  // namespace tidemark
