// The nearest name where one is misspelt.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// Collects candidates for one misspelt word and keeps the nearest by edit distance
// (insert, delete, replace, swap of neighbours), of several the first in the alphabet. Words
// further than about a third of their length are not near. Cost: |word|^2 for each candidate, words
// over 64 letters are not compared.
class Nearest {
 public:
  explicit Nearest(std::string_view word);

  void consider(std::string_view candidate);

  std::optional<std::string> found() const { return found_; }
  std::string hint() const;  // "did you mean 'dve'?", or nothing

 private:
  std::string_view word_;
  std::size_t distance_;  // of found_; one more than is near where there is none
  std::optional<std::string> found_;
};

}  // namespace tidemark
