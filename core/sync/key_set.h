// A list of keys, kept as runs: the keys of a ring, and mostly those of one cell too, follow
// one another, so that what is stored by key is copied and filled run by run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sync/operands.h"

namespace tidemark::sync {

struct KeyRun {
  std::uint32_t begin = 0, size = 0;
};

class KeySet {
 public:
  // Keys [begin, end), none of which it has.
  void add(KeyId begin, KeyId end) {
    if (begin == end) return;
    size_ += end.value - begin.value;
    if (!runs_.empty() && runs_.back().begin + runs_.back().size == begin.value)
      runs_.back().size += end.value - begin.value;
    else
      runs_.push_back({begin.value, end.value - begin.value});
  }

  void clear() {  // keeps the memory
    runs_.clear();
    size_ = 0;
  }

  std::size_t size() const { return size_; }
  std::span<const KeyRun> runs() const { return runs_; }

  // Calls visit(index, KeyId) on every key, in the order in which they were added.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::size_t index = 0;
    for (const KeyRun& run : runs_)
      for (std::uint32_t k = 0; k < run.size; ++k) visit(index++, KeyId(run.begin + k));
  }

 private:
  std::vector<KeyRun> runs_;
  std::size_t size_ = 0;
};

}  // namespace tidemark::sync
