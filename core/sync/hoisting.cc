#include "core/sync/hoisting.h"

#include <algorithm>
#include <iterator>
#include <variant>

namespace tidemark::sync {
namespace {

constexpr std::int64_t kMostCopies = 16;  // of one snapshot

// Calls visit(ControlId) on every constant loop that stands in no other.
template <class Visit>
void for_each_outermost_constant_loop(const Program& program, const Block& block, Visit&& visit) {
  const auto look_in = [&](const Block& inner) {
    for_each_outermost_constant_loop(program, inner, visit);
  };
  for (const Statement& statement : block) {
    const auto* id = std::get_if<ControlId>(&statement);
    if (!id) continue;
    const auto& form = program.controls[*id].form;
    if (constant_loop(program, *id)) {
      visit(*id);
    } else if (const auto* loop = std::get_if<For>(&form)) {
      look_in(loop->body);
    } else if (const auto* branch = std::get_if<If>(&form)) {
      look_in(branch->then_block);
      look_in(branch->else_block);
    } else {
      look_in(std::get<While>(form).body);
    }
  }
}

// Moves the snapshots of one stream.
class Hoister {
 public:
  Hoister(const Plan& plan, EngineId stream, const PlannedWaits& waits,
          const Table<GroupId, SnapshotGroup>& groups, SnapshotPoints& points)
      : program_(plan.program),
        operands_(plan.operands),
        counting_(plan.counting),
        stream_(stream),
        waits_(waits),
        groups_(groups),
        points_(points),
        unknown_(program_.engines.size()) {}

  // A constant loop that stands in no other: outside of those nothing moves.
  void move_out_of(ControlId loop) {
    Inside outer;
    walk_inside(loop, outer);
  }

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
  struct Inside {
    std::vector<Movable> movable;  // in order
    std::vector<GroupId> settled;  // registers that are read, or set by what cannot move
  };
  // Instances of each engine up to the end of a block; where their number changes, none.
  using Counts = std::vector<std::optional<std::int64_t>>;

  // The register that a group's values are kept in.
  GroupId register_of(GroupId group) const { return groups_[group].shares.value_or(group); }

  // Adds what the block has, backwards. `behind`: instances between the block's end and where
  // its snapshots would go.
  void walk_block(const Block& block, Counts& behind, Inside& inside) {
    for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
      if (const auto* instruction = std::get_if<InstructionId>(&*statement))
        walk_site(operands_.site_of(*instruction), behind, inside);
      else if (const auto* control = std::get_if<ControlId>(&*statement))
        walk_control(*control, behind, inside);
    }
  }

  void walk_site(SiteId site, Counts& behind, Inside& inside) {
    add_movable(points_.after_site[site], site, behind, inside);
    if (operands_.sites[site].engine == stream_)
      for (const PlannedWait& wait : waits_.of_site(site))
        if (wait.source == PlannedWait::Source::snapshot)
          inside.settled.push_back(register_of(wait.group));
    auto& count = behind[operands_.sites[site].engine.value];
    if (count) ++*count;
  }

  template <class Home>
  void add_movable(std::span<const SnapshotPoint> points, Home home, const Counts& behind,
                   Inside& inside) {
    for (auto point = points.rbegin(); point != points.rend(); ++point) {
      const auto count = behind[groups_[point->group].producer.value];
      if (count && !groups_[point->group].swept)
        inside.movable.push_back({*point, home, *count, {}});
      else
        inside.settled.push_back(point->group);
    }
  }

  void walk_control(ControlId id, Counts& behind, Inside& inside) {
    std::vector<Movable> left = walk_inside(id, inside);
    add_movable(points_.after_control[id], id, behind, inside);
    keep_unrolled(left, behind, inside);
    for (std::size_t e = 0; e < behind.size(); ++e) {
      if (counting_.moving(id).test(e)) behind[e].reset();
      if (behind[e]) *behind[e] += counting_.net(id, EngineId(static_cast<std::uint32_t>(e)));
    }
    walk_reads(id, behind, inside);
  }

  // What of the control statement's inside can still move: only through loops that are
  // unrolled. The rest is settled.
  std::vector<Movable> walk_inside(ControlId id, Inside& outer) {
    const auto& form = program_.controls[id].form;
    if (const auto* loop = std::get_if<For>(&form)) {
      const auto constant = constant_loop(program_, id);
      if (constant && constant->trips > 0) return walk_loop(id, *constant, loop->body, outer);
      walk_block(loop->body, unknown_, outer);
    } else if (const auto* branch = std::get_if<If>(&form)) {
      walk_block(branch->then_block, unknown_, outer);
      walk_block(branch->else_block, unknown_, outer);
    } else {
      walk_block(std::get<While>(form).body, unknown_, outer);
    }
    return {};
  }

  std::vector<Movable> walk_loop(ControlId id, const ConstantLoop& loop, const Block& block,
                                 Inside& outer) {
    Inside body;
    Counts behind(program_.engines.size(), 0);
    walk_block(block, behind, body);
    std::ranges::reverse(body.movable);
    unroll(id, loop, body);
    move_out(id, loop.trips, body);
    append(body.settled, outer.settled);
    return std::move(body.movable);
  }

