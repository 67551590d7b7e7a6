// The vector clocks of all instances so far, by engine and ordinal.
//
// A clock has one 32-bit count for each engine of the program: how many of its
// completions are certain. Rows are kept in chunks, so that growing copies nothing
// and the memory is 4 bytes for each engine and instance, rounded up to a chunk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ir/ids.h"

namespace tidemark {

using Ordinal = std::uint32_t;  // of an instance among its engine's, from 1; 0: none

class ClockHistory {
 public:
  explicit ClockHistory(std::size_t engines) : engines_(engines), rows_(engines) {}

  // How many instances of the engine have a clock.
  Ordinal count(std::size_t engine) const { return rows_[engine].count; }

  // The clock of the instance. 1 <= ordinal <= count(engine).
  const Ordinal* of(std::size_t engine, Ordinal ordinal) const {
    const std::size_t row = ordinal - 1;
    return rows_[engine].chunks[row / kRows].get() + row % kRows * engines_;
  }

  // Keeps the clock of the engine's next instance.
  void append(std::size_t engine, const Ordinal* clock) {
    Rows& rows = rows_[engine];
    const std::size_t row = rows.count++ % kRows;
    if (row == 0)
      rows.chunks.push_back(std::make_unique_for_overwrite<Ordinal[]>(kRows * engines_));
    std::copy_n(clock, engines_, rows.chunks.back().get() + row * engines_);
  }

 private:
  static constexpr std::size_t kRows = 1024;

  struct Rows {
    std::vector<std::unique_ptr<Ordinal[]>> chunks;
    Ordinal count = 0;
  };

  std::size_t engines_;
  std::vector<Rows> rows_;  // by engine
};

// Makes `clock` certain of the completion (engine, ordinal), whose instance issued
// with the clock `then`. No-op where it is certain already.
inline void join(Ordinal* clock, std::size_t engines, std::size_t engine, Ordinal ordinal,
                 const Ordinal* then) {
  for (std::size_t e = 0; e < engines; ++e) clock[e] = std::max(clock[e], then[e]);
  clock[engine] = std::max(clock[engine], ordinal);
}

}  // namespace tidemark
