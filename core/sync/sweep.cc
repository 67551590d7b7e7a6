#include "core/sync/sweep.h"

#include <algorithm>
#include <variant>

namespace tidemark::sync {
namespace {

constexpr std::int64_t kLongestSweep = 65'536;  // instances walked

// Below it a register for each slot is as cheap as strides, or steps in a register.
constexpr std::int64_t kWorthwhileSlots = 8;

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

  // By slot: the instances that follow the one that set it. Empty if some slot is not set.
  std::vector<std::int64_t> take_behind() {
    if (std::ranges::find(last_set_, -1) != last_set_.end()) return {};
    for (std::int64_t& slot : last_set_) slot = count_ - 1 - slot;
    return std::move(last_set_);
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

// Finds the direction and the stride for which every loop's slots lie behind as sweep.h
// says; the same for all loops.
class Fit {
 public:
  using Direction = SweptRing::Direction;

  explicit Fit(std::vector<std::pair<ControlId, std::vector<std::int64_t>>> behind)
      : behind_(std::move(behind)), slots_(std::ssize(behind_.front().second)) {}

  std::optional<SweptRing> run() const {
    for (Direction direction : {Direction::up, Direction::down})
      for (std::int64_t stride = 1; 2 * stride <= slots_; ++stride)
        if (slots_ % stride == 0)
          if (auto found = with(direction, stride)) return found;
    return std::nullopt;
  }

 private:
  std::optional<SweptRing> with(Direction direction, std::int64_t stride) const {
    SweptRing ring{slots_, direction, stride, 0, {}};
    if (stride > 1) ring.within = at(0, direction, 1) - at(0, direction, 0);
    if (ring.within < 0) return std::nullopt;
    for (std::size_t loop = 0; loop < behind_.size(); ++loop) {
      const std::int64_t last = at(loop, direction, 0);
      const std::int64_t step = at(loop, direction, stride) - last;
      if (step < 0) return std::nullopt;
      for (std::int64_t y = 0; y < slots_; ++y)
        if (at(loop, direction, y) != last + step * (y / stride) + ring.within * (y % stride))
          return std::nullopt;
      ring.sweeps.push_back({behind_[loop].first, last, step});
    }
    return ring;
  }

  std::int64_t at(std::size_t loop, Direction direction, std::int64_t y) const {
    const std::int64_t slot = direction == Direction::up ? slots_ - 1 - y : y;
    return behind_[loop].second[static_cast<std::size_t>(slot)];
  }

  std::vector<std::pair<ControlId, std::vector<std::int64_t>>> behind_;  // by loop, by slot
  std::int64_t slots_;
};

}  // namespace

std::optional<SweptRing> find_sweeps(const Program& program, const Operands& operands,
                                     const Placement& placement, RegionId ring, EngineId producer,
                                     bool writes, const std::vector<SiteId>& setters) {
  std::vector<ControlId> nests;
  for (SiteId site : setters) {
    const auto here = constant_nest(program, placement, site);
    if (!here) return std::nullopt;
    if (std::ranges::find(nests, *here) == nests.end()) nests.push_back(*here);
  }
  std::vector<std::pair<ControlId, std::vector<std::int64_t>>> behind;
  for (ControlId nest : nests) {
    SweepWalk walk(program, operands, ring, producer, writes);
    if (!walk.walk_loop(nest)) return std::nullopt;
    behind.emplace_back(nest, walk.take_behind());
    if (behind.back().second.empty()) return std::nullopt;
  }
  if (behind.empty()) return std::nullopt;
  std::optional<SweptRing> found = Fit(std::move(behind)).run();
  const bool is_simple = found && found->sweeps.size() == 1 && found->stride == 1;
  if (!is_simple && operands.regions[ring].slots < kWorthwhileSlots) return std::nullopt;
  return found;
}

}  // namespace tidemark::sync
