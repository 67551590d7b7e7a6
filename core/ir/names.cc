#include "core/ir/names.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, 11> kKeywords = {"buffer", "counter", "else", "engine",
                                                        "for",    "if",      "load", "memory",
                                                        "param",  "program", "while"};
static_assert(std::ranges::is_sorted(kKeywords));

}  // namespace

std::span<const std::string_view> keywords() { return kKeywords; }

bool is_keyword(std::string_view text) { return std::ranges::binary_search(kKeywords, text); }

bool is_word(std::string_view text) {
  return !text.empty() && is_word_begin(text.front()) && std::ranges::all_of(text, is_word_char);
}

}  // namespace tidemark
