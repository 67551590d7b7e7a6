#include "checker/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "checker/ideal_clocks.h"
#include "checker/mutant.h"

namespace tidemark {
namespace {

RunLimits within_ordinals(RunLimits limits) {
  limits.instances =
      std::min<std::uint64_t>(limits.instances, std::numeric_limits<Ordinal>::max() - 1);
  return limits;
}

// The program and one run of it, with limits that ordinals can count.
struct Run {
  Compiled& compiled;
  const Inputs& inputs;
  RunLimits limits;

  SequentialRun start() const {
    return {compiled.program, compiled.cells, compiled.run, inputs, limits};
  }
};

using Result = std::expected<ClocksResult, RunError>;

// What can be said outside the domain: the run's size, and errors in streams.
Result decide_outside(const Run& run, const OutsideDomain& outside) {
  ClocksResult result;
  result.reason = outside.reason;
  result.is_outside = true;
  result.line = outside.line;
  SequentialRun sequential = run.start();
  while (sequential.next() != nullptr) ++result.instances;
  if (const auto& error = sequential.error(); error && error->kind == RunError::Kind::bad_inputs)
    return std::unexpected(*error);

  for (std::size_t i = 0; i < run.compiled.codes.size(); ++i) {
    StreamWalk walk(run.compiled, i, run.inputs, run.limits);
    while (walk.next() != nullptr) {
    }
    if (!walk.error() || walk.error()->kind != RunError::Kind::malformed) continue;
    result.verdict = Verdict::malformed;
    result.reason = walk.error()->message;
    break;
  }
  return result;
}

// The first semaphore that left the domain during the run.
std::optional<OutsideDomain> left_domain(const Run& run, const StreamClocks& clocks) {
  const Streams& streams = run.compiled.streams;
  const std::vector<FlatSemaphore> semaphores = flatten_semaphores(streams);
  const std::optional<SemaphoreIndex> s = clocks.semaphores().overflown(semaphores);
  if (!s) return std::nullopt;
  const std::string name = name_of(semaphores[*s], streams);
  const std::optional<int> width = semaphores[*s].width;
  return OutsideDomain{width ? fmt::format("semaphore {} is raised past its {} bits", name, *width)
                             : fmt::format("semaphore {} is raised past 64 bits", name),
                       {}};
}

// The verdict, from what the pass has found. `limit` is the limit that ended it, if any.
void conclude(ClocksResult& result, const ClockAgreement& agreement, bool all_ended,
              const std::optional<RunError>& limit) {
  if ((result.disagreement = agreement.early())) {
    result.verdict = Verdict::unsafe;
  } else if (!limit && !all_ended && !mutated(CheckerMutant::stuck_is_fine)) {
    result.verdict = Verdict::deadlocks;
  } else if ((result.disagreement = agreement.late())) {
    result.verdict = Verdict::overwaits;
  } else if (limit) {
    result.verdict = Verdict::unknown;
    result.reason = limit->message;
  } else {
    result.verdict = Verdict::exact;
  }
}

Result decide_inside(const Run& run, const Domain& domain) {
  const Program& program = run.compiled.program;
  IdealClocks ideal(program, run.compiled.cells);
  ClockAgreement agreement(program.engines.size());
  StreamClocks clocks(run.compiled, run.inputs, domain, ideal.history(), agreement, run.limits);
  ClocksResult result;
  SequentialRun sequential = run.start();
  while (const Instance* instance = sequential.next()) {
    const EngineId engine = instance->engine;
    if (ideal.history().needs_chunk(engine.value)) ideal.forget(engine, clocks.compared(engine));
    ideal.add(*instance);
    clocks.release(instance->engine);
    ++result.instances;
  }
  std::optional<RunError> limit = sequential.error();
  if (limit && limit->kind == RunError::Kind::bad_inputs) return std::unexpected(*limit);
  if (!limit) {
    clocks.finish();
    limit = clocks.error(RunError::Kind::limit);
  }

  result.necessary_waits = ideal.necessary_waits();
  result.costs = clocks.costs();
  if (!limit) clocks.walk_stuck_streams();
  if (const std::optional<RunError> error = clocks.error(RunError::Kind::malformed)) {
    result.verdict = Verdict::malformed;
    result.reason = error->message;
  } else if (const std::optional<OutsideDomain> outside = left_domain(run, clocks)) {
    result.reason = outside->reason;
    result.is_outside = true;
  } else {
    conclude(result, agreement, clocks.all_streams_ended(), limit);
  }
  return result;
}

}  // namespace

Result decide_by_clocks(Compiled& compiled, const Inputs& inputs, const RunLimits& limits) {
  const Run run{compiled, inputs, within_ordinals(limits)};
  const Domain domain = classify(compiled, inputs, run.limits);
  return domain.outside ? decide_outside(run, *domain.outside) : decide_inside(run, domain);
}

Result decide_by_clocks(const Program& program, const Cells& cells, const Streams& streams,
                        const Inputs& inputs, const RunLimits& limits) {
  Compiled compiled(program, cells, streams);
  return decide_by_clocks(compiled, inputs, limits);
}

}  // namespace tidemark
