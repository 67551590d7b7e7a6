#include "core/ir/names.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, 30> kKeywords = {
    "at",   "barrier",  "buffer",    "counter", "else",   "engine", "for",     "if",
    "in",   "inflight", "issue",     "load",    "memory", "param",  "program", "read",
    "reg",  "reset",    "semaphore", "signal",  "step",   "stream", "streams", "stripes",
    "take", "trips",    "unless",    "wait",    "while",  "width"};
static_assert(std::ranges::is_sorted(kKeywords));

}  // namespace

std::span<const std::string_view> keywords() { return kKeywords; }

bool is_keyword(std::string_view text) { return std::ranges::binary_search(kKeywords, text); }

bool is_word(std::string_view text) {
  return !text.empty() && is_word_begin(text.front()) && std::ranges::all_of(text, is_word_char);
}

}  // namespace tidemark
