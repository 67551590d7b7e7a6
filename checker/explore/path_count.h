// A number of paths: exact to 2^53, then to 15 digits, and never too large.
#pragma once

#include <cstdint>
#include <string>

namespace tidemark {

struct PathCount {
  double mantissa = 0;  // the number is mantissa * 2^exponent
  std::int64_t exponent = 0;

  void add(const PathCount& other);
  std::string text() const;  // "12,345" or "3.2e+1234"
};

}  // namespace tidemark
