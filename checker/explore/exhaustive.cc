#include "checker/explore/exhaustive.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "checker/explore/layer.h"
#include "checker/explore/packing.h"
#include "checker/explore/time_left.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kLookAtClock = 1 << 15;  // places of states that were come to
constexpr double kManyPaths = 1e200;
constexpr int kScale = 512;  // bits

class Exploration {
 public:
  Exploration(const Tracks& tracks, const ExploreOptions& options)
      : tracks_(tracks),
        options_(options),
        packing_(tracks),
        now_(packing_.words()),
        next_(packing_.words()),
        packed_(packing_.words()),
        from_(tracks.start()),
        to_(tracks.start()) {}

  ExploreResult run() {
    visit_start();
    std::swap(now_, next_);
    for (; now_.size() > 0 && !stopped_; ++result_.figures.depth) {
      for (std::size_t i = 0; i < now_.size() && !stopped_; ++i) expand(i);
      std::swap(now_, next_);
      next_.clear();
      rescale();
    }
    if (result_.figures.depth > 0) --result_.figures.depth;
    result_.figures.seconds = seconds();
    if (result_.found)
      result_.verdict = result_.found->finding.verdict;
    else if (result_.reason.empty())
      result_.verdict = Verdict::exact;
    return std::move(result_);
  }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  void visit_start() {
    to_ = tracks_.start();
    arrive(1);
  }

  // The state in `to_` is one of the next layer.
  void arrive(double paths) {
    if (options_.reduction == Reduction::prompt_steps) {
      take_prompt_steps(
          tracks_, to_,
          [&](const Position& position, EngineId engine) {
            if (!issues_too_early(tracks_, position, engine)) return true;
            note({Verdict::unsafe, engine}, position);
            return false;
          },
          [](const Step&) {});
      if (stopped_) return;
    }
    packing_.pack(to_, packed_.data());
    next_.insert(packed_.data(), paths);
  }

  void expand(std::size_t i) {
    const std::uint64_t states = ++result_.figures.states;
    const bool looks = work_ >= kLookAtClock || states > options_.limits.states;
    if (looks && !within_limits()) return;
    packing_.unpack(now_.state(i), from_);
    const double paths = now_.paths(i);
    std::uint64_t steps = 0;
    Stillness stillness = Stillness::no_silent_step;
    tracks_.for_each_step(from_, [&](const Step& step) {
      if (stopped_) return;
      ++steps;
      if (step.kind == Step::Kind::silent) stillness = Stillness::silent_steps;
      if (step.kind == Step::Kind::issue && issues_too_early(tracks_, from_, step.engine))
        return note({Verdict::unsafe, step.engine}, from_);
      to_ = from_;
      tracks_.take(to_, step);
      arrive(paths);
    });
    result_.figures.transitions += steps;
    work_ += (steps + 1) * tracks_.places();
    if (!stopped_) look_at(steps, stillness, paths);
  }

  // What is wrong with the state `from_` itself.
  void look_at(std::uint64_t steps, Stillness stillness, double paths) {
    if (steps == 0) {
      result_.figures.schedules.add({paths, exponent_});
      if (!tracks_.is_end(from_)) note({Verdict::deadlocks, {}}, from_);
    }
    if (result_.found) return;  // over-waiting comes last
    if (const auto engine = held_back(tracks_, from_, stillness))
      note({Verdict::overwaits, *engine}, from_);
  }

  void note(const Finding& finding, const Position& position) {
    if (result_.found && result_.found->finding.verdict <= finding.verdict) return;
    result_.found = FoundState{finding, position};
    stopped_ = finding.verdict == Verdict::unsafe;
  }

  bool within_limits() {
    work_ = 0;
    const std::uint64_t bytes = now_.bytes() + next_.bytes();
    result_.figures.bytes = std::max(result_.figures.bytes, bytes);
    const ExploreLimits& limits = options_.limits;
    const double time = seconds();
    if (result_.figures.states > limits.states)
      stop(fmt::format("state limit of {} hit", limits.states));
    else if (time >= limits.seconds)
      stop(fmt::format("time limit of {} s hit", limits.seconds));
    else if (bytes >= limits.bytes)
      stop(fmt::format("memory limit of {} MiB hit", limits.bytes >> 20));
    else if (options_.progress)
      report(time);
    return !stopped_;
  }

  void stop(std::string reason) {
    result_.reason = std::move(reason) + fmt::format(" at depth {} of {}", result_.figures.depth,
                                                     time_left_.end_depth());
    stopped_ = true;
  }

  void report(double time) {
    if (time < last_report_ + options_.progress_seconds) return;
    last_report_ = time;
    options_.progress({.states = result_.figures.states,
                       .depth = result_.figures.depth,
                       .end_depth = time_left_.end_depth(),
                       .seconds = time,
                       .seconds_left = time_left_.estimate(result_.figures.depth, time)});
  }

  void rescale() {
    if (now_.most_paths() < kManyPaths) return;
    now_.scale_paths(std::ldexp(1.0, -kScale));
    exponent_ += kScale;
  }

  const Tracks& tracks_;
  const ExploreOptions& options_;
  Packing packing_;
  TimeLeft time_left_{tracks_, options_.reduction};
  Layer now_, next_;
  std::vector<std::uint64_t> packed_;
  Position from_, to_;
  std::int64_t exponent_ = 0;  // paths of a layer are times 2^exponent
  std::uint64_t work_ = 0;     // since the limits were looked at
  bool stopped_ = false;
  double last_report_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  ExploreResult result_;
};

}  // namespace

ExploreResult explore(const Tracks& tracks, const ExploreOptions& options) {
  return Exploration(tracks, options).run();
}

}  // namespace tidemark
