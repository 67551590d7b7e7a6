// Prints random programs with the streams that `dynamic` makes for them, for the extracted
// reference: text of a program, a line `%%`, text of its streams, a line `%%`, and so on.
// Programs whose streams come with a note (not exact, and said so) are left out.
//
//   random_pairs COUNT [FIRST_SEED]
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "core/sync/synchronizer.h"
#include "core/text/print.h"
#include "gen/random_program.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: random_pairs COUNT [FIRST_SEED]\n";
    return 2;
  }
  const std::uint64_t count = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const tidemark::Program program = tidemark::random_program(seed);
    const tidemark::Synchronized made = tidemark::synchronize(program);
    if (!made.notes.empty()) continue;
    std::cout << "# seed " << seed << "\n" << print(program) << "%%\n"
              << print(made.streams, program) << "%%\n";
  }
}
