#include "core/sync/register_sharing.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark::sync {
namespace {

class Sharer {
 public:
  Sharer(const Plan& plan, const PlannedWaits& waits, Table<GroupId, SnapshotGroup>& groups,
         Table<EngineId, SnapshotPoints>& points)
      : operands_(plan.operands),
        placement_(plan.placement),
        waits_(waits),
        groups_(groups),
        points_(points) {}

  void run() {
    const Table<GroupId, std::vector<SiteId>> taken = sites_of_points();
    const Table<GroupId, std::vector<SiteId>> used = sites_of_uses();
    std::map<Signature, std::vector<GroupId>> alike;
    for (GroupId id : groups_.ids()) {
      if (may_share(id) && !taken[id].empty() && !is_read_after(used[id], taken[id]) &&
          has_stable_slots(id, taken[id]))
        alike[signature(id, taken[id])].push_back(id);
    }
    for (const auto& [signature, ids] : alike) share(ids, taken);
    for (SnapshotPoints& points : points_)
      for (auto& [place, groups] : points.cleared) clear_shared(groups);
  }

 private:
  bool may_share(GroupId id) const {
    const SnapshotGroup& group = groups_[id];
    return group.regions == 1 && !group.swept && !group.clears;
  }

  // A barrier clears registers, whichever of their groups is read after it.
  void clear_shared(std::vector<GroupId>& groups) const {
    for (GroupId& id : groups) id = groups_[id].shares.value_or(id);
    std::ranges::sort(groups);
    const auto repeated = std::ranges::unique(groups);
    groups.erase(repeated.begin(), repeated.end());
  }

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Where the snapshots of a cell are taken, relative to the first: groups with equal
  // signatures lie a constant number of instances apart, always.
  struct Signature {
    EngineId stream, producer;
    std::int64_t slots = 1;
    std::vector<std::pair<std::uint32_t, std::int64_t>> points;  // stretch, index there
    std::vector<std::pair<std::uint32_t, std::int64_t>> forms;   // of the slots, flattened
    friend auto operator<=>(const Signature&, const Signature&) = default;
  };

  // Whether a use follows one of the snapshots in the same stretch: where another group's
  // register is shared, it may not have been taken there yet.
  bool is_read_after(const std::vector<SiteId>& used, const std::vector<SiteId>& taken) const {
    std::unordered_map<std::uint32_t, SiteId> first;  // that is taken, by stretch
    for (SiteId point : taken) first.try_emplace(placement_.stretch[point], point);
    return std::ranges::any_of(used, [&](SiteId site) {
      const auto point = first.find(placement_.stretch[site]);
      return point != first.end() && point->second < site;
    });
  }

  // Of the groups that may share, the sites after which they are taken, and that use them.
  Table<GroupId, std::vector<SiteId>> sites_of_points() const {
    Table<GroupId, std::vector<SiteId>> taken(groups_.size());
    for (const SnapshotPoints& points : points_)
      for (SiteId site : points.after_site.ids())
        for (const KeptTouch& point : points.after_site[site])
          if (may_share(point.group)) taken[point.group].push_back(site);
    return taken;
  }

  Table<GroupId, std::vector<SiteId>> sites_of_uses() const {
    Table<GroupId, std::vector<SiteId>> used(groups_.size());
    for (const PlannedWait& wait : waits_.items())
      if (wait.source == PlannedWait::Source::snapshot && may_share(wait.group))
        used[wait.group].push_back(operands_.needs[wait.need].site);
    return used;
  }

  // Those by which a group's snapshots choose their slots, in order.
  std::vector<const Touch*> touches_taken(GroupId id, const std::vector<SiteId>& sites) const {
    std::vector<const Touch*> touches;
    if (groups_[id].slots == 1) return touches;
    for (SiteId site : sites)
      for (const KeptTouch& point : points_[groups_[id].stream].after_site[site])
        if (point.group == id) touches.push_back(&operands_.touches[point.touch]);
    return touches;
  }

  // Counters may step between the snapshots of two groups.
  bool has_stable_slots(GroupId id, const std::vector<SiteId>& sites) const {
    return std::ranges::none_of(touches_taken(id, sites),
                                [](const Touch* touch) { return touch->names_counter; });
  }

  Signature signature(GroupId id, const std::vector<SiteId>& sites) const {
    const SnapshotGroup& group = groups_[id];
    Signature result{group.stream, group.producer, group.slots, {}, {}};
    const std::int64_t origin = placement_.index_in_stretch[sites.front()];
    for (SiteId site : sites)
      result.points.emplace_back(placement_.stretch[site],
                                 placement_.index_in_stretch[site] - origin);
    for (const Touch* touch : touches_taken(id, sites)) {
      const Residue& slot = *touch->access->slot;
      for (const AffineTerm& term : slot.form.terms)
        result.forms.emplace_back(term.symbol.index * 2 + (term.symbol.kind == Symbol::Kind::param),
                                  term.coefficient);
      result.forms.emplace_back(kNone, slot.form.constant);
      result.forms.emplace_back(kNone, slot.modulus);
    }
    return result;
  }

  void share(const std::vector<GroupId>& ids, const Table<GroupId, std::vector<SiteId>>& taken) {
    const auto index = [&](GroupId id) { return placement_.index_in_stretch[taken[id].front()]; };
    const GroupId latest = *std::ranges::max_element(ids, {}, index);
    for (GroupId id : ids) {
      if (id == latest) continue;
      groups_[id].shares = latest;
      groups_[id].behind = index(latest) - index(id);
      for (SiteId site : taken[id])
        points_[groups_[id].stream].after_site.drop_if(
            site, [&](const KeptTouch& point) { return point.group == id; });
    }
  }

  const Operands& operands_;
  const Placement& placement_;
  const PlannedWaits& waits_;
  Table<GroupId, SnapshotGroup>& groups_;
  Table<EngineId, SnapshotPoints>& points_;  // by stream
};

}  // namespace

void share_registers(const Plan& plan, const PlannedWaits& waits,
                     Table<GroupId, SnapshotGroup>& groups,
                     Table<EngineId, SnapshotPoints>& points) {
  Sharer(plan, waits, groups, points).run();
}

}  // namespace tidemark::sync
