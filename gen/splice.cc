#include <algorithm>
#include <utility>

#include "gen/draft.h"
#include "gen/mutate_program.h"
#include "gen/program_places.h"
#include "gen/transplant.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostSpliced = 3;
constexpr int kTries = 8;

std::optional<Program> spliced(Program host, Program& donor, Random& random) {
  std::vector<ProgramPlace> sources = places_of(donor);
  std::erase_if(sources, [](const ProgramPlace& place) { return place.block->empty(); });
  if (sources.empty()) return std::nullopt;
  const Block& from = *sources[random.below(sources.size())].block;
  const std::size_t begin = random.below(from.size());
  const std::size_t end = std::min(from.size(), begin + 1 + random.below(kMostSpliced));

  const std::size_t where = random.below(places_of(host).size());
  Block copies;
  for (std::size_t i = begin; i < end; ++i) {
    const auto copy = transplant(donor, from[i], host, places_of(host)[where].loops);
    if (!copy) return std::nullopt;
    copies.push_back(*copy);
  }
  Block& to = *places_of(host)[where].block;
  const auto at = static_cast<std::ptrdiff_t>(random.below(to.size() + 1));
  to.insert(to.begin() + at, copies.begin(), copies.end());
  return finished(Draft(host));
}

}  // namespace

Program splice(const Program& host, const Program& donor, Random& random) {
  Program from = donor;  // its blocks are listed by pointer
  for (int i = 0; i < kTries; ++i)
    if (auto result = spliced(host, from, random)) return *std::move(result);
  return host;
}

}  // namespace tidemark
