#include "checker/explore/sampling.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "checker/explore/schedule_clocks.h"
#include "core/check.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kLookAtTime = 4096;  // steps

class Sampler {
 public:
  Sampler(const Tracks& tracks, const SampleOptions& options)
      : tracks_(tracks), options_(options), frontier_(tracks) {
    if (options.sampling == Sampling::urw) table_ = PathTable::make(tracks, options.table_states);
    if (table_) result_.all_schedules = table_->schedules();
    strategy_ = make_strategy(
        options.sampling, tracks,
        {.seed = options.seed, .depth = options.depth, .table = table_ ? &*table_ : nullptr});
    if (options.clocks == KeepClocks::yes &&
        ScheduleClocks::words(tracks) * sizeof(std::uint32_t) <= options.clock_bytes)
      clocks_.emplace(tracks);
    result_.kept_clocks = clocks_.has_value();
  }

  SampleResult run() {
    while (result_.schedules < options_.schedules && !result_.found && draw_schedule())
      ++result_.schedules;
    result_.seconds = seconds();
    return std::move(result_);
  }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  // False where time was up before its end. Goes on after a finding: a graver one may come.
  bool draw_schedule() {
    frontier_.restart();
    strategy_->begin();
    if (clocks_) clocks_->restart();
    schedule_.clear();
    while (!is_unsafe()) {
      note(frontier_.finding());
      if (is_unsafe() || frontier_.enabled().empty()) break;
      if (result_.steps % kLookAtTime == 0 && !goes_on()) return result_.found.has_value();
      const std::uint32_t place = strategy_->choose(frontier_);
      const Step step = frontier_.step_of(place);
      if (clocks_ && !clocks_->take(frontier_.position(), step)) {
        reorder(step.engine);
        break;
      }
      frontier_.take(place);
      schedule_.push_back(step);
      ++result_.steps;
    }
    return true;
  }

  bool is_unsafe() const {
    return result_.found && result_.found->finding.verdict == Verdict::unsafe;
  }

  void note(const std::optional<Finding>& finding) {
    if (!finding || (result_.found && result_.found->finding.verdict <= finding->verdict)) return;
    result_.found = FoundState{*finding, frontier_.position()};
    result_.schedule = schedule_;
  }

  // What lies below the clock of the engine's issue leads to a state in which that is unsafe.
  void reorder(EngineId engine) {
    Position drawn = tracks_.start();
    FoundState found{{Verdict::unsafe, engine}, drawn};
    Schedule schedule;
    for (const Step& step : schedule_) {
      const std::uint32_t place = tracks_.place_of(step);
      if (drawn.at[place] < clocks_->cut()[place]) {
        tracks_.take(found.position, step);
        schedule.push_back(step);
      }
      tracks_.take(drawn, step);
    }
    CHECK(issues_too_early(tracks_, found.position, engine));
    result_.found = std::move(found);
    result_.schedule = std::move(schedule);
  }

  bool goes_on() {
    constexpr double kInterval = 0.25;
    const double now = seconds();
    if (options_.progress && now >= last_report_ + kInterval) {
      last_report_ = now;
      const auto drawn = static_cast<double>(result_.schedules);
      const auto left = static_cast<double>(options_.schedules - result_.schedules);
      options_.progress(
          {.schedules = result_.schedules,
           .seconds = now,
           .seconds_left = std::min(options_.seconds - now, left * now / std::max(drawn, 1.0))});
    }
    return now < options_.seconds;
  }

  const Tracks& tracks_;
  const SampleOptions& options_;
  Frontier frontier_;
  std::optional<PathTable> table_;
  std::unique_ptr<Strategy> strategy_;
  std::optional<ScheduleClocks> clocks_;
  Schedule schedule_;
  double last_report_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  SampleResult result_;
};

}  // namespace

SampleResult sample(const Tracks& tracks, const SampleOptions& options) {
  return Sampler(tracks, options).run();
}

}  // namespace tidemark
