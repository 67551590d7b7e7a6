// Where sites and control statements stand in the tree.
#pragma once

#include <optional>
#include <vector>

#include "core/sync/operands.h"

namespace tidemark::sync {

struct Placement {
  Placement(const Program& program, const Operands& operands);

  Table<SiteId, std::optional<ControlId>> of_site;        // the control around it
  Table<ControlId, std::optional<ControlId>> of_control;

  // Stretches with no control between: the instances of one engine in a stretch lie a
  // constant number apart.
  Table<SiteId, std::uint32_t> stretch;
  Table<SiteId, std::int64_t> index_in_stretch;  // among the engine's own

  // The innermost loop at or around a place.
  std::optional<ControlId> loop_around(std::optional<ControlId> place) const;
  bool is_inside(std::optional<ControlId> place, ControlId control) const;

 private:
  const Program* program_;
};

}  // namespace tidemark::sync
