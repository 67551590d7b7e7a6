#include "core/sync/hoisting.h"

#include <algorithm>
#include <ranges>
#include <variant>

namespace tidemark::sync {
namespace {

constexpr std::int64_t kMostCopies = 16;  // of one snapshot

// Calls visit(ControlId) on every constant loop that stands in no other.
template <class Visit>
void for_each_outermost_constant_loop(const Program& program, const Outline& outline,
                                      Outline::Block block, Visit&& visit) {
  for (const Statement& statement : block) {
    const auto* id = std::get_if<ControlId>(&statement);
    if (!id) continue;
    if (constant_loop(program, *id)) {
      visit(*id);
    } else {
      for_each_outermost_constant_loop(program, outline, outline.body(*id), visit);
      for_each_outermost_constant_loop(program, outline, outline.else_body(*id), visit);
    }
  }
}

class Hoister {
 public:
  Hoister(const Plan& plan, const PlannedWaits& waits, const Table<GroupId, SnapshotGroup>& groups,
          Table<EngineId, SnapshotPoints>& points)
      : program_(plan.program),
        outline_(plan.outline),
        operands_(plan.operands),
        counting_(plan.counting),
        waits_(waits),
        groups_(groups),
        points_(points),
        settled_(groups.size()),
        waiting_(groups.size()),
        unknown_(program_.engines.size()) {}

  // A constant loop that stands in no other: outside of those nothing moves.
  void move_out_of(ControlId loop) { walk_inside(loop); }

 private:
  // A loop that a snapshot can only leave as one for each trip.
  struct Unrolled {
    ControlId loop;
    ConstantLoop trips;
    std::int64_t of_trip = 0;  // the producer's instances
  };
  // A snapshot of a block that every walk through the block takes, once.
  struct Movable {
    SnapshotPoint point;
    std::variant<SiteId, ControlId> home;  // after which it is taken now
    std::int64_t behind = 0;               // the producer's instances from there to the block's end
    std::vector<Unrolled> unrolled;        // between there and the block, innermost first
  };
  // Steps of the walk: what was noted within a loop was noted when it began or later.
  using Time = std::uint32_t;
  // Instances of each engine up to the end of a block; where their number changes, none.
  using Counts = std::vector<std::optional<std::int64_t>>;

  // The register that a group's values are kept in.
  GroupId register_of(GroupId group) const { return groups_[group].shares.value_or(group); }

  SnapshotPoints& points_of(const SnapshotPoint& point) {
    return points_[groups_[point.group].stream];
  }

  // The register is read, or set by what cannot move: so nothing else of it can.
  void settle(GroupId id) { settled_[id] = now_; }

  // Adds what the block has, backwards. `behind`: instances between the block's end and where
  // its snapshots would go.
  void walk_block(Outline::Block block, Counts& behind) {
    for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
      if (const auto* instruction = std::get_if<InstructionId>(&*statement))
        walk_site(operands_.site_of(*instruction), behind);
      else if (const auto* control = std::get_if<ControlId>(&*statement))
        walk_control(*control, behind);
    }
  }

  void walk_site(SiteId site, Counts& behind) {
    for (const SnapshotPoints& points : points_)
      for (const KeptTouch& kept : points.after_site[site] | std::views::reverse)
        add_movable({kept.touch, kept.group, 0, {}}, site, behind);
    for (const PlannedWait& wait : waits_[site])
      if (wait.source == PlannedWait::Source::snapshot) settle(register_of(wait.group));
    auto& count = behind[operands_.sites[site].engine.value];
    if (count) ++*count;
  }

  template <class Home>
  void add_movable(const SnapshotPoint& point, Home home, const Counts& behind) {
    const auto count = behind[groups_[point.group].producer.value];
    if (count && !groups_[point.group].swept)
      movable_.push_back({point, home, *count, {}});
    else
      settle(point.group);
  }

