#include "core/sync/sweep.h"

#include <algorithm>
#include <variant>

namespace tidemark::sync {
namespace {

constexpr std::int64_t kLongestSweep = 65'536;  // instances walked

// The outermost loop reached from the site through constant loops only.
std::optional<ControlId> constant_nest(const Program& program, const Placement& placement,
                                       SiteId site) {
  std::optional<ControlId> nest;
  std::optional<ControlId> around = placement.of_site[site];
  while (around && constant_loop(program, *around)) {
    nest = around;
    around = placement.of_control[*around];
  }
  return nest;
}

// Walks one execution of a constant loop and notes when each slot is set last.
class SweepWalk {
 public:
  SweepWalk(const Program& program, const Operands& operands, RegionId ring, EngineId producer,
            bool writes)
      : program_(program),
        operands_(operands),
        ring_(ring),
        producer_(producer),
        writes_(writes),
        values_(program.controls.size()),
        last_set_(static_cast<std::size_t>(operands.regions[ring].slots), -1) {}

  bool walk_loop(ControlId id) {
    const auto loop = constant_loop(program_, id);
    if (!loop) return !has_producer(id);
    const Block& body = std::get<For>(program_.controls[id].form).body;
    for (std::int64_t trip = 0; trip < loop->trips; ++trip) {
      values_[id] = loop->lower + trip * loop->step;
      if (++steps_ > kLongestSweep || !walk_block(body)) return false;
    }
    values_[id].reset();
    return true;
  }

  // behind(x) for every slot, if it is affine.
  std::optional<Sweep> fit(ControlId loop) const {
    const auto behind = [&](std::size_t slot) { return count_ - 1 - last_set_[slot]; };
    if (std::ranges::find(last_set_, -1) != last_set_.end()) return std::nullopt;
    const Sweep sweep{loop, behind(0), last_set_.size() > 1 ? behind(1) - behind(0) : 0};
    for (std::size_t slot = 0; slot < last_set_.size(); ++slot)
      if (sweep.behind(static_cast<std::int64_t>(slot)) != behind(slot)) return std::nullopt;
    return sweep;
  }

 private:
  bool has_producer(ControlId id) const {
    const auto& form = program_.controls[id].form;
    if (!operands_.reads_of(id).empty()) return true;
    if (const auto* loop = std::get_if<For>(&form)) return has_producer(loop->body);
    if (const auto* branch = std::get_if<If>(&form))
      return has_producer(branch->then_block) || has_producer(branch->else_block);
    return true;
  }
  bool has_producer(const Block& block) const {
    return std::ranges::any_of(block, [&](const Statement& statement) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        return program_.instructions[*instruction].engine == producer_;
      const auto* control = std::get_if<ControlId>(&statement);
      return control && has_producer(*control);
    });
  }

  bool walk_block(const Block& block) {
    return std::ranges::all_of(block, [&](const Statement& statement) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        return walk_site(operands_.site_of(*instruction));
      const auto* control = std::get_if<ControlId>(&statement);
      return !control || walk_loop(*control);
    });
  }

  bool walk_site(SiteId id) {
    if (operands_.sites[id].engine != producer_) return true;
    if (++steps_ > kLongestSweep) return false;
    const std::int64_t ordinal = count_++;
    for (const Touch& touch : operands_.touches_of(id)) {
      if (touch.first != ring_ || (writes_ && !touch.is_write)) continue;
      const auto slot = slot_of(*touch.access->slot);
      if (!slot || *slot < 0 || *slot >= static_cast<std::int64_t>(last_set_.size())) return false;
      last_set_[static_cast<std::size_t>(*slot)] = ordinal;
    }
    return true;
  }

  std::optional<std::int64_t> slot_of(const Residue& slot) const {
    for (const AffineTerm& term : slot.form.terms)
      if (term.symbol.kind != Symbol::Kind::variable || !values_[ControlId(term.symbol.index)])
        return std::nullopt;
    return evaluate(slot, [&](Symbol symbol) { return *values_[ControlId(symbol.index)]; });
  }

  const Program& program_;
  const Operands& operands_;
  RegionId ring_;
  EngineId producer_;
  bool writes_;
  Table<ControlId, std::optional<std::int64_t>> values_;
  std::vector<std::int64_t> last_set_;  // by slot: the producer's ordinal within the sweep
  std::int64_t count_ = 0;
  std::int64_t steps_ = 0;
};

}  // namespace

std::optional<Sweep> find_sweep(const Program& program, const Operands& operands,
                                const Placement& placement, RegionId ring, EngineId producer,
                                bool writes, const std::vector<SiteId>& setters) {
  std::optional<ControlId> nest;
  for (SiteId site : setters) {
    const auto here = constant_nest(program, placement, site);
    if (!here || (nest && *nest != *here)) return std::nullopt;
    nest = here;
  }
  if (!nest) return std::nullopt;
  SweepWalk walk(program, operands, ring, producer, writes);
  return walk.walk_loop(*nest) ? walk.fit(*nest) : std::nullopt;
}

}  // namespace tidemark::sync
