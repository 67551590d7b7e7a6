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

}  // namespace

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

namespace {

// All schedules at once, by how often they change the engine: a level holds the states that
// so many changes lead to and no fewer. The tag of a state is the engine of its last step.
class FewestSwitches {
 public:
  FewestSwitches(const Tracks& tracks, const Position& target)
      : tracks_(tracks), target_(target), met_(tracks), from_(tracks.start()) {}

  // nullopt where that takes more states.
  std::optional<Schedule> find(std::uint64_t states) {
    std::vector<std::uint32_t> level = {*met_.meet(tracks_.start(), kNobody, kNobody, {})};
    while (!level.empty()) {
      for (std::size_t i = 0; i < level.size(); ++i) {
        if (met_.size() > states) return std::nullopt;
        expand(level[i], Change::none, level);
        if (from_ == target_) return met_.path_to(level[i]);
      }
      std::vector<std::uint32_t> next;
      for (const std::uint32_t place : level) expand(place, Change::one, next);
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
      Position to = from_;
      tracks_.take(to, step);
      if (!is_below(to, target_)) return;
      if (const auto reached = met_.meet(to, step.engine.value, place, step))
        into.push_back(*reached);
    });
  }

  const Tracks& tracks_;
  const Position& target_;
  Met met_;
  Position from_;
};

}  // namespace

std::optional<Schedule> schedule_to(const Tracks& tracks, const Position& target,
                                    std::uint64_t states) {
  if (auto schedule = FewestSwitches(tracks, target).find(states)) return schedule;
  return any_schedule_to(tracks, target, states);
}

}  // namespace tidemark
