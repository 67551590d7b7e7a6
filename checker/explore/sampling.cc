#include "checker/explore/sampling.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>
#include <vector>

#include "core/run/hash.h"

namespace tidemark {
namespace {

class Draw {  // an integer in [0, n) from a seed
 public:
  explicit Draw(std::uint64_t seed) : state_(mix(seed)) {}
  std::uint64_t below(std::uint64_t n) { return mix(state_++) % n; }

 private:
  std::uint64_t state_;
};

// A thread is a place of Position::at: an engine's stream, or the completions of a part.
std::uint32_t thread_of(const Tracks& tracks, const Step& step) {
  return step.kind == Step::Kind::complete ? tracks.track(step.engine).first_part + step.part
                                           : step.engine.value;
}

class Sampler {
 public:
  Sampler(const Tracks& tracks, const SampleOptions& options)
      : tracks_(tracks), options_(options), draw_(options.seed), position_(tracks.start()) {
    ends_.resize(tracks.places());
    for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
      const Track& track = tracks.track(EngineId(i));
      ends_[i] = static_cast<std::uint32_t>(track.stops.size() - 1);
      for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
        ends_[part] = track.stops.back().issued;
    }
    all_steps_ = std::accumulate(ends_.begin(), ends_.end(), std::uint64_t{0});
    rank_.resize(tracks.places());
  }

  SampleResult run() {
    constexpr std::uint64_t kLookAtClock = 64;
    const auto begin = std::chrono::steady_clock::now();
    while (result_.schedules < options_.schedules && !result_.found) {
      if (result_.schedules % kLookAtClock == 0 && seconds_since(begin) > options_.seconds) break;
      draw_schedule();
      ++result_.schedules;
    }
    result_.seconds = seconds_since(begin);
    return std::move(result_);
  }

 private:
  static double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  void draw_schedule() {
    const Position start = tracks_.start();
    position_ = start;
    result_.schedule.clear();
    prepare();
    while (true) {
      steps_.clear();
      Stillness stillness = Stillness::no_silent_step;
      tracks_.for_each_step(position_, [&](const Step& step) {
        steps_.push_back(step);
        if (step.kind == Step::Kind::silent) stillness = Stillness::silent_steps;
      });
      look_at(stillness);
      if (result_.found || steps_.empty()) return;
      const Step step = choose();
      tracks_.take(position_, step);
      result_.schedule.push_back(step);
      ++result_.steps;
    }
  }

  void look_at(Stillness stillness) {
    for (const Step& step : steps_)
      if (step.kind == Step::Kind::issue && issues_too_early(tracks_, position_, step.engine))
        return note({Verdict::unsafe, step.engine});
    if (steps_.empty() && !tracks_.is_end(position_)) return note({Verdict::deadlocks, {}});
    if (const auto engine = held_back(tracks_, position_, stillness))
      note({Verdict::overwaits, *engine});
  }

  void note(const Finding& finding) { result_.found = FoundState{finding, position_}; }

  // What is drawn once for a schedule.
  void prepare() {
    if (options_.sampling != Sampling::pct && options_.sampling != Sampling::adversarial) return;
    std::iota(rank_.begin(), rank_.end(), options_.depth);
    for (std::size_t i = rank_.size(); i > 1; --i) std::swap(rank_[i - 1], rank_[draw_.below(i)]);
    changes_.clear();
    for (std::uint64_t i = 1; i < options_.depth; ++i)
      changes_.push_back(draw_.below(std::max<std::uint64_t>(all_steps_, 1)));
  }

  Step choose() {
    switch (options_.sampling) {
      case Sampling::random:
        return steps_[draw_.below(steps_.size())];
      case Sampling::urw:
        return choose_by_weight();
      case Sampling::pct:
        return choose_by_priority();
      case Sampling::adversarial:
        return choose_latest();
    }
    std::unreachable();
  }

  Step choose_by_weight() {
    const auto left = [&](const Step& step) {
      const std::uint32_t thread = thread_of(tracks_, step);
      return std::uint64_t{ends_[thread] - position_.at[thread]};
    };
    std::uint64_t sum = 0;
    for (const Step& step : steps_) sum += left(step);
    std::uint64_t drawn = draw_.below(sum);
    for (const Step& step : steps_) {
      if (drawn < left(step)) return step;
      drawn -= left(step);
    }
    std::unreachable();
  }

  Step highest() const {
    return *std::ranges::max_element(
        steps_, {}, [&](const Step& step) { return rank_[thread_of(tracks_, step)]; });
  }

  Step choose_by_priority() {
    const std::uint64_t at = result_.schedule.size();
    for (std::uint64_t i = 0; i < changes_.size(); ++i)
      if (changes_[i] == at) rank_[thread_of(tracks_, highest())] = i;
    return highest();
  }

  Step choose_latest() const {
    const auto other = std::ranges::find_if(
        steps_, [](const Step& step) { return step.kind != Step::Kind::complete; });
    return other == steps_.end() ? highest() : *other;
  }

  const Tracks& tracks_;
  const SampleOptions& options_;
  Draw draw_;
  Position position_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> ends_;  // by thread: its steps in a whole run
  std::uint64_t all_steps_ = 0;
  std::vector<std::uint64_t> rank_;     // by thread; the highest goes first
  std::vector<std::uint64_t> changes_;  // steps at which a thread's rank sinks to the bottom
  SampleResult result_;
};

}  // namespace

SampleResult sample(const Tracks& tracks, const SampleOptions& options) {
  return Sampler(tracks, options).run();
}

}  // namespace tidemark
