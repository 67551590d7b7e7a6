// All that synchronizing a program computes, in order: operands, structure, analysis,
// counting, placement. One value, so that what synchronizes and what explains agree.
#pragma once

#include <optional>
#include <span>

#include "core/ir/streams.h"
#include "core/sync/emit.h"

namespace tidemark::sync {

class Pipeline {
 public:
  // Which needs become waits.
  enum class Mode { dynamic, barrier, serial, none };

  // `drained`: loops with barriers inside that reset nothing; none of them inside another.
  Pipeline(const Program& program, Mode mode, std::span<const ControlId> drained = {});

  const Operands& operands() const { return operands_; }
  const Analysis& analysis() const { return analysis_; }
  Plan plan() const;

  // `log`, if not null: the threshold written for each need.
  Streams emit(WaitLog* log = nullptr) const;

 private:
  const Program& program_;
  Operands operands_;
  Structure structure_;
  std::optional<BarrierPoints> barriers_, drains_;
  Analysis analysis_;
  Counting counting_;
  Placement placement_;
  Table<RegionId, std::vector<SiteId>> sites_of_region_;
};

}  // namespace tidemark::sync
