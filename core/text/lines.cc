#include "core/text/lines.h"

#include <algorithm>
#include <cstring>

#include "core/ir/names.h"

namespace tidemark::text {

namespace {

std::string_view until(std::string_view text, char c) {
  const void* found = text.empty() ? nullptr : std::memchr(text.data(), c, text.size());
  return found == nullptr ? text : text.substr(0, static_cast<const char*>(found) - text.data());
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The first place where `word` stands by itself.
std::string_view find_word(std::string_view text, std::string_view word) {
  if (word.empty()) return {};
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word_char(text[at - 1]);
    if (begins && (end == text.size() || !is_word_char(text[end])))
      return text.substr(at, end - at);
  }
  return {};
}

}  // namespace

bool LineReader::next(TextLine& line) {
  while (!rest_.empty()) {
    std::string_view whole = until(rest_, '\n');
    rest_.remove_prefix(std::min(rest_.size(), whole.size() + 1));
    ++number_;
    if (whole.ends_with('\r')) whole.remove_suffix(1);
    line = {number_, whole, trimmed(until(whole, '#'))};
    if (!line.code.empty()) return true;
  }
  return false;
}

void Reporter::add(const TextLine& line, std::string_view at, std::string message,
                   std::string hint) {
  if (full()) return;
  if (at.data() == nullptr) at = line.code;
  Diagnostic& d = diagnostics_.emplace_back();
  d.file = file_;
  d.line = line.number;
  d.column =
      at.data() == nullptr ? 1 : static_cast<std::uint32_t>(at.data() - line.whole.data()) + 1;
  d.length = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(at.size()));
  d.message = std::move(message);
  d.hint = std::move(hint);
  d.source = std::string(line.whole);
}

void Reporter::add(std::string_view text, std::uint32_t number, std::string_view word,
                   std::string message, std::string hint) {
  TextLine line;
  LineReader reader(text);
  while (number != 0 && reader.next(line) && line.number < number) {
  }
  if (number == 0 || line.number != number) line = {};
  add(line, find_word(line.code, word), std::move(message), std::move(hint));
}

}  // namespace tidemark::text