  void walk_control(ControlId id, Counts& behind) {
    std::vector<Movable> left = walk_inside(id);
    for (const SnapshotPoints& points : points_)
      for (const SnapshotPoint& point : points.after_control[id] | std::views::reverse)
        add_movable(point, id, behind);
    keep_unrolled(left, behind);
    for (std::size_t e = 0; e < behind.size(); ++e) {
      if (counting_.moving(id).test(e)) behind[e].reset();
      if (behind[e]) *behind[e] += counting_.net(id, EngineId(static_cast<std::uint32_t>(e)));
    }
    walk_reads(id, behind);
  }

  // What of the control statement's inside can still move: only through loops that are
  // unrolled. The rest is settled.
  std::vector<Movable> walk_inside(ControlId id) {
    const auto constant = constant_loop(program_, id);
    if (constant && constant->trips > 0) return walk_loop(id, *constant);
    walk_block(outline_.body(id), unknown_);
    walk_block(outline_.else_body(id), unknown_);
    return {};
  }

  std::vector<Movable> walk_loop(ControlId id, const ConstantLoop& loop) {
    const Time begin = ++now_;
    const std::size_t first = movable_.size();
    Counts behind(program_.engines.size(), 0);
    walk_block(outline_.body(id), behind);
    const std::span<Movable> body = std::span(movable_).subspan(first);
    std::ranges::reverse(body);
    unroll(id, loop, body);
    std::vector<Movable> kept = move_out(id, loop.trips, begin, body);
    movable_.resize(first);
    return kept;
  }

  // They stand in the control statement, in front of what `behind` counts.
  void keep_unrolled(std::vector<Movable>& left, const Counts& behind) {
    for (auto movable = left.rbegin(); movable != left.rend(); ++movable) {
      const auto count = behind[groups_[movable->point.group].producer.value];
      if (!count) {
        settle(movable->point.group);
        continue;
      }
      movable->behind += *count;
      movable_.push_back(std::move(*movable));
    }
  }

  void walk_reads(ControlId id, Counts& behind) {
    const bool is_while = outline_.kind(id) == Outline::Kind::while_loop;
    const std::span<const SiteId> reads = operands_.reads_of(id);
    for (auto read = reads.rbegin(); read != reads.rend(); ++read) {
      // A `while` reads in each iteration and once more; `net` has counted the last.
      walk_site(*read, is_while ? unknown_ : behind);
    }
  }

  // Those whose slot the loop chooses: to be taken for each trip, or to stay.
  void unroll(ControlId id, const ConstantLoop& loop, std::span<Movable> body) {
    for (Movable& movable : body) {
      if (!chooses_slot_by(movable.point, id)) continue;
      const EngineId producer = groups_[movable.point.group].producer;
      movable.unrolled.push_back({id, loop, counting_.of_body(id, producer)});
      if (copies_of(movable) > kMostCopies || counting_.moving(id).test(producer.value) ||
          !is_small(loop) || !stands_alone(movable, body))
        settle(movable.point.group);
    }
  }

  // Copies of two snapshots of one register would get out of order.
  static bool stands_alone(const Movable& movable, std::span<const Movable> body) {
    return std::ranges::count(body, movable.point.group,
                              [](const Movable& other) { return other.point.group; }) == 1;
  }

  // No slot passes 64 bits for a variable that is replaced by its value.
  static bool is_small(const ConstantLoop& loop) {
    constexpr std::int64_t kLargest = std::int64_t{1} << 20;
    return -kLargest <= loop.lower && loop.lower <= kLargest && loop.step <= kLargest;
  }

  static std::int64_t copies_of(const Movable& movable) {
    std::int64_t copies = 1;
    for (const Unrolled& loop : movable.unrolled)
      copies *= std::min(loop.trips.trips, kMostCopies + 1);
    return copies;
  }

