// The states of one depth: packed, each once, with the number of paths that lead to it.
// An open-addressing index over one array; at most 2^32 - 2 states.
#pragma once

#include <cstdint>
#include <vector>

namespace tidemark {

class Layer {
 public:
  explicit Layer(std::size_t words) : words_(words), index_(kFewest, 0) {}

  // The place of the state at `words`, to which `paths` more paths lead. It is a new one
  // iff size() grew.
  std::size_t insert(const std::uint64_t* words, double paths);

  std::size_t size() const { return paths_.size(); }
  const std::uint64_t* state(std::size_t i) const { return states_.data() + i * words_; }
  double paths(std::size_t i) const { return paths_[i]; }

  void clear();  // keeps its memory, unless far too much
  void scale_paths(double factor);
  double most_paths() const { return most_paths_; }

  std::size_t bytes() const {
    return states_.capacity() * sizeof(std::uint64_t) + paths_.capacity() * sizeof(double) +
           index_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t kFewest = 64;  // places of the index: most runs are short

  std::uint64_t hash(const std::uint64_t* words) const;
  void grow();

  std::size_t words_;
  std::vector<std::uint64_t> states_;
  std::vector<double> paths_;
  std::vector<std::uint32_t> index_;  // place + 1 of a state, 0: empty; a power of two
  double most_paths_ = 0;
};

}  // namespace tidemark
