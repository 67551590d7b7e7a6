#include "cli/replayed.h"

#include <algorithm>

#include "checker/lines.h"
#include "checker/machine.h"

namespace tidemark {
namespace {

Step::Kind kind_of(BoundedStep::Kind kind) {
  switch (kind) {
    case BoundedStep::Kind::issue:
      return Step::Kind::issue;
    case BoundedStep::Kind::complete:
      return Step::Kind::complete;
    case BoundedStep::Kind::pass_barrier:
      return Step::Kind::silent;
  }
  __builtin_unreachable();
}

std::uint64_t count(const Schedule& schedule, Step::Kind kind, std::optional<EngineId> engine) {
  return static_cast<std::uint64_t>(std::ranges::count_if(schedule, [&](const Step& step) {
    return step.kind == kind && (!engine || step.engine == *engine);
  }));
}

// Of what the instance needs, the last that the schedule has not completed.
std::optional<Needed> missing_of(const Witness& witness, const Lines& lines) {
  const auto& instances = lines.of[witness.engine].instances;
  if (witness.ordinal == 0 || witness.ordinal > instances.size()) return std::nullopt;
  for (const Needed& needed : lines.needs_of(instances[witness.ordinal - 1]))
    if (needed.ordinal > count(witness.schedule, Step::Kind::complete, needed.engine))
      return needed;
  return std::nullopt;
}

}  // namespace

Verdict verdict_of(Counterexample::Kind kind) {
  switch (kind) {
    case Counterexample::Kind::malformed:
      return Verdict::malformed;
    case Counterexample::Kind::unsafe:
      return Verdict::unsafe;
    case Counterexample::Kind::deadlocks:
      return Verdict::deadlocks;
    case Counterexample::Kind::overwaits:
      return Verdict::overwaits;
  }
  __builtin_unreachable();
}

std::optional<Witness> replayed(const Program& program, const Streams& streams,
                                const Counterexample& found) {
  const auto lines = make_lines(program, streams, found.inputs);
  if (!lines) return std::nullopt;
  Witness witness{.verdict = verdict_of(found.kind),
                  .inputs = found.inputs,
                  .schedule = {},
                  .instances = 0,
                  .engine = found.engine,
                  .ordinal = static_cast<std::uint64_t>(found.ordinal),
                  .missing = {}};
  for (const BoundedStep& step : found.schedule)
    witness.schedule.push_back({kind_of(step.kind), step.engine, 0});
  if (witness.verdict == Verdict::unsafe) {
    witness.missing = missing_of(witness, *lines);
    witness.schedule.push_back({Step::Kind::issue, witness.engine, 0});
  }
  witness.instances = count(witness.schedule, Step::Kind::issue, std::nullopt);
  const Machine machine(program, *lines);
  if (!replays(witness, machine)) return std::nullopt;
  return witness;
}

bool is_malformed(const Program& program, const Streams& streams, const Counterexample& found) {
  const auto lines = make_lines(program, streams, found.inputs);
  return !lines && lines.error().kind == RunError::Kind::malformed;
}

}  // namespace tidemark
