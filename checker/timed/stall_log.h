// The idle time of engines, by reason.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "checker/timed/simulate.h"

namespace tidemark {

class StallLog {
 public:
  explicit StallLog(EngineId engine) : engine_(engine) {}

  void add(StallReason reason, Picoseconds time) {
    Stall& stall = plain_[static_cast<std::size_t>(reason)];
    stall.time += time;
    ++stall.times;
    total_ += time;
  }
  // At a statement: a wait, on the engine whose completion ended it, or a barrier.
  void add(StallReason reason, Picoseconds time, const StreamStatement* at,
           std::optional<EngineId> on);

  Picoseconds total() const { return total_; }
  void append_to(std::vector<Stall>& stalls) const;

 private:
  EngineId engine_;
  Picoseconds total_ = 0;
  std::array<Stall, kStallReasons> plain_;
  std::unordered_map<const StreamStatement*, std::vector<Stall>> at_;
};

}  // namespace tidemark
