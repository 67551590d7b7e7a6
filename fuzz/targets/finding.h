// How a target says that it found something: what, and the case, then it aborts, which is
// what every engine takes for a finding.
#pragma once

#include <string_view>

namespace tidemark {

[[noreturn]] void report_finding(std::string_view what, std::string_view text);

}  // namespace tidemark
