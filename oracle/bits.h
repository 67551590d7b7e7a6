// A set of small indices, as a row of bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark {

class Bits {
 public:
  Bits() = default;
  explicit Bits(std::size_t size, bool value = false)
      : words_((size + 63) / 64, value ? ~std::uint64_t{0} : 0) {}

  bool test(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void set(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void clear(std::size_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  void clear() { words_.assign(words_.size(), 0); }
  void assign(std::size_t i, bool value) { value ? set(i) : clear(i); }

  Bits& operator|=(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  Bits& operator&=(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  bool contains(const Bits& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((other.words_[i] & ~words_[i]) != 0) return false;
    return true;
  }
  std::size_t count() const {
    std::size_t n = 0;
    for (const std::uint64_t word : words_)
      n += static_cast<std::size_t>(__builtin_popcountll(word));
    return n;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace tidemark
