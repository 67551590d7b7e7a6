// Where sites and control statements stand in the tree.
#pragma once

#include <optional>
#include <vector>

#include "core/sync/operands.h"
#include "core/sync/outline.h"

namespace tidemark::sync {

struct Placement {
  Placement(const Program& program, const Outline& outline, const Operands& operands);

  Table<SiteId, std::optional<ControlId>> of_site;  // the control around it
  Table<ControlId, std::optional<ControlId>> of_control;
  Table<AssignmentId, std::optional<ControlId>> of_assignment;

  // Stretches with no control between: the instances of one engine in a stretch lie a
  // constant number apart.
  Table<SiteId, std::uint32_t> stretch;
  Table<SiteId, std::int64_t> index_in_stretch;  // among the engine's own

  // Instances of the engine in the site's stretch that come before it.
  std::int64_t before_in_stretch(SiteId site, EngineId engine) const;

  // The innermost loop at or around a place.
  std::optional<ControlId> loop_around(std::optional<ControlId> place) const;
  bool is_inside(std::optional<ControlId> place, ControlId control) const;

 private:
  friend class Placer;

  const Outline* outline_;
  Table<SiteId, std::uint32_t> order_;                     // of all sites
  Table<EngineId, std::vector<std::uint32_t>> of_engine_;  // the orders of its sites, ascending
  std::vector<std::uint32_t> first_of_stretch_;            // the order of its first site
};

}  // namespace tidemark::sync
