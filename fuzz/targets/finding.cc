#include "fuzz/targets/finding.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace tidemark {

void report_finding(std::string_view what, std::string_view text) {
  fmt::print(stderr, "finding: {}\n{}\n", what, text);
  std::abort();
}

}  // namespace tidemark
