// The whole command, for main and for tests: arguments and standard input in, text out.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/synchronizers.h"

namespace tidemark {

// Returns the exit code. `arguments` are those after the program's name. Whatever takes
// `--with NAME` takes the synchronizers given here too: a compiler's own pass, registered,
// is checked, explored, proved and fuzzed as ours are (docs/examples/in_process.cc).
int run_tidemark(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out,
                 std::ostream& err, const Synchronizers& synchronizers = Synchronizers());

}  // namespace tidemark
