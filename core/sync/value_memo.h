// Values that were made of two others, for as long as the same two make the same. It may
// forget any of them.
#pragma once

#include <array>
#include <cstdint>

#include "core/sync/values.h"

namespace tidemark::sync {

class ValueMemo {
 public:
  struct Pair {
    ValueId a, b;
    std::uint64_t kind_of_a = 0, kind_of_b = 0;  // what else the result depends on

    friend bool operator==(const Pair&, const Pair&) = default;
  };

  void clear() { ++round_; }

  template <class Make>
  ValueId find_or_make(const Pair& pair, Make&& make) {
    Entry& entry = entries_[hash(pair)];
    if (entry.round != round_ || entry.pair != pair) entry = {round_, pair, make()};
    return entry.result;
  }

 private:
  static constexpr std::size_t kEntries = 256;

  struct Entry {
    std::uint64_t round = 0;
    Pair pair;
    ValueId result;
  };

  static std::size_t hash(const Pair& pair) {
    return (pair.a.value * 31 + pair.b.value) % kEntries;
  }

  std::uint64_t round_ = 1;
  std::array<Entry, kEntries> entries_;
};

}  // namespace tidemark::sync
