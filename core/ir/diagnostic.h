// Bad input, as data: where it is, what is wrong, what was expected, how to mend it.
// (What is wrong with a program under test is a verdict, never a Diagnostic; a fault
// of our own is a CHECK, core/check.h.)
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace tidemark {

struct Diagnostic {
  std::string file;
  std::uint32_t line = 0;    // from 1; 0 where there is no text
  std::uint32_t column = 0;  // from 1, in bytes
  std::uint32_t length = 1;  // bytes to underline
  std::string message;       // "unknown engine 'dvf'"
  std::string hint;          // "did you mean 'dve'?"; may be empty
  std::string source;        // the line itself

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

// file:line:column: error: message, the source line, a caret, the hint.
std::string to_string(const Diagnostic& diagnostic);
std::string to_string(const Diagnostics& diagnostics);

}  // namespace tidemark
