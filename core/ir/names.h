// What may be a name, in both text forms.
//
// A name is letters, digits and `_`, does not begin with a digit, and is no keyword.
// Keywords are only the words that would be ambiguous as names; others (`in`, `at`,
// `step`, `wait`, ...) have a meaning where no name can stand, and may be names. Opcodes
// and attributes stand where no keyword can, so they may be any word: `dma load -> q` is
// an instruction with the opcode `load`.
#pragma once

#include <span>
#include <string_view>

namespace tidemark {

constexpr bool is_word_begin(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_word_char(char c) { return is_word_begin(c) || (c >= '0' && c <= '9'); }

bool is_word(std::string_view text);
bool is_keyword(std::string_view text);
inline bool is_name(std::string_view text) { return is_word(text) && !is_keyword(text); }

// The words that are no names in either form, sorted.
std::span<const std::string_view> keywords();

}  // namespace tidemark
