#include "checker/explore/shortest.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "checker/explore/layer.h"
#include "checker/explore/packing.h"

namespace tidemark {
namespace {

constexpr std::uint32_t kNobody = UINT32_MAX;

// Positions only grow, so whatever leads to the target lies below it.
bool is_below(const Position& position, const Position& target) {
  return std::ranges::equal(position.at, target.at, std::ranges::less_equal());
}

// States met, each with the step that led to it. `tag` keeps equal positions apart.
class Met {
 public:
  explicit Met(const Tracks& tracks) : packing_(tracks), states_(packing_.words() + 1) {
    packed_.resize(packing_.words() + 1);
  }

  // The place of a state that is met for the first time.
  std::optional<std::uint32_t> meet(const Position& position, std::uint32_t tag, std::uint32_t from,
                                    const Step& step) {
    packing_.pack(position, packed_.data());
    packed_.back() = tag;
    const std::size_t before = states_.size();
    const std::size_t place = states_.insert(packed_.data(), 0);
    if (states_.size() == before) return std::nullopt;
    came_.push_back({from, step});
    return static_cast<std::uint32_t>(place);
  }

  void get(std::uint32_t place, Position& position, std::uint32_t& tag) const {
    packing_.unpack(states_.state(place), position);
    tag = static_cast<std::uint32_t>(states_.state(place)[packing_.words()]);
  }

  Schedule path_to(std::uint32_t place) const {
    Schedule schedule;
    for (; came_[place].from != kNobody; place = came_[place].from)
      schedule.push_back(came_[place].step);
    std::ranges::reverse(schedule);
    return schedule;
  }

  std::size_t size() const { return states_.size(); }

 private:
  struct Came {
    std::uint32_t from = kNobody;
    Step step;
  };

  Packing packing_;
  Layer states_;
  std::vector<Came> came_;
  std::vector<std::uint64_t> packed_;
};

// Goes on from the state met last, with the engine at hand if it can.
std::optional<Schedule> any_schedule_to(const Tracks& tracks, const Position& target,
                                        std::uint64_t states) {
  Met met(tracks);
  std::vector<std::uint32_t> pending = {*met.meet(tracks.start(), 0, kNobody, {})};
  Position from = tracks.start();
  std::uint32_t tag = 0;
  std::vector<Step> steps;
  while (!pending.empty() && met.size() <= states) {
    const std::uint32_t place = pending.back();
    pending.pop_back();
    met.get(place, from, tag);
    if (from == target) return met.path_to(place);
    steps.clear();
    tracks.for_each_step(from, [&](const Step& step) { steps.push_back(step); });
    for (const Step& step : steps) {
      Position to = from;
      tracks.take(to, step);
      if (!is_below(to, target)) continue;
      if (const auto reached = met.meet(to, 0, place, step)) pending.push_back(*reached);
    }
  }
  return std::nullopt;
}

// A state with this verdict before which as few instances as possible have issued.
std::optional<FoundState> least_bad_state(const Tracks& tracks, Verdict verdict,
                                          std::uint64_t states) {
  Met met(tracks);
  std::deque<std::uint32_t> pending = {*met.meet(tracks.start(), 0, kNobody, {})};
  Position from = tracks.start();
  std::uint32_t tag = 0;
  // Those with fewer instances first: an issue goes to the back, all else to the front.
  while (!pending.empty() && met.size() <= states) {
    const std::uint32_t place = pending.front();
    pending.pop_front();
    met.get(place, from, tag);
    if (const auto finding = judge(tracks, from); finding && finding->verdict == verdict)
      return FoundState{*finding, from};
    tracks.for_each_step(from, [&](const Step& step) {
      Position to = from;
      tracks.take(to, step);
      const auto reached = met.meet(to, 0, place, step);
      if (!reached) return;
      if (step.kind == Step::Kind::issue)
        pending.push_back(*reached);
      else
        pending.push_front(*reached);
    });
  }
  return std::nullopt;
}

std::uint64_t instances_before(const Tracks& tracks, const Position& position) {
  std::uint64_t issued = 0;
  for (std::uint32_t i = 0; i < tracks.engines(); ++i)
    issued += tracks.stop_of(position, EngineId(i)).issued;
  return issued;
}

// All schedules at once that stay within a part of the states, by how often they change the
// engine: a level holds the states that so many changes lead to and no fewer. The tag of a
// state is the engine of its last step. Goals, in its words:
//   bool holds(position)          the search does not go past this part of the states
//   bool is_goal(position)
//   bool is_goal(position, step)  a step that ends the search; it is part of the schedule
template <class Search>
class FewestSwitches {
 public:
  FewestSwitches(const Tracks& tracks, const Search& search)
      : tracks_(tracks), search_(search), met_(tracks), from_(tracks.start()) {}