  // Those snapshots of the loop's body that can, now follow the loop. Returns those that are
  // only unrolled: they wait for a loop that repeats them, and so does all of their register.
  std::vector<Movable> move_out(ControlId loop, std::int64_t trips, Time begin,
                                std::span<Movable> body) {
    const Time here = ++now_;
    for (const Movable& movable : body) {
      if (operands_.touches[movable.point.touch].names_counter) settle(movable.point.group);
      if (!movable.unrolled.empty() && (movable.unrolled.back().loop == loop || trips == 1))
        waiting_[movable.point.group] = here;
    }
    std::vector<Movable> kept;
    for (Movable& movable : body) {
      if (settled_[movable.point.group] >= begin) continue;
      if (waiting_[movable.point.group] == here)
        kept.push_back(std::move(movable));
      else
        place_after(loop, movable);
    }
    return kept;
  }

  void place_after(ControlId loop, Movable& movable) {
    const auto is_it = [&](const auto& point) {
      return point.group == movable.point.group && point.touch == movable.point.touch;
    };
    const auto is_it_there = [&](const SnapshotPoint& point) {
      return is_it(point) && std::ranges::equal(point.fixed, movable.point.fixed);
    };
    SnapshotPoints& points = points_of(movable.point);
    if (const auto* site = std::get_if<SiteId>(&movable.home))
      points.after_site.drop_if(*site, is_it);
    else
      std::erase_if(points.after_control[std::get<ControlId>(movable.home)], is_it_there);
    movable.point.behind += movable.behind;
    place_copies(loop, movable.point, movable.unrolled);
  }

  // One for each trip of the unrolled loops, in order of execution.
  void place_copies(ControlId loop, const SnapshotPoint& point,
                    std::span<const Unrolled> unrolled) {
    SnapshotPoints& points = points_of(point);
    if (unrolled.empty()) return points.after_control[loop].push_back(point);
    const Unrolled& outermost = unrolled.back();
    for (std::int64_t trip = 0; trip < outermost.trips.trips; ++trip) {
      SnapshotPoint copy = point;
      copy.behind += (outermost.trips.trips - 1 - trip) * outermost.of_trip;
      auto& fixed = points.fixed.emplace_back(point.fixed.begin(), point.fixed.end());
      fixed.push_back({outermost.loop, outermost.trips.lower + trip * outermost.trips.step});
      copy.fixed = fixed;
      place_copies(loop, copy, unrolled.first(unrolled.size() - 1));
    }
  }

  const Residue* slot_of(const SnapshotPoint& point) const {
    const Access* access = operands_.touches[point.touch].access;
    return access && access->slot ? &*access->slot : nullptr;
  }

  bool chooses_slot_by(const SnapshotPoint& point, ControlId loop) const {
    const Residue* slot = slot_of(point);
    return slot && slot->form.coefficient_of(Symbol::of(loop)) != 0;
  }

  const Program& program_;
  const Outline& outline_;
  const Operands& operands_;
  const Counting& counting_;
  const PlannedWaits& waits_;
  const Table<GroupId, SnapshotGroup>& groups_;
  Table<EngineId, SnapshotPoints>& points_;  // by stream

  std::vector<Movable> movable_;  // of the loops around, innermost last
  Time now_ = 0;
  Table<GroupId, Time> settled_;  // last
  Table<GroupId, Time> waiting_;  // the same, for a loop further out
  Counts unknown_;                // from inside of what no snapshot can leave; it stays as it is
};

}  // namespace

void hoist_snapshots(const Plan& plan, const PlannedWaits& waits,
                     const Table<GroupId, SnapshotGroup>& groups,
                     Table<EngineId, SnapshotPoints>& points) {
  Hoister hoister(plan, waits, groups, points);
  for_each_outermost_constant_loop(plan.program, plan.outline, plan.outline.whole(),
                                   [&](ControlId loop) { hoister.move_out_of(loop); });
}

}  // namespace tidemark::sync
