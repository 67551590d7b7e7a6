// Compiles lines into tracks: the construction of checker/explore/tracks.h.
#pragma once

#include <optional>
#include <vector>

#include "checker/explore/tracks.h"

namespace tidemark {

class TrackMaker {
 public:
  explicit TrackMaker(Tracks& tracks) : t_(tracks) {}
  void make();

 private:
  // What lies between two stops of one stream: lasting waits, strongest last.
  struct Gate {
    std::vector<Threshold> counts;  // by part
    std::vector<ValueGate> values;

    void at_least(std::uint32_t part, std::uint32_t count);
    void clear();
  };

  void place_parts();
  void collect_contributions();
  void add(SemaphoreIndex semaphore, std::uint32_t place, std::uint32_t count, std::int64_t amount);
  void classify_semaphores();
  bool is_counted(SemaphoreIndex semaphore) const;

  void make_stops(EngineId engine);
  void wait_for(Gate& gate, const LineEvent& event) const;
  void limit(Gate& gate, EngineId engine, std::uint32_t issued) const;  // in-flight, read
  void drained(Gate& gate, EngineId engine, std::uint32_t issued) const;
  void push_stop(EngineId engine, Stop stop, Gate& gate);
  void set_needs(EngineId engine);
  void write(const Gate& gate, std::uint32_t& first, std::uint32_t& last);

  Tracks& t_;
  std::vector<bool> is_reset_, is_lowered_, is_signalled_, is_compared_;  // by semaphore
};

}  // namespace tidemark
