// The vector clocks of instances, by engine and ordinal.
//
// A clock has one 32-bit count for each engine of the program: how many of its
// completions are certain. Clocks of one engine only grow, so once every reader is
// certain of a completion, the clock it came with has nothing to add: it can be
// forgotten. Rows are kept in chunks that are used again, so growing copies nothing,
// and the memory is 4 bytes for each engine and instance that is not forgotten.
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

  // How many instances of the engine have had a clock.
  Ordinal count(std::size_t engine) const { return rows_[engine].count; }

  // The clock of the instance, 1 <= ordinal <= count(engine), not forgotten.
  const Ordinal* of(std::size_t engine, Ordinal ordinal) const {
    const std::size_t row = ordinal - 1;
    return rows_[engine].chunks[row / kRows].get() + row % kRows * engines_;
  }

  // True where the next `append` takes a new chunk: the time to `forget`.
  bool needs_chunk(std::size_t engine) const { return rows_[engine].count % kRows == 0; }

  // Keeps the clock of the engine's next instance.
  void append(std::size_t engine, const Ordinal* clock) {
    Rows& rows = rows_[engine];
    const std::size_t row = rows.count++ % kRows;
    if (row == 0) [[unlikely]]
      rows.chunks.push_back(new_chunk());
    Ordinal* kept = rows.chunks.back().get() + row * engines_;
    for (std::size_t e = 0; e < engines_; ++e) kept[e] = clock[e];
  }

  // The clocks of the engine's instances up to and with `ordinal` are not asked for again.
  void forget(std::size_t engine, Ordinal ordinal) {
    Rows& rows = rows_[engine];
    for (; rows.forgotten < ordinal / kRows; ++rows.forgotten)
      spare_.push_back(std::move(rows.chunks[rows.forgotten]));
  }

 private:
  static constexpr std::size_t kRows = 256;
  using Chunk = std::unique_ptr<Ordinal[]>;

  struct Rows {
    std::vector<Chunk> chunks;  // null where forgotten
    std::size_t forgotten = 0;  // chunks
    Ordinal count = 0;
  };

  Chunk new_chunk() {
    if (spare_.empty()) return std::make_unique_for_overwrite<Ordinal[]>(kRows * engines_);
    Chunk chunk = std::move(spare_.back());
    spare_.pop_back();
    return chunk;
  }

  std::size_t engines_;
  std::vector<Rows> rows_;  // by engine
  std::vector<Chunk> spare_;
};

// Makes `clock` certain of the completion (engine, ordinal), whose instance issued
// with the clock `then`.
inline void join(Ordinal* clock, std::size_t engines, std::size_t engine, Ordinal ordinal,
                 const Ordinal* then) {
  for (std::size_t e = 0; e < engines; ++e) clock[e] = std::max(clock[e], then[e]);
  clock[engine] = std::max(clock[engine], ordinal);
}

}  // namespace tidemark
