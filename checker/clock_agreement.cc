#include "checker/clock_agreement.h"

#include <numeric>

#include "checker/mutant.h"

namespace tidemark {
namespace {

using Firsts = std::vector<std::optional<Disagreement>>;
using Clock = std::vector<Ordinal> Disagreement::*;

// Is everything that the instance's `clock` makes certain free of disagreement? So is
// its own engine's past, of which it is the first.
bool is_root(const Disagreement& candidate, Clock clock, const Firsts& firsts) {
  for (const auto& first : firsts)
    if (first && (candidate.*clock)[first->engine.value] >= first->ordinal) return false;
  return true;
}

std::uint64_t past_size(const Disagreement& candidate, Clock clock) {
  const std::vector<Ordinal>& past = candidate.*clock;
  return std::accumulate(past.begin(), past.end(), std::uint64_t{candidate.ordinal});
}

std::optional<Disagreement> least_root(const Firsts& firsts, Clock clock) {
  std::optional<Disagreement> best;
  for (const auto& first : firsts)
    if (first && is_root(*first, clock, firsts) &&
        (!best || past_size(*first, clock) < past_size(*best, clock)))
      best = first;
  return best;
}

}  // namespace

void ClockAgreement::keep(std::size_t engine, Ordinal ordinal, const Ordinal* streams,
                          const Ordinal* ideal) {
  bool covered = true;
  for (std::size_t e = 0; e < early_.size(); ++e) covered &= streams[e] >= ideal[e];
  if (mutated(CheckerMutant::early_is_late)) covered = !covered;
  if (mutated(covered ? CheckerMutant::late_is_fine : CheckerMutant::early_is_fine)) return;
  std::optional<Disagreement>& first = covered ? late_[engine] : early_[engine];
  if (first) return;
  first = {EngineId(engine),
           ordinal,
           {streams, streams + early_.size()},
           {ideal, ideal + early_.size()}};
}

std::optional<Disagreement> ClockAgreement::early() const {
  return least_root(early_, &Disagreement::streams);
}

std::optional<Disagreement> ClockAgreement::late() const {
  return least_root(late_, &Disagreement::ideal);
}

}  // namespace tidemark
