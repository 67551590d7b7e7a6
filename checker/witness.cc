#include "checker/witness.h"

#include <algorithm>
#include <limits>

#include "checker/witness_schedule.h"
#include "core/check.h"

namespace tidemark {
namespace {

// What has to run for the instance to be the next of its engine, and certain of `clock`.
Extent past_of(const Disagreement& at, const std::vector<Ordinal>& clock) {
  Extent extent{clock, clock};
  extent.issued[at.engine.value] = at.ordinal - 1;
  return extent;
}

Extent extent_of(const ClocksResult& result, std::size_t engines) {
  constexpr auto kAll = std::numeric_limits<Ordinal>::max();
  if (result.verdict == Verdict::deadlocks)
    return {std::vector(engines, kAll), std::vector(engines, kAll)};
  const Disagreement& at = *result.disagreement;
  return past_of(at, result.verdict == Verdict::unsafe ? at.streams : at.ideal);
}

std::uint64_t issues(const Schedule& schedule) {
  return static_cast<std::uint64_t>(std::ranges::count(schedule, Step::Kind::issue, &Step::kind));
}

// Leaves out the silent steps that the bad state does not depend on.
void drop_idle_steps(Witness& witness, const Machine& machine) {
  constexpr std::size_t kWorthwhile = 2000;  // quadratic beyond reason
  if (witness.schedule.size() > kWorthwhile) return;
  for (std::size_t i = witness.schedule.size(); i-- > 0;) {
    if (witness.schedule[i].kind != Step::Kind::silent) continue;
    Witness shorter = witness;
    shorter.schedule.erase(shorter.schedule.begin() + static_cast<std::ptrdiff_t>(i));
    if (replays(shorter, machine)) witness = std::move(shorter);
  }
}

// Of the instances that the witness' own needs and that have not completed, the last one
// of the first engine that has one.
std::optional<Needed> missing_of(const Witness& witness, const Lines& lines,
                                 const std::vector<Ordinal>& certain) {
  const Line& line = lines.of[witness.engine];
  for (const Needed& needed : lines.needs_of(line.instances[witness.ordinal - 1]))
    if (needed.ordinal > certain[needed.engine.value]) return needed;
  return std::nullopt;
}

bool is_unsafe_issue(const Witness& witness, const Machine& machine) {
  Schedule before = witness.schedule;
  if (before.empty() || before.back() != Step{Step::Kind::issue, witness.engine, 0}) return false;
  const Step last = before.back();
  before.pop_back();
  const std::optional<MachineState> state = state_after(machine, before);
  return state && state->issued[witness.engine] + 1 == witness.ordinal &&
         machine.is_enabled(*state, last) && !machine.is_covered(*state, witness.engine);
}

}  // namespace

bool replays(const Witness& witness, const Machine& machine) {
  if (witness.verdict == Verdict::unsafe) return is_unsafe_issue(witness, machine);
  const std::optional<MachineState> state = state_after(machine, witness.schedule);
  if (!state) return false;
  if (witness.verdict == Verdict::deadlocks) {
    std::vector<Step> enabled;
    machine.enabled(*state, enabled);
    return enabled.empty() && !machine.is_end(*state);
  }
  const std::vector<EngineId> can_issue = machine.can_issue(*state);
  return state->issued[witness.engine] + 1 == witness.ordinal &&
         machine.may_issue(*state, witness.engine) &&
         std::ranges::find(can_issue, witness.engine) == can_issue.end();
}

std::expected<Witness, RunError> make_witness(const Program& program, const Streams& streams,
                                              const Inputs& inputs, const ClocksResult& result) {
  const std::expected<Lines, RunError> lines = make_lines(program, streams, inputs);
  if (!lines) return std::unexpected(lines.error());
  const Machine machine(program, *lines);

  Witness witness{.verdict = result.verdict,
                  .inputs = inputs,
                  .schedule = schedule_within(machine, extent_of(result, program.engines.size())),
                  .instances = 0,
                  .engine = {},
                  .ordinal = 0,
                  .missing = {}};
  if (const auto& at = result.disagreement) {
    witness.engine = at->engine;
    witness.ordinal = at->ordinal;
  }
  if (result.verdict == Verdict::unsafe) {
    witness.missing = missing_of(witness, *lines, result.disagreement->streams);
    witness.schedule.push_back({Step::Kind::issue, witness.engine, 0});
  }
  drop_idle_steps(witness, machine);
  witness.instances = issues(witness.schedule);
  CHECK(replays(witness, machine));
  return witness;
}

}  // namespace tidemark
