// A position in as few words as it needs: for each engine its stop, for each part how many
// instances are in flight (few bits: how many are complete follows from the stop), for each
// stored semaphore its value. No field crosses a word.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/explore/tracks.h"

namespace tidemark {

class Packing {
 public:
  explicit Packing(const Tracks& tracks);

  std::size_t words() const { return words_; }

  // `to` and `from` point to words() words.
  void pack(const Position& position, std::uint64_t* to) const;
  void unpack(const std::uint64_t* from, Position& position) const;

 private:
  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint64_t mask = 0;
  };

  Field make_field(std::uint64_t most);

  const Tracks& tracks_;
  std::vector<Field> fields_;  // engines, parts, stored semaphores
  std::size_t words_ = 1;
  std::uint32_t used_ = 0;  // bits of the last word
};

}  // namespace tidemark
