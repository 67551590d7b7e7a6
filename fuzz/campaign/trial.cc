#include "fuzz/campaign/trial.h"

#include <array>
#include <utility>

#include "gen/random.h"

namespace tidemark {
namespace {

constexpr CheckOptions kQuick = {.limits = {.instances = 20'000, .steps = 100'000},
                                 .shrink_tries = 0,
                                 .explore = {.states = 200'000, .seconds = 5}};
// Runs that are too long for the limits are tried with fewer trips, and then with others.
constexpr std::array<DrawRange, 4> kFewTrips = {{{0, 2}, {0, 1}, {0, 1}, {0, 1}}};

ProgramKind kind_of(std::uint64_t number) {
  return number % 4 == 3 ? ProgramKind::ring_heavy : ProgramKind::general;
}

DrawRange range_of(ProgramKind kind, Random& random) {
  return {0, kind == ProgramKind::ring_heavy ? random.between(3, 7) : random.between(1, 5)};
}

bool is_undecided(const std::expected<RunsReport, RunError>& checked) {
  return !checked || checked->report.verdict == Verdict::unknown;
}

Judgement without_streams(NoStreams why) {
  const bool is_failure = why.kind == NoStreams::Kind::failed;
  return {.verdict = is_failure ? Verdict::malformed : Verdict::unknown,
          .reason = why.reason,
          .no_streams = std::move(why)};
}

}  // namespace

Trial draw_trial(std::uint64_t seed, std::uint64_t number, const TrialOptions& options) {
  Random random(mix(seed) + number);
  const ProgramKind kind = options.kind.value_or(kind_of(number));
  const bool is_ring_heavy = kind == ProgramKind::ring_heavy;
  const RandomProgramOptions drawn = {
      .engines = random.between(2, 4),
      .buffers = random.between(1, is_ring_heavy ? 3 : 5),
      .statements = options.statements,
      .nesting = random.between(is_ring_heavy ? 1 : 0, 3),
      .swarm = number % 4 == 2 ? Swarm::off : Swarm::on,
      .kind = kind,
  };
  const DrawRange range = range_of(kind, random);
  return {.program = random_program(random, drawn),
          .number = number,
          .kind = kind,
          .input_seed = mix(seed ^ mix(number)),
          .range = range};
}

Judgement judge(const Trial& subject, const StreamsMaker& maker, std::uint64_t runs) {
  auto streams = maker(subject.program);
  if (!streams) return without_streams(std::move(streams).error());
  auto checked = check_runs(subject.program, *streams, subject.inputs(), runs, kQuick);
  for (std::size_t i = 0; i < kFewTrips.size() && is_undecided(checked); ++i) {
    const Inputs few(subject.program, mix(subject.input_seed + i), kFewTrips[i]);
    checked = check_runs(subject.program, *streams, few, runs, kQuick);
  }
  if (!checked) return {.reason = "no drawn inputs have a verdict: " + checked.error().message};
  return {.verdict = checked->report.verdict,
          .reason = std::move(checked->report.reason),
          .runs = checked->runs,
          .redrawn = checked->redrawn,
          .instances = checked->instances};
}

bool is_refused(const Judgement& judgement) {
  return judgement.no_streams && judgement.no_streams->kind == NoStreams::Kind::refused;
}

bool is_alike(const Judgement& a, const Judgement& b) {
  const auto how = [](const Judgement& of) { return of.no_streams ? of.no_streams->how : ""; };
  return a.verdict == b.verdict && how(a) == how(b);
}

bool is_finding(Verdict verdict, Demand demand) {
  switch (verdict) {
    case Verdict::malformed:
    case Verdict::unsafe:
    case Verdict::deadlocks:
      return true;
    case Verdict::overwaits:
      return demand == Demand::exact;
    case Verdict::unknown:
    case Verdict::exact:
      return false;
  }
  __builtin_unreachable();
}

}  // namespace tidemark
