// Prints random programs with the streams that `dynamic` makes for them, for the extracted
// reference: `# seed N` and the text of a program, a line `%%`, the text of its streams, a
// line `%%`, and so on. Where the streams come with a note (not exact, and said so), a line
// `left out: NOTE` stands for them.
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
    std::cout << "# seed " << seed << "\n" << print(program) << "%%\n";
    if (made.notes.empty()) {
      std::cout << print(made.streams, program);
    } else {
      std::cout << "left out: " << made.notes.front() << "\n";
    }
    std::cout << "%%\n";
  }
}
