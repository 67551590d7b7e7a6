// The whole command, for main and for tests: arguments and standard input in, text out.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace tidemark {

// Returns the exit code. `arguments` are those after the program's name.
int run_tidemark(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                 std::ostream& err);

}  // namespace tidemark