  // They stand in the control statement, in front of what `behind` counts.
  void keep_unrolled(std::vector<Movable>& left, const Counts& behind, Inside& inside) {
    for (auto movable = left.rbegin(); movable != left.rend(); ++movable) {
      const auto count = behind[groups_[movable->point.group].producer.value];
      if (!count) {
        inside.settled.push_back(movable->point.group);
        continue;
      }
      movable->behind += *count;
      inside.movable.push_back(std::move(*movable));
    }
  }

  void walk_reads(ControlId id, Counts& behind, Inside& inside) {
    const bool is_while = std::holds_alternative<While>(program_.controls[id].form);
    const std::span<const SiteId> reads = operands_.reads_of(id);
    for (auto read = reads.rbegin(); read != reads.rend(); ++read) {
      // A `while` reads in each iteration and once more; `net` has counted the last.
      walk_site(*read, is_while ? unknown_ : behind, inside);
    }
  }

  // Those whose slot the loop chooses: to be taken for each trip, or to stay.
  void unroll(ControlId id, const ConstantLoop& loop, Inside& body) {
    for (Movable& movable : body.movable) {
      if (!chooses_slot_by(movable.point, id)) continue;
      const EngineId producer = groups_[movable.point.group].producer;
      movable.unrolled.push_back({id, loop, counting_.of_body(id, producer)});
      if (copies_of(movable) > kMostCopies || counting_.moving(id).test(producer.value) ||
          !is_small(loop) || !stands_alone(movable, body))
        body.settled.push_back(movable.point.group);
    }
  }

  // Copies of two snapshots of one register would get out of order.
  static bool stands_alone(const Movable& movable, const Inside& body) {
    return std::ranges::count(body.movable, movable.point.group,
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

  // Those snapshots of the loop's body that can, now follow the loop.
  void move_out(ControlId loop, std::int64_t trips, Inside& body) {
    for (const Movable& movable : body.movable)
      if (operands_.touches[movable.point.touch].names_counter)
        body.settled.push_back(movable.point.group);
    sort_unique(body.settled);
    const auto stays = [&](const Movable& movable) {
      return std::ranges::binary_search(body.settled, movable.point.group);
    };
    // While a register's snapshots are only unrolled, they wait for a loop that repeats them.
    std::vector<GroupId> waiting;
    for (const Movable& movable : body.movable)
      if (!movable.unrolled.empty() && (movable.unrolled.back().loop == loop || trips == 1))
        waiting.push_back(movable.point.group);
    std::ranges::sort(waiting);
    std::vector<Movable> kept;
    for (Movable& movable : body.movable) {
      if (stays(movable)) continue;
      if (std::ranges::binary_search(waiting, movable.point.group))
        kept.push_back(std::move(movable));
      else
        place_after(loop, movable);
    }
    body.movable = std::move(kept);
  }

  void place_after(ControlId loop, Movable& movable) {
    const auto is_it = [&](const SnapshotPoint& point) {
      return point.group == movable.point.group && point.touch == movable.point.touch &&
             std::ranges::equal(point.fixed, movable.point.fixed);
    };
    if (const auto* site = std::get_if<SiteId>(&movable.home))
      points_.after_site.drop_if(*site, is_it);
    else
      std::erase_if(points_.after_control[std::get<ControlId>(movable.home)], is_it);
    movable.point.behind += movable.behind;
    place_copies(loop, movable.point, movable.unrolled);
  }

  // One for each trip of the unrolled loops, in order of execution.
  void place_copies(ControlId loop, const SnapshotPoint& point,
                    std::span<const Unrolled> unrolled) {
    if (unrolled.empty()) return points_.after_control[loop].push_back(point);
    const Unrolled& outermost = unrolled.back();
    for (std::int64_t trip = 0; trip < outermost.trips.trips; ++trip) {
      SnapshotPoint copy = point;
      copy.behind += (outermost.trips.trips - 1 - trip) * outermost.of_trip;
      auto& fixed = points_.fixed.emplace_back(point.fixed.begin(), point.fixed.end());
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

  static void sort_unique(std::vector<GroupId>& groups) {
    std::ranges::sort(groups);
    const auto repeated = std::ranges::unique(groups);
    groups.erase(repeated.begin(), repeated.end());
  }

  static void append(std::span<const GroupId> from, std::vector<GroupId>& to) {
    to.insert(to.end(), from.begin(), from.end());
  }

  const Program& program_;
  const Operands& operands_;
  const Counting& counting_;
  EngineId stream_;
  const PlannedWaits& waits_;
  const Table<GroupId, SnapshotGroup>& groups_;
  SnapshotPoints& points_;
  Counts unknown_;  // from inside of what no snapshot can leave; it stays as it is
};

}  // namespace

void hoist_snapshots(const Plan& plan, const PlannedWaits& waits,
                     const Table<GroupId, SnapshotGroup>& groups,
                     Table<EngineId, SnapshotPoints>& points) {
  std::vector<Hoister> hoisters;
  for (EngineId stream : plan.operands.participants)
    hoisters.emplace_back(plan, stream, waits, groups, points[stream]);
  for_each_outermost_constant_loop(plan.program, plan.program.body, [&](ControlId loop) {
    for (Hoister& hoister : hoisters) hoister.move_out_of(loop);
  });
}

}  // namespace tidemark::sync
