// How long an exploration will still take. The depth of its end is known beforehand; layers
// yet to come are supposed to take as long as those of the last quarter did: too long, late
// in a graph that gets narrow towards its end.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/explore/reduction.h"
#include "checker/explore/tracks.h"

namespace tidemark {

class TimeLeft {
 public:
  TimeLeft(const Tracks& tracks, Reduction reduction);

  std::uint64_t end_depth() const { return end_depth_; }

  // At this depth so many seconds have passed; neither ever decreases.
  double estimate(std::uint64_t depth, double seconds);

 private:
  struct Look {
    std::uint64_t depth = 0;
    double seconds = 0;
  };

  std::uint64_t end_depth_ = 0;
  std::vector<Look> looks_ = {{}};
};

}  // namespace tidemark
