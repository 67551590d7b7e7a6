#include "core/sync/barrier_points.h"

#include <algorithm>
#include <map>

#include "core/sync/counting.h"
#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

// What the sites inside a control statement touch.
struct Contents {
  struct Use {
    EngineSet engines;
    bool is_written = false;
    bool is_pipelined = false;  // by an engine that must wait for its own results
  };
  std::map<RegionId, Use> regions;
  std::size_t sites = 0;

  void add(const Contents& other) {
    sites += other.sites;
    for (const auto& [region, use] : other.regions) {
      Use& mine = regions[region];
      mine.engines |= use.engines;
      mine.is_written |= use.is_written;
      mine.is_pipelined |= use.is_pipelined;
    }
  }

  bool is_quiet() const {
    return std::ranges::none_of(regions, [](const auto& item) {
      const Use& use = item.second;
      return use.is_written && (use.is_pipelined || use.engines.count() > 1);
    });
  }
};

class Placer {
 public:
  enum class Counts : std::uint8_t { reset, kept };

  Placer(const Program& program, const Operands& operands, Counts counts)
      : program_(program),
        operands_(operands),
        counts_(counts),
        points_(program.controls.size()),
        is_quiet_(program.controls.size()),
        is_empty_(program.controls.size()),
        constant_(program.controls.size()) {}

  BarrierPoints run() {
    gather(program_.body);
    place_block(program_.body, true);
    return std::move(points_);
  }

  BarrierPoints run_inside(std::span<const ControlId> loops) {
    gather(program_.body);
    for (ControlId loop : loops)
      if (!is_empty_[loop]) place(loop, false);
    return std::move(points_);
  }

 private:
  // --- what is inside

  void add_site(SiteId id, Contents& contents) const {
    const EngineId engine = operands_.sites[id].engine;
    ++contents.sites;
    for (const Touch& touch : operands_.touches_of(id))
      for (std::uint32_t r = 0; r < touch.count; ++r) {
        Contents::Use& use = contents.regions[RegionId(touch.first.value + r)];
        use.engines.set(engine.value);
        use.is_written |= touch.is_write;
        use.is_pipelined |= program_.engines[engine].inflight > 1;
      }
  }

  Contents gather(const Block& block) {
    Contents contents;
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement))
        add_site(operands_.site_of(*instruction), contents);
      else if (const auto* control = std::get_if<ControlId>(&statement))
        contents.add(gather(*control));
    }
    return contents;
  }

  Contents gather(ControlId control) {
    Contents contents;
    for (SiteId read : operands_.reads_of(control)) add_site(read, contents);
    const auto& form = program_.controls[control].form;
    if (const auto* loop = std::get_if<For>(&form)) {
      contents.add(gather(loop->body));
    } else if (const auto* branch = std::get_if<If>(&form)) {
      contents.add(gather(branch->then_block));
      contents.add(gather(branch->else_block));
    } else {
      contents.add(gather(std::get<While>(form).body));
    }
    is_quiet_[control] = contents.is_quiet();
    is_empty_[control] = contents.sites == 0;
    return contents;
  }

  // --- straight code

  bool is_straight(const Block& block) {
    return std::ranges::all_of(block, [&](const Statement& statement) {
      const auto* control = std::get_if<ControlId>(&statement);
      return !control || is_straight(*control);
    });
  }

  // As good as unrolled: constant loops, and branches that their variables decide.
  bool is_straight(ControlId control) {
    if (is_empty_[control]) return true;
    const auto& form = program_.controls[control].form;
    if (const auto* branch = std::get_if<If>(&form))
      return is_decided(branch->condition) && is_straight(branch->then_block) &&
             is_straight(branch->else_block);
    if (!constant_loop(program_, control)) return false;
    constant_[control] = true;
    const bool straight = is_straight(std::get<For>(form).body);
    constant_[control] = false;
    return straight;
  }

  bool is_decided(const Condition& condition) const {
    const auto* compare = std::get_if<Compare>(&condition);
    return compare && is_decided(compare->left.form) && is_decided(compare->right.form);
  }

  bool is_decided(const Affine& form) const {
    return std::ranges::all_of(form.terms, [&](const AffineTerm& term) {
      return term.symbol.kind == Symbol::Kind::variable && constant_[ControlId(term.symbol.index)];
    });
  }

  // --- placing. `clean`: nothing has been issued since the last barrier.

  bool place_block(const Block& block, bool clean) {
    for (const Statement& statement : block) {
      if (std::holds_alternative<InstructionId>(statement)) clean = false;
      const auto* control = std::get_if<ControlId>(&statement);
      if (control && !is_empty_[*control]) clean = place(*control, clean);
    }
    return clean;
  }

  bool place(ControlId control, bool clean) {
    const auto& form = program_.controls[control].form;
    const bool is_while = std::holds_alternative<While>(form);
    if (is_straight(control)) return false;
    if (is_quiet_[control]) {
      points_.put(control, BarrierPlace::after, counts_ == Counts::reset);
      return counts_ == Counts::reset;
    }
    const bool has_reads = !operands_.reads_of(control).empty();
    points_.separate(control);
    if (const auto* branch = std::get_if<If>(&form)) {
      points_.put(control, BarrierPlace::before, !clean);
      points_.put(control, BarrierPlace::end_of_then, !place_block(branch->then_block, !has_reads));
      points_.put(control, BarrierPlace::end_of_else, !place_block(branch->else_block, !has_reads));
      return true;
    }
    if (has_reads && !is_while) {
      points_.put(control, BarrierPlace::begin_of_iteration);
      points_.put(control, BarrierPlace::after);
      place_block(std::get<For>(form).body, true);
      return true;
    }
    points_.put(control, BarrierPlace::before, !clean);
    const Block& body = is_while ? std::get<While>(form).body : std::get<For>(form).body;
    points_.put(control, BarrierPlace::end_of_iteration,
                !place_block(body, !is_while) && !mutated(Mutant::no_barrier_between_trips));
    return !is_while;  // the last test of a `while` reads once more
  }

  const Program& program_;
  const Operands& operands_;
  Counts counts_;
  BarrierPoints points_;
  Table<ControlId, bool> is_quiet_, is_empty_;
  Table<ControlId, bool> constant_;  // the constant loops around, while asking for straight code
};

}  // namespace

BarrierPoints place_barriers(const Program& program, const Operands& operands) {
  return Placer(program, operands, Placer::Counts::reset).run();
}

BarrierPoints place_drains(const Program& program, const Operands& operands,
                           std::span<const ControlId> loops) {
  return Placer(program, operands, Placer::Counts::kept).run_inside(loops);
}

}  // namespace tidemark::sync
