#include "core/ir/diagnostic.h"

#include <algorithm>

#include <fmt/format.h>

namespace tidemark {

namespace {

// The part of a long line that is shown: a window around the underlined bytes.
constexpr std::size_t kWindow = 160;
constexpr std::size_t kContext = 60;

// One byte as it is shown: a tab stays (the caret line copies it), other control
// characters become a space, so that the carets stay below what they point at.
char shown(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return c == '\t' || (byte >= 0x20 && byte != 0x7f) ? c : ' ';
}

std::string source_and_caret(const Diagnostic& d) {
  const std::size_t at = std::min<std::size_t>(d.column > 0 ? d.column - 1 : 0, d.source.size());
  const std::size_t begin = d.source.size() <= kWindow || at < kContext ? 0 : at - kContext;
  const std::string window = d.source.substr(begin, kWindow);
  std::string line = begin > 0 ? "  ..." : "  ";
  std::string caret(line.size(), ' ');
  for (const char c : window) line += shown(c);
  for (const char c : window.substr(0, at - begin)) caret += c == '\t' ? '\t' : ' ';
  if (begin + kWindow < d.source.size()) line += "...";
  const std::size_t room = window.size() - std::min(window.size(), at - begin);
  const std::size_t length = std::max<std::size_t>(1, std::min<std::size_t>(d.length, room));
  caret += '^' + std::string(length - 1, '~');
  return fmt::format("{}\n{}\n", line, caret);
}

}  // namespace

std::string to_string(const Diagnostic& d) {
  std::string text = d.file;
  if (d.line > 0) text += fmt::format(":{}:{}", d.line, d.column);
  text += fmt::format("{}error: {}\n", text.empty() ? "" : ": ", d.message);
  if (d.line > 0) text += source_and_caret(d);
  if (!d.hint.empty()) text += fmt::format("  {}\n", d.hint);
  return text;
}

std::string to_string(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += to_string(diagnostic);
  return text;
}

}  // namespace tidemark
