#include "checker/explore/strategy.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "checker/explore/draw.h"
#include "core/check.h"

namespace tidemark {
namespace {

class RandomWalk : public Strategy {
 public:
  explicit RandomWalk(std::uint64_t seed) : draw_(seed) {}

  std::uint32_t choose(const Frontier& frontier) override {
    return frontier.enabled()[draw_.below(frontier.enabled().size())];
  }

 private:
  Draw draw_;
};

// By place: its steps in a whole run.
std::vector<std::uint32_t> steps_of_places(const Tracks& tracks) {
  std::vector<std::uint32_t> ends(tracks.places());
  for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
    const Track& track = tracks.track(EngineId(i));
    ends[i] = static_cast<std::uint32_t>(track.stops.size() - 1);
    for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
      ends[part] = track.stops.back().issued;
  }
  return ends;
}

class WeightedWalk : public Strategy {
 public:
  WeightedWalk(const Tracks& tracks, std::uint64_t seed)
      : draw_(seed), ends_(steps_of_places(tracks)) {}

  std::uint32_t choose(const Frontier& frontier) override {
    const std::vector<std::uint32_t>& at = frontier.position().at;
    std::uint64_t sum = 0;
    for (const std::uint32_t place : frontier.enabled()) sum += ends_[place] - at[place];
    std::uint64_t drawn = draw_.below(sum);
    for (const std::uint32_t place : frontier.enabled()) {
      const std::uint64_t left = ends_[place] - at[place];
      if (drawn < left) return place;
      drawn -= left;
    }
    std::unreachable();
  }

 private:
  Draw draw_;
  std::vector<std::uint32_t> ends_;
};

// Weighted by the schedules behind each step.
class UniformWalk : public Strategy {
 public:
  UniformWalk(const PathTable& table, std::uint64_t seed) : draw_(seed), table_(table) {}

  void begin() override { state_ = 0; }

  std::uint32_t choose(const Frontier&) override {
    const PathTable::Branch* taken = table_.branches(state_).data();
    const std::uint64_t drawn = draw_.number();
    while (drawn > taken->last) ++taken;
    state_ = taken->to;
    return taken->place;
  }

 private:
  Draw draw_;
  const PathTable& table_;
  PathTable::State state_ = 0;
};

// Places in a drawn order.
class Ranks {
 public:
  explicit Ranks(std::uint32_t places) : rank_(places) {}

  void shuffle(Draw& draw, std::uint64_t from) {
    std::iota(rank_.begin(), rank_.end(), from);
    for (std::size_t i = rank_.size(); i > 1; --i) std::swap(rank_[i - 1], rank_[draw.below(i)]);
  }
  std::uint32_t highest(std::span<const std::uint32_t> places) const {
    return *std::ranges::max_element(places, {}, [&](std::uint32_t place) { return rank_[place]; });
  }
  void set(std::uint32_t place, std::uint64_t rank) { rank_[place] = rank; }

 private:
  std::vector<std::uint64_t> rank_;
};

class ByPriority : public Strategy {
 public:
  ByPriority(const Tracks& tracks, std::uint64_t seed, std::uint64_t depth)
      : draw_(seed), ranks_(tracks.places()), changes_(depth - 1) {
    for (const std::uint32_t steps : steps_of_places(tracks)) all_steps_ += steps;
  }

  void begin() override {
    ranks_.shuffle(draw_, changes_.size() + 1);
    for (std::uint64_t& change : changes_)
      change = draw_.below(std::max<std::uint64_t>(all_steps_, 1));
    step_ = 0;
  }

  // Where a change is due, what would go next sinks to the bottom.
  std::uint32_t choose(const Frontier& frontier) override {
    for (std::size_t i = 0; i < changes_.size(); ++i)
      if (changes_[i] == step_) ranks_.set(ranks_.highest(frontier.enabled()), i);
    ++step_;
    return ranks_.highest(frontier.enabled());
  }

 private:
  Draw draw_;
  Ranks ranks_;
  std::vector<std::uint64_t> changes_;
  std::uint64_t all_steps_ = 0;
  std::uint64_t step_ = 0;
};

class LateCompletions : public Strategy {
 public:
  LateCompletions(const Tracks& tracks, std::uint64_t seed)
      : draw_(seed), ranks_(tracks.places()) {}

  void begin() override { ranks_.shuffle(draw_, 0); }

  std::uint32_t choose(const Frontier& frontier) override {
    for (const std::uint32_t place : frontier.enabled())
      if (frontier.is_stream(place)) return place;
    return ranks_.highest(frontier.enabled());
  }

 private:
  Draw draw_;
  Ranks ranks_;
};

}  // namespace

std::unique_ptr<Strategy> make_strategy(Sampling sampling, const Tracks& tracks,
                                        const StrategyOptions& options) {
  switch (sampling) {
    case Sampling::random:
      return std::make_unique<RandomWalk>(options.seed);
    case Sampling::urw:
      if (options.table) return std::make_unique<UniformWalk>(*options.table, options.seed);
      return std::make_unique<WeightedWalk>(tracks, options.seed);
    case Sampling::pct:
      CHECK(options.depth > 0);
      return std::make_unique<ByPriority>(tracks, options.seed, options.depth);
    case Sampling::adversarial:
      return std::make_unique<LateCompletions>(tracks, options.seed);
  }
  std::unreachable();
}

}  // namespace tidemark
