// For sync_decide_mutated_fuzzer alone: plants the synchronizer's fault that the environment
// names, TIDEMARK_SYNC_MUTANT=forget_war, for as long as the process lives
// (fuzz/long/rediscover.sh). A name that is none ends it at once, with 2.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "core/planted.h"
#include "fuzz/mutants/sync_mutants.h"

namespace tidemark {
namespace {

sync::Mutant mutant_named_outside() {
  const char* name = std::getenv("TIDEMARK_SYNC_MUTANT");
  const auto* found = name == nullptr ? nullptr : mutants::find_sync_mutant(name);
  if (found != nullptr) return found->mutant;
  fmt::print(stderr, "TIDEMARK_SYNC_MUTANT names none of core/sync/mutant.h\n");
  std::_Exit(2);
}

// An engine owns main, and calls the target on its thread.
const Planted<sync::Mutant> planted(mutant_named_outside());

}  // namespace
}  // namespace tidemark
