#include "core/sync/synchronizer.h"

#include <algorithm>
#include <array>

#include "core/check.h"
#include "core/sync/emit.h"

namespace tidemark {
namespace sync {
namespace {

// One semaphore for each engine that takes part, raised by 1 by each of its instances.
Table<EngineId, SemaphoreId> completion_semaphores(const Program& program,
                                                   const Operands& operands, Streams& streams) {
  Table<EngineId, SemaphoreId> result(program.engines.size());
  for (EngineId engine : operands.participants)
    result[engine] = streams.semaphores.push({program.engines[engine].name, {}, {}});
  return result;
}

Streams emit_streams(const Program& program, const Operands& operands, const Structure& structure,
                     const Analysis& analysis, const BarrierPoints* barriers) {
  const Counting counting(program, operands, barriers);
  const Placement placement(program, operands);
  const auto sites_of_region = sites_by_region(operands);
  const Plan plan{program,   operands,        structure, counting,
                  placement, sites_of_region, analysis,  barriers};
  Streams streams;
  streams.program = program.name;
  const auto completions = completion_semaphores(program, operands, streams);
  for (EngineId engine : operands.participants)
    streams.streams.push_back(emit_stream(plan, StreamPlan(plan, engine), completions));
  return streams;
}

class Dynamic final : public Synchronizer {
 public:
  std::string_view name() const override { return "dynamic"; }
  Synchronized synchronize(const Program& program) const override {
    const Operands operands(program);
    const Structure structure = structure_of(program, operands);
    const Analysis analysis = analyze(program, operands, structure, nullptr);
    return {emit_streams(program, operands, structure, analysis, nullptr), operands.notes};
  }
};

class WithBarriers final : public Synchronizer {
 public:
  std::string_view name() const override { return "barrier"; }
  Synchronized synchronize(const Program& program) const override {
    const Operands operands(program);
    const Structure structure = structure_of(program, operands);
    const BarrierPoints barriers = place_barriers(program, operands);
    const Analysis analysis = analyze(program, operands, structure, &barriers);
    return {emit_streams(program, operands, structure, analysis, &barriers), operands.notes};
  }
};

class Serial final : public Synchronizer {
 public:
  std::string_view name() const override { return "serial"; }
  Synchronized synchronize(const Program& program) const override {
    const Operands operands = Operands::serialized(program);
    const Structure structure = structure_of(program, operands);
    const Analysis analysis = analyze(program, operands, structure, nullptr);
    return {emit_streams(program, operands, structure, analysis, nullptr), {}};
  }
};

class WithoutWaits final : public Synchronizer {
 public:
  std::string_view name() const override { return "none"; }
  Synchronized synchronize(const Program& program) const override {
    const Operands operands(program);
    const Structure structure = structure_of(program, operands);
    const Analysis nothing_needed{Table<NeedId, NeedFacts>(operands.needs.size()), {}};
    return {emit_streams(program, operands, structure, nothing_needed, nullptr), {}};
  }
};

const Dynamic kDynamic;
const WithBarriers kBarrier;
const Serial kSerial;
const WithoutWaits kNone;
const std::array<const Synchronizer*, 4> kAll{&kDynamic, &kBarrier, &kSerial, &kNone};

}  // namespace
}  // namespace sync

const Synchronizer* find_synchronizer(std::string_view name) {
  const auto found = std::ranges::find(sync::kAll, name, &Synchronizer::name);
  return found == sync::kAll.end() ? nullptr : *found;
}

std::vector<std::string_view> synchronizer_names() {
  std::vector<std::string_view> names;
  for (const Synchronizer* synchronizer : sync::kAll) names.push_back(synchronizer->name());
  return names;
}

Synchronized synchronize(const Program& program) { return sync::kDynamic.synchronize(program); }

}  // namespace tidemark
