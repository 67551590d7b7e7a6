// How the grammar gives up on a line: thrown, caught once for each line.
#pragma once

#include <string>
#include <string_view>

namespace tidemark::text {

struct SyntaxFailure {
  std::string_view at;  // what to underline, inside the line; may be empty at its end
  std::string message;
  std::string hint;
};

// "expected X, found Y" at the beginning of `rest`, the part of the line that is left.
// Quoted words in `expected` are proposed where what was found is nearly one of them.
[[noreturn]] void fail_expected(std::string_view rest, std::string_view expected);

[[noreturn]] void fail(std::string_view at, std::string message, std::string hint = {});

}  // namespace tidemark::text
