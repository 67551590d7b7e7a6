#include "core/sync/pipeline.h"

#include <utility>

#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

Operands operands_for(const Program& program, Pipeline::Mode mode) {
  return mode == Pipeline::Mode::serial ? Operands::serialized(program) : Operands(program);
}

std::optional<BarrierPoints> barriers_for(const Groundwork& ground, Pipeline::Mode mode) {
  if (mode != Pipeline::Mode::barrier) return std::nullopt;
  return place_barriers(ground.program, ground.operands);
}

std::optional<BarrierPoints> drains_for(const Groundwork& ground,
                                        std::span<const ControlId> drained) {
  if (drained.empty()) return std::nullopt;
  return place_drains(ground.program, ground.operands, drained);
}

const BarrierPoints* pointer_to(const std::optional<BarrierPoints>& points) {
  return points ? &*points : nullptr;
}

Analysis analysis_for(const Groundwork& ground, const std::optional<BarrierPoints>& barriers,
                      const std::optional<BarrierPoints>& drains, Pipeline::Mode mode) {
  const Operands& operands = ground.operands;
  if (mode == Pipeline::Mode::none) return {Table<NeedId, NeedFacts>(operands.needs.size()), {}};
  return analyze(ground.program, ground.outline, operands, ground.structure, pointer_to(barriers),
                 pointer_to(drains));
}

Table<CounterId, std::vector<AssignmentId>> assignments_by_counter(const Program& program) {
  Table<CounterId, std::vector<AssignmentId>> result(program.counters.size());
  for (AssignmentId id : program.assignments.ids())
    result[program.assignments[id].counter].push_back(id);
  return result;
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

Groundwork::Groundwork(const Program& the_program, Operands the_operands)
    : program(the_program),
      operands(std::move(the_operands)),
      outline(program),
      structure(structure_of(program, outline, operands)),
      placement(program, outline, operands),
      sites_of_region(sites_by_region(operands)),
      assignments_of_counter(assignments_by_counter(program)),
      repeats(find_repeats(outline, operands)) {}

Pipeline::Pipeline(std::shared_ptr<const Groundwork> ground, Mode mode,
                   std::span<const ControlId> drained)
    : ground_(std::move(ground)),
      barriers_(barriers_for(*ground_, mode)),
      drains_(drains_for(*ground_, drained)),
      analysis_(analysis_for(*ground_, barriers_, drains_, mode)),
      counting_(ground_->program, ground_->outline, ground_->operands, pointer_to(barriers_)) {}

Pipeline::Pipeline(const Program& program, Mode mode, std::span<const ControlId> drained)
    : Pipeline(std::make_shared<const Groundwork>(program, operands_for(program, mode)), mode,
               drained) {}

Plan Pipeline::plan() const {
  const Groundwork& ground = *ground_;
  return {.program = ground.program,
          .outline = ground.outline,
          .operands = ground.operands,
          .structure = ground.structure,
          .counting = counting_,
          .placement = ground.placement,
          .sites_of_region = ground.sites_of_region,
          .assignments_of_counter = ground.assignments_of_counter,
          .repeats = ground.repeats,
          .analysis = analysis_,
          .barriers = pointer_to(barriers_),
          .drains = pointer_to(drains_)};
}

Streams Pipeline::emit(WaitLog* log) const {
  const Operands& operands = ground_->operands;
  Streams streams;
  streams.program = ground_->program.name;
  const auto completions = completion_semaphores(ground_->program, operands, streams);
  const Plan shared = plan();
  streams.streams = emit_streams(shared, StreamPlans(shared), completions, log);
  return streams;
}

}  // namespace tidemark::sync
