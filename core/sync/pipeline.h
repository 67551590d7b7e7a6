// All that synchronizing a program computes, in order: operands, structure, analysis,
// counting, placement. One value, so that what synchronizes and what explains agree.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/ir/streams.h"
#include "core/sync/emit.h"

namespace tidemark::sync {

// What does not depend on which needs become waits.
struct Groundwork {
  Groundwork(const Program& the_program, Operands the_operands);

  const Program& program;
  Operands operands;
  Outline outline;
  Structure structure;
  Placement placement;
  Table<RegionId, std::vector<SiteId>> sites_of_region;
  Table<CounterId, std::vector<AssignmentId>> assignments_of_counter;
  Repeats repeats;
};

class Pipeline {
 public:
  // Which needs become waits.
  enum class Mode { dynamic, barrier, serial, none };

  // `drained`: loops with barriers inside that reset nothing; none of them inside another.
  Pipeline(const Program& program, Mode mode, std::span<const ControlId> drained = {});

  // On groundwork that pipelines share; not for `serial`, which has operands of its own.
  Pipeline(std::shared_ptr<const Groundwork> ground, Mode mode,
           std::span<const ControlId> drained = {});

  const Operands& operands() const { return ground_->operands; }
  const Analysis& analysis() const { return analysis_; }
  Plan plan() const;

  // `log`, if not null: the threshold written for each need.
  Streams emit(WaitLog* log = nullptr) const;

 private:
  std::shared_ptr<const Groundwork> ground_;
  std::optional<BarrierPoints> barriers_, drains_;
  Analysis analysis_;
  Counting counting_;
};

}  // namespace tidemark::sync
