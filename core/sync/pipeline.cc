#include "core/sync/pipeline.h"

#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

Operands operands_for(const Program& program, Pipeline::Mode mode) {
  return mode == Pipeline::Mode::serial ? Operands::serialized(program) : Operands(program);
}

std::optional<BarrierPoints> barriers_for(const Program& program, const Operands& operands,
                                          Pipeline::Mode mode) {
  if (mode != Pipeline::Mode::barrier) return std::nullopt;
  return place_barriers(program, operands);
}

std::optional<BarrierPoints> drains_for(const Program& program, const Operands& operands,
                                        std::span<const ControlId> drained) {
  if (drained.empty()) return std::nullopt;
  return place_drains(program, operands, drained);
}

const BarrierPoints* pointer_to(const std::optional<BarrierPoints>& points) {
  return points ? &*points : nullptr;
}

Analysis analysis_for(const Program& program, const Operands& operands, const Structure& structure,
                      const std::optional<BarrierPoints>& barriers,
                      const std::optional<BarrierPoints>& drains, Pipeline::Mode mode) {
  if (mode == Pipeline::Mode::none) return {Table<NeedId, NeedFacts>(operands.needs.size()), {}};
  return analyze(program, operands, structure, pointer_to(barriers), pointer_to(drains));
}

// One semaphore for each engine that takes part, raised by 1 by each of its instances.
Table<EngineId, SemaphoreId> completion_semaphores(const Program& program, const Operands& operands,
                                                   Streams& streams) {
  Table<EngineId, SemaphoreId> result(program.engines.size());
  const auto narrow = mutated(Mutant::narrow_semaphore) ? std::optional(3) : std::nullopt;
  for (EngineId engine : operands.participants)
    result[engine] = streams.semaphores.push({program.engines[engine].name, {}, narrow, {}});
  return result;
}

}  // namespace

Pipeline::Pipeline(const Program& program, Mode mode, std::span<const ControlId> drained)
    : program_(program),
      operands_(operands_for(program, mode)),
      structure_(structure_of(program, operands_)),
      barriers_(barriers_for(program, operands_, mode)),
      drains_(drains_for(program, operands_, drained)),
      analysis_(analysis_for(program, operands_, structure_, barriers_, drains_, mode)),
      counting_(program, operands_, pointer_to(barriers_)),
      placement_(program, operands_),
      sites_of_region_(sites_by_region(operands_)) {}

Plan Pipeline::plan() const {
  return {program_,           operands_,        structure_, counting_,
          placement_,         sites_of_region_, analysis_,  pointer_to(barriers_),
          pointer_to(drains_)};
}

Streams Pipeline::emit(WaitLog* log) const {
  Streams streams;
  streams.program = program_.name;
  const auto completions = completion_semaphores(program_, operands_, streams);
  const Plan shared = plan();
  for (EngineId engine : operands_.participants)
    streams.streams.push_back(emit_stream(shared, StreamPlan(shared, engine), completions, log));
  return streams;
}

}  // namespace tidemark::sync
