// A set of ids out of a known range: joined and read off in order at the cost of what is in
// it, and of one word for each 4096 ids of the range.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark::sync {

template <class Id>
class IdSet {
 public:
  explicit IdSet(std::size_t ids) : words_(words_for(ids)), used_(words_for(words_.size())) {}

  void add(Id id) { add_word(id.value / kBits, Word{1} << (id.value % kBits)); }
  void add(const IdSet& other) {
    for_each_bit(other.used_, [&](std::size_t word) { add_word(word, other.words_[word]); });
  }

  // Calls visit(Id) on all, in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for_each_bit(used_, [&](std::size_t word) {
      for_each_bit_of(words_[word], word, [&](std::size_t id) { visit(Id(id)); });
    });
  }

  void clear() {
    for_each_bit(used_, [&](std::size_t word) { words_[word] = 0; });
    for (Word& word : used_) word = 0;
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t kBits = 64;

  static std::size_t words_for(std::size_t bits) { return (bits + kBits - 1) / kBits; }

  void add_word(std::size_t index, Word bits) {
    words_[index] |= bits;
    used_[index / kBits] |= Word{1} << (index % kBits);
  }

  template <class Visit>
  static void for_each_bit_of(Word word, std::size_t index, Visit&& visit) {
    for (; word != 0; word &= word - 1)
      visit(index * kBits + static_cast<std::size_t>(std::countr_zero(word)));
  }

  template <class Visit>
  static void for_each_bit(const std::vector<Word>& words, Visit&& visit) {
    for (std::size_t i = 0; i < words.size(); ++i) for_each_bit_of(words[i], i, visit);
  }

  std::vector<Word> words_;
  std::vector<Word> used_;  // a bit for each of `words_` that is not 0
};

}  // namespace tidemark::sync
