#include "checker/mutant.h"

#ifdef TIDEMARK_CHECKER_MUTANTS
#include <algorithm>
#include <cstdlib>

#include "core/check.h"

namespace tidemark {
namespace {

std::size_t planted() {
  const char* name = std::getenv("TIDEMARK_PLANT");
  if (name == nullptr) return kCheckerMutants.size();
  const auto found = std::ranges::find(kCheckerMutants, std::string_view(name));
  CHECK(found != kCheckerMutants.end());
  return static_cast<std::size_t>(found - kCheckerMutants.begin());
}

}  // namespace

bool mutated(CheckerMutant mutant) {
  static const std::size_t fault = planted();
  return static_cast<std::size_t>(mutant) == fault;
}

}  // namespace tidemark
#endif
