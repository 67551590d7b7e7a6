// RapidCheck as a driver of choices, and programs as its values: drawn by it, and shrunk by
// our own edits (gen/edits.h) through its hook, since it knows nothing of the structure.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <ostream>

#include "core/text/print.h"
#include "gen/random_program.h"
#include "gen/shrink.h"

namespace tidemark {

class RapidChoices final : public Choices {
 public:
  explicit RapidChoices(const rc::Random& random) : random_(random) {}

  std::uint64_t below(std::uint64_t n) override { return random_.next() % n; }

 private:
  rc::Random random_;
};

// Programs whose number of statements grows with RapidCheck's size, up to the options'.
inline rc::Gen<Program> programs(const RandomProgramOptions& options = {}) {
  return [options](const rc::Random& random, int size) {
    RandomProgramOptions sized = options;
    const std::int64_t most = 1 + options.statements * size / rc::kNominalSize;
    sized.statements = std::clamp(most, std::int64_t{1}, options.statements);
    RapidChoices choices(random);
    return rc::shrinkable::shrinkRecur(random_program(choices, sized), [](const Program& program) {
      return rc::seq::fromContainer(smaller_programs(program));
    });
  };
}

// How RapidCheck shows a counterexample.
inline void showValue(const Program& program, std::ostream& out) { out << print(program); }

}  // namespace tidemark
