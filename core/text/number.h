// A whole text as a number: nothing before it, nothing after it, in the type's range.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace tidemark::text {

template <class Number>
std::optional<Number> to_number(std::string_view text) {
  Number value = {};
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || last != end) return std::nullopt;
  return value;
}

}  // namespace tidemark::text
