#include "oracle/unbounded.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/affine_hull.h"
#include "oracle/places.h"

namespace tidemark {
namespace {

// Walks each path between places once: obligations, and that every path ends within the
// place that it leads to. The first failure ends it.
class Check : public WalkObserver {
 public:
  enum class Inclusion : std::uint8_t { by_text, by_solver };

  Check(const JointCode& code, const Tracking& tracking, const Watch& watch, Reasoner& reasoner,
        const UnboundedOptions& options, const Certificate& certificate, Inclusion inclusion)
      : code_(code),
        tracking_(tracking),
        watch_(watch),
        reasoner_(reasoner),
        certificate_(certificate),
        inclusion_(inclusion),
        obligations_(code, watch, reasoner, options.goal),
        walk_(code, tracking, watch, reasoner, *this, options.goal, certificate.partition,
              options.walk) {
    for (const Place& place : certificate.places)
      places_.emplace(place_key(code, tracking, place.state, certificate.partition), &place);
  }

  std::string run() {
    walk_.start();
    for (const Place& place : certificate_.places) {
      if (!failure_.empty()) break;
      walk_.go_on_from(place.state);
    }
    return failure_;
  }
  std::uint64_t steps() const { return walk_.steps(); }
  const StreamStatement* failed_at() const { return failed_at_; }

 private:
  void fail(const std::string& what) {
    if (failure_.empty()) failure_ = what;
  }

  void arrive(JointState state) override {
    if (!failure_.empty()) return;
    complete_watched(code_, watch_, state);
    complete_residues(code_, tracking_, state);
    const auto found = places_.find(place_key(code_, tracking_, state, certificate_.partition));
    if (found == places_.end()) return fail("a path leads to a place that has no invariant");
    const Place& place = *found->second;
    if (!knows(state, place.state)) return fail("certainty of a key is not inductive");
    if (!has_equations(place, state)) fail("an equation is not inductive");
  }

  bool has_equations(const Place& place, const JointState& state) {
    if (inclusion_ == Inclusion::by_text)
      return contains(place.state.columns, place.pivots, state.columns);
    const auto symbols = symbols_at(place.state.columns, place.pivots, state.columns);
    if (!symbols) return false;
    for (std::size_t i = 0; i < state.columns.size(); ++i) {
      const auto expected = with_symbols(place.state.columns[i], *symbols);
      if (!expected || !is_moderate(*expected)) return false;
      if (*expected == state.columns[i]) continue;
      const Constraint differs{difference(*expected, state.columns[i]),
                               Constraint::Relation::non_zero};
      if (!reasoner_.is_impossible(state, {&differs, 1}, "is an equation inductive")) return false;
    }
    return true;
  }

  void wait(const WaitPoint& point) override {
    if (!failure_.empty()) return;
    if (const auto failure = obligations_.at_wait(point)) fail(*failure);
  }
  void instance(const InstancePoint& point) override {
    if (!failure_.empty()) return;
    const auto failure = obligations_.at_instance(point);
    if (!failure) return;
    failed_at_ = point.node.statement;
    fail(*failure);
  }
  void stop(const JointNode&, const std::string& reason) override { fail(reason); }

  const JointCode& code_;
  const Tracking& tracking_;
  const Watch& watch_;
  Reasoner& reasoner_;
  const Certificate& certificate_;
  Inclusion inclusion_;
  Obligations obligations_;
  JointWalk walk_;
  std::map<PlaceKey, const Place*> places_;
  std::string failure_;
  const StreamStatement* failed_at_ = nullptr;
};

// One after the other, until a proof is found: what is told apart costs time.
using Arms = Partition::Arms;
constexpr Partition kPartitions[] = {{0, Arms::none}, {0, Arms::settled}, {1, Arms::settled},
                                     {0, Arms::all},  {1, Arms::all},     {2, Arms::all}};
constexpr std::size_t kFewSettled = 6;  // that are told apart from the outset

bool resets_something(const JointCode& code) {
  return std::ranges::any_of(code.barriers,
                             [](const JointBarrier& barrier) { return !barrier.resets.empty(); });
}

UnboundedResult prove(const Program& program, const Streams& streams,
                      const UnboundedOptions& options) {
  UnboundedResult result;
  const auto code = compile_joint(program, streams);
  if (!code) {
    result.reason = code.error();
    return result;
  }
  if (options.goal == Goal::exact && resets_something(*code)) {
    result.reason = "whether a barrier that resets overwaits is not followed";
    return result;
  }
  const Tracking tracking = find_tracking(*code);
  const Watch watch = find_watched(*code);
  Solver solver(options.solver, options.smt2_folder);
  Reasoner reasoner(*code, solver);
  const bool has_few_settled = tracking.settled.size() <= kFewSettled;
  std::optional<Partition> too_fine;  // it had too many places
  for (const Partition& partition : kPartitions) {
    if (partition.arms == Arms::none && has_few_settled) continue;
    if (too_fine && partition.turns >= too_fine->turns && partition.arms >= too_fine->arms)
      continue;
    PlaceSearch search(*code, tracking, watch, reasoner, options, partition);
    std::string reason = search.run();
    result.steps += search.steps();
    if (reason.empty()) {
      Certificate certificate{std::move(search).take_places(), partition};
      Check check(*code, tracking, watch, reasoner, options, certificate,
                  Check::Inclusion::by_text);
      reason = check.run();
      result.steps += check.steps();
      if (!result.failed_at) result.failed_at = check.failed_at();
      if (reason.empty()) {
        result.is_proved = true;
        result.reason.clear();
        result.failed_at = nullptr;
        result.certificate = std::move(certificate);
        break;
      }
    }
    if (result.reason.empty()) result.reason = reason;
    if (search.is_over_limit()) break;  // what tells more apart takes longer
    if (search.has_too_many()) too_fine = partition;
  }
  result.solver = solver.statistics();
  return result;
}

std::expected<void, std::string> check(const Program& program, const Streams& streams,
                                       const Certificate& certificate,
                                       const UnboundedOptions& options) {
  const auto code = compile_joint(program, streams);
  if (!code) return std::unexpected(code.error());
  const Tracking tracking = find_tracking(*code);
  const Watch watch = find_watched(*code);
  Solver solver(options.solver, options.smt2_folder);
  Reasoner reasoner(*code, solver);
  Check check(*code, tracking, watch, reasoner, options, certificate, Check::Inclusion::by_solver);
  if (std::string failure = check.run(); !failure.empty()) return std::unexpected(failure);
  return {};
}

}  // namespace

UnboundedResult prove_unbounded(const Program& program, const Streams& streams,
                                const UnboundedOptions& options) {
  try {
    return prove(program, streams, options);
  } catch (const SolverOutOfMemory& limit) {
    UnboundedResult result;
    result.reason = limit.kReason;
    return result;
  }
}

std::expected<void, std::string> check_certificate(const Program& program, const Streams& streams,
                                                   const Certificate& certificate,
                                                   const UnboundedOptions& options) {
  try {
    return check(program, streams, certificate, options);
  } catch (const SolverOutOfMemory& limit) {
    return std::unexpected(limit.kReason);
  }
}

}  // namespace tidemark
