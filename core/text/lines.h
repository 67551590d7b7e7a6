// A text as numbered lines without their comments, and diagnostics that point into them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/ir/diagnostic.h"

namespace tidemark::text {

struct TextLine {
  std::uint32_t number = 0;  // from 1
  std::string_view whole;    // without its line end (LF or CRLF)
  std::string_view code;     // without its comment and the blanks at either end
};

class LineReader {
 public:
  // A byte-order mark, which some editors write, is no part of the text.
  explicit LineReader(std::string_view text) : rest_(text) {
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
  }

  // False at the end of the text. Lines without code are passed over.
  bool next(TextLine& line);

 private:
  std::string_view rest_;
  std::uint32_t number_ = 0;
};

// Collects diagnostics of one text, up to a number that a person would read.
class Reporter {
 public:
  explicit Reporter(const std::string& file) : file_(file) {}

  // `at` is a part of the line; one without text means the whole line.
  void add(const TextLine& line, std::string_view at, std::string message, std::string hint = {});
  // What finish or mismatches found: a line's number, and a word to underline there. With
  // number 0, a fault of the whole text.
  void add(std::string_view text, std::uint32_t number, std::string_view word, std::string message,
           std::string hint = {});

  bool empty() const { return diagnostics_.empty(); }
  bool full() const { return diagnostics_.size() >= kLimit; }
  Diagnostics take() { return std::move(diagnostics_); }

 private:
  static constexpr std::size_t kLimit = 20;

  const std::string& file_;
  Diagnostics diagnostics_;
};

}  // namespace tidemark::text
