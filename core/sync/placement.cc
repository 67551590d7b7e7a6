#include "core/sync/placement.h"

#include <algorithm>

namespace tidemark::sync {

class Placer {
 public:
  Placer(const Program& program, const Operands& operands, Placement& out)
      : program_(program), operands_(operands), out_(out), counts_(program.engines.size()) {}

  void place_block(const Block& block, std::optional<ControlId> around) {
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
    const auto& form = program_.controls[control].form;
    const bool is_while = std::holds_alternative<While>(form);
    if (is_while) new_stretch();
    for (SiteId read : operands_.reads_of(control))
      place_site(read, is_while ? std::optional(control) : around);
    if (const auto* loop = std::get_if<For>(&form)) {
      place_block(loop->body, control);
    } else if (const auto* branch = std::get_if<If>(&form)) {
      place_block(branch->then_block, control);
      place_block(branch->else_block, control);
    } else {
      place_block(std::get<While>(form).body, control);
    }
  }

  const Program& program_;
  const Operands& operands_;
  Placement& out_;
  std::uint32_t stretch_ = 0, order_ = 0;
  Table<EngineId, std::int64_t> counts_;
  std::vector<EngineId> used_;
};

Placement::Placement(const Program& program, const Operands& operands)
    : of_site(operands.sites.size()),
      of_control(program.controls.size()),
      of_assignment(program.assignments.size()),
      stretch(operands.sites.size()),
      index_in_stretch(operands.sites.size()),
      program_(&program),
      order_(operands.sites.size()),
      of_engine_(program.engines.size()) {
  Placer(program, operands, *this).place_block(program.body, std::nullopt);
}

std::optional<ControlId> Placement::loop_around(std::optional<ControlId> place) const {
  while (place && std::holds_alternative<If>(program_->controls[*place].form))
    place = of_control[*place];
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