  // nullopt where that takes more states, or there is no such schedule.
  std::optional<Schedule> find(std::uint64_t states) {
    std::vector<std::uint32_t> level = {*met_.meet(tracks_.start(), kNobody, kNobody, {})};
    while (!level.empty()) {
      for (std::size_t i = 0; i < level.size(); ++i) {
        if (met_.size() > states) return std::nullopt;
        expand(level[i], Change::none, level);
        if (search_.is_goal(from_)) goal_ = level[i];
        if (goal_) return met_.path_to(*goal_);
      }
      std::vector<std::uint32_t> next;
      for (const std::uint32_t place : level) expand(place, Change::one, next);
      if (goal_) return met_.path_to(*goal_);
      level = std::move(next);
    }
    return std::nullopt;
  }

 private:
  enum class Change : std::uint8_t { none, one };

  void expand(std::uint32_t place, Change change, std::vector<std::uint32_t>& into) {
    std::uint32_t engine = kNobody;
    met_.get(place, from_, engine);
    tracks_.for_each_step(from_, [&](const Step& step) {
      const bool stays = engine == kNobody || engine == step.engine.value;
      if (stays != (change == Change::none)) return;
      const bool is_goal = search_.is_goal(from_, step);
      Position to = from_;
      tracks_.take(to, step);
      if (!is_goal && !search_.holds(to)) return;
      const auto reached = met_.meet(to, step.engine.value, place, step);
      if (reached && is_goal) goal_ = reached;
      if (reached) into.push_back(*reached);
    });
  }

  const Tracks& tracks_;
  const Search& search_;
  Met met_;
  Position from_;
  std::optional<std::uint32_t> goal_;
};

struct SearchTarget {
  const Position& target;

  bool holds(const Position& position) const { return is_below(position, target); }
  bool is_goal(const Position& position) const { return position == target; }
  bool is_goal(const Position&, const Step&) const { return false; }
};

struct SearchVerdict {
  const Tracks& tracks;
  Verdict verdict;
  std::uint64_t instances;

  bool holds(const Position& position) const {
    return instances_before(tracks, position) <= instances;
  }
  bool is_goal(const Position& position) const {
    if (verdict == Verdict::unsafe) return false;  // the issue itself is
    const auto finding = judge(tracks, position);
    return finding && finding->verdict == verdict;
  }
  bool is_goal(const Position& position, const Step& step) const {
    return verdict == Verdict::unsafe && step.kind == Step::Kind::issue &&
           issues_too_early(tracks, position, step.engine);
  }
};

// The state in which a schedule of SearchVerdict ends, the too early issue taken off it.
BadSchedule ended(const Tracks& tracks, Verdict verdict, Schedule schedule) {
  EngineId engine;
  if (verdict == Verdict::unsafe) {
    engine = schedule.back().engine;
    schedule.pop_back();
  }
  Position position = tracks.start();
  for (const Step& step : schedule) tracks.take(position, step);
  const Finding finding =
      verdict == Verdict::unsafe ? Finding{verdict, engine} : *judge(tracks, position);
  return {{finding, std::move(position)}, std::move(schedule)};
}

}  // namespace

std::optional<Schedule> schedule_to(const Tracks& tracks, const Position& target,
                                    std::uint64_t states) {
  if (auto schedule = FewestSwitches(tracks, SearchTarget{target}).find(states)) return schedule;
  return any_schedule_to(tracks, target, states);
}

std::optional<BadSchedule> least_bad_schedule(const Tracks& tracks, Verdict verdict,
                                              std::uint64_t states) {
  auto least = least_bad_state(tracks, verdict, states);
  if (!least) return std::nullopt;
  const SearchVerdict search{tracks, verdict, instances_before(tracks, least->position)};
  if (auto schedule = FewestSwitches(tracks, search).find(states))
    return ended(tracks, verdict, *std::move(schedule));
  auto schedule = schedule_to(tracks, least->position, states);
  if (!schedule) return std::nullopt;
  return BadSchedule{*std::move(least), *std::move(schedule)};
}

}  // namespace tidemark
