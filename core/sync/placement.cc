#include "core/sync/placement.h"

#include <algorithm>

namespace tidemark::sync {

class Placer {
 public:
  Placer(const Outline& outline, const Operands& operands, Placement& out)
      : outline_(outline),
        operands_(operands),
        out_(out),
        counts_(operands.sites_of_engine.size()) {}

  void place_block(Outline::Block block, std::optional<ControlId> around) {
    new_stretch();
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        place_site(operands_.site_of(*instruction), around);
      else if (const auto* assignment = std::get_if<AssignmentId>(&statement))
        out_.of_assignment[*assignment] = around;
      else
        place_control(std::get<ControlId>(statement), around);
    }
    new_stretch();
  }

 private:
  void new_stretch() {
    stretch_ = static_cast<std::uint32_t>(out_.first_of_stretch_.size());
    out_.first_of_stretch_.push_back(order_);
    for (EngineId engine : used_) counts_[engine] = 0;
    used_.clear();
  }

  void place_site(SiteId site, std::optional<ControlId> around) {
    const EngineId engine = operands_.sites[site].engine;
    out_.of_site[site] = around;
    out_.stretch[site] = stretch_;
    if (counts_[engine] == 0) used_.push_back(engine);
    out_.index_in_stretch[site] = counts_[engine]++;
    out_.of_engine_[engine].push_back(order_);
    out_.order_[site] = order_++;
  }

  void place_control(ControlId control, std::optional<ControlId> around) {
    out_.of_control[control] = around;
    const bool is_while = outline_.kind(control) == Outline::Kind::while_loop;
    if (is_while) new_stretch();
    for (SiteId read : operands_.reads_of(control))
      place_site(read, is_while ? std::optional(control) : around);
    place_block(outline_.body(control), control);
    if (outline_.kind(control) == Outline::Kind::branch)
      place_block(outline_.else_body(control), control);
  }

  const Outline& outline_;
  const Operands& operands_;
  Placement& out_;
  std::uint32_t stretch_ = 0, order_ = 0;
  Table<EngineId, std::int64_t> counts_;
  std::vector<EngineId> used_;
};

Placement::Placement(const Program& program, const Outline& outline, const Operands& operands)
    : of_site(operands.sites.size()),
      of_control(program.controls.size()),
      of_assignment(program.assignments.size()),
      stretch(operands.sites.size()),
      index_in_stretch(operands.sites.size()),
      outline_(&outline),
      order_(operands.sites.size()),
      of_engine_(program.engines.size()) {
  Placer(outline, operands, *this).place_block(outline.whole(), std::nullopt);
}

std::optional<ControlId> Placement::loop_around(std::optional<ControlId> place) const {
  while (place && outline_->kind(*place) == Outline::Kind::branch) place = of_control[*place];
  return place;
}

std::int64_t Placement::before_in_stretch(SiteId site, EngineId engine) const {
  const std::vector<std::uint32_t>& orders = of_engine_[engine];
  return std::ranges::lower_bound(orders, order_[site]) -
         std::ranges::lower_bound(orders, first_of_stretch_[stretch[site]]);
}

bool Placement::is_inside(std::optional<ControlId> place, ControlId control) const {
  while (place && *place != control) place = of_control[*place];
  return place.has_value();
}

}  // namespace tidemark::sync
