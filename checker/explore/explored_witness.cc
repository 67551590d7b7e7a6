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

}  // namespace

std::expected<Witness, std::string> make_explored_witness(const Tracks& tracks,
                                                          const Inputs& inputs,
                                                          const FoundState& found,
                                                          std::uint64_t states) {
  FoundState bad{found.finding, found.position};
  if (auto least = least_bad_state(tracks, found.finding.verdict, states)) bad = *std::move(least);
  auto schedule = schedule_to(tracks, bad.position, states);
  if (!schedule)
    return std::unexpected(
        fmt::format("no schedule is shown: not one of those to the state found was met within {} "
                    "states",
                    states));
  const Machine machine(tracks.program(), tracks.lines());
  return witness_of(machine, inputs, bad.finding, *std::move(schedule));
}

}  // namespace tidemark
