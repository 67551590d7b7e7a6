// What each instance of a run needs: need(c) is the set of earlier instances that touch a
// cell with c, one of the two writing it.
//
// Completions of an engine come in order, so of each engine only the latest needed
// instance matters: need(c) is given as one ordinal for each engine concerned. It is
// found from the cells alone, with no analysis of the program.
// Cost: for each cell touched, the engines that ever touched it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/run/instance.h"

namespace tidemark {

struct Needed {
  EngineId engine;
  std::uint64_t ordinal = 0;

  friend bool operator==(const Needed&, const Needed&) = default;
};

class NeedTracker {
 public:
  NeedTracker(std::size_t engines, std::size_t cells) : latest_(engines), touches_(cells) {}

  // Of the next instance of the sequential run; then it counts as an earlier one itself.
  // Sorted by engine; valid until the next call.
  std::span<const Needed> next(const Instance& instance);

 private:
  struct Touch {  // of one cell by one engine: ordinals, 0 for none
    EngineId engine;
    std::uint64_t read = 0;
    std::uint64_t write = 0;
  };

  void need(EngineId engine, std::uint64_t ordinal);
  Touch& touch(CellId cell, EngineId engine);

  Table<EngineId, std::uint64_t> latest_;  // 0 between calls
  Table<CellId, std::vector<Touch>> touches_;
  std::vector<EngineId> concerned_;  // empty between calls
  std::vector<Needed> found_;
};

}  // namespace tidemark
