#include "checker/explore/explored_witness.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/explore/shortest.h"
#include "checker/machine.h"
#include "core/check.h"

namespace tidemark {
namespace {

// Of what the engine's next instance needs and that has not completed, the first.
std::optional<Needed> missing_at(const Machine& machine, const MachineState& state,
                                 EngineId engine) {
  const Lines& lines = machine.lines();
  for (const Needed& needed : lines.needs_of(lines.of[engine].instances[state.issued[engine]]))
    if (machine.completed(state, needed.engine) < needed.ordinal) return needed;
  return std::nullopt;
}

MachineState state_after_all(const Machine& machine, const Schedule& schedule) {
  MachineState state = machine.start();
  for (const Step& step : schedule) {
    CHECK(machine.is_enabled(state, step));
    machine.take(state, step);
  }
  return state;
}

Witness witness_of(const Machine& machine, const Inputs& inputs, const Finding& finding,
                   Schedule schedule) {
  const MachineState state = state_after_all(machine, schedule);
  Witness witness{.verdict = finding.verdict,
                  .inputs = inputs,
                  .schedule = std::move(schedule),
                  .instances = 0,
                  .engine = finding.engine,
                  .ordinal = 0,
                  .missing = {}};
  if (finding.verdict != Verdict::deadlocks) witness.ordinal = state.issued[finding.engine] + 1;
  if (finding.verdict == Verdict::unsafe) {
    witness.missing = missing_at(machine, state, finding.engine);
    witness.schedule.push_back({Step::Kind::issue, finding.engine, 0});
  }
  witness.instances = static_cast<std::uint64_t>(
      std::ranges::count(witness.schedule, Step::Kind::issue, &Step::kind));
  CHECK(replays(witness, machine));
  return witness;
}

// Each search may hold this many states: a state costs its places, and its steps are as many.
std::uint64_t search_limit(const Tracks& tracks, std::uint64_t most_states) {
  constexpr std::uint64_t kWork = 300'000'000;
  const std::uint64_t places = tracks.places();
  return std::min(most_states, kWork / (places * places) + 1);
}

}  // namespace

std::expected<Witness, std::string> make_explored_witness(const Tracks& tracks,
                                                          const Inputs& inputs,
                                                          const FoundState& found,
                                                          const Schedule* drawn,
                                                          std::uint64_t most_states) {
  const std::uint64_t states = search_limit(tracks, most_states);
  const Machine machine(tracks.program(), tracks.lines());
  if (auto least = least_bad_schedule(tracks, found.finding.verdict, states))
    return witness_of(machine, inputs, least->state.finding, std::move(least->schedule));
  if (auto schedule = schedule_to(tracks, found.position, states))
    return witness_of(machine, inputs, found.finding, *std::move(schedule));
  if (drawn) return witness_of(machine, inputs, found.finding, *drawn);
  return std::unexpected(
      fmt::format("no schedule is shown: not one of those to the state found was met within {} "
                  "states",
                  states));
}

}  // namespace tidemark
