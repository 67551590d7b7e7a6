#include "core/text/syntax_failure.h"

#include <fmt/format.h>

#include <ranges>

#include "core/ir/names.h"
#include "core/text/nearest.h"

namespace tidemark::text {

namespace {

// A word, a number, one other printable character, or a byte.
std::string_view first_token(std::string_view rest) {
  std::size_t size = 0;
  while (size < rest.size() && is_word_char(rest[size])) ++size;
  return rest.substr(0, size == 0 ? 1 : size);
}

std::string describe(std::string_view token) {
  constexpr std::size_t kLongest = 60;
  if (token.empty()) return "the end of the line";
  const auto byte = static_cast<unsigned char>(token.front());
  if (byte < 0x20 || byte >= 0x7f) return fmt::format("the byte 0x{:02x}", byte);
  if (token.size() > kLongest) return fmt::format("'{}...'", token.substr(0, kLongest));
  return fmt::format("'{}'", token);
}

std::string nearest_expected(std::string_view token, std::string_view expected) {
  Nearest nearest(token);
  bool quoted = false;
  for (const auto part : std::views::split(expected, '\'')) {
    const std::string_view word(part.begin(), part.end());
    if (quoted && is_word(word)) nearest.consider(word);
    quoted = !quoted;
  }
  return nearest.hint();
}

std::string hint_for(std::string_view token, std::string_view expected) {
  if (token == "=") return "equality is written '=='";
  if (expected.contains(fmt::format("'{}'", token))) return {};  // that says it already
  std::string hint = is_word(token) ? nearest_expected(token, expected) : std::string();
  if (hint.empty() && is_keyword(token))
    hint = fmt::format("'{}' is a keyword and can be no name", token);
  return hint;
}

}  // namespace

void fail(std::string_view at, std::string message, std::string hint) {
  throw SyntaxFailure{at, std::move(message), std::move(hint)};
}

void fail_expected(std::string_view rest, std::string_view expected) {
  const std::string_view token = first_token(rest);
  fail(token, fmt::format("expected {}, found {}", expected, describe(token)),
       hint_for(token, expected));
}

}  // namespace tidemark::text
