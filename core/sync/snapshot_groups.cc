#include "core/sync/snapshot_groups.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tidemark::sync {
namespace {

using KeyOfGroup = std::pair<KeyId, GroupId>;

class Grouper {
 public:
  Grouper(const Plan& plan, PlannedWaits& waits)
      : plan_(plan),
        operands_(plan.operands),
        waits_(waits),
        of_key_(plan.program.engines.size()),
        pools_(plan.program.engines.size()) {
    for (EngineId stream : operands_.participants) {
      of_key_[stream] = Table<KeyId, std::optional<GroupId>>(operands_.key_count);
      if (operands_.has_choices) make_pools(stream, pools_[stream]);
    }
  }

  SnapshotGroups run() {
    for (SiteId site : operands_.sites.ids())
      for (PlannedWait& wait : waits_[site])
        if (wait.source == PlannedWait::Source::snapshot)
          wait.group = assign_group(operands_.sites[site].engine, wait);
    for (GroupId id : groups_.ids())
      if (groups_[id].regions == 1 && groups_[id].slots > 1) sweep(id);
    Lists<KeyId, GroupId> of_key = groups_by_key();
    return {std::move(groups_), std::move(of_key)};
  }

 private:
  struct Pool {
    EngineId producer;
    bool writes;
    std::uint32_t begin, end;  // regions
    std::optional<GroupId> group;
  };

  // Calls visit(SiteId, const PlannedWait&) on the waits of the stream whose thresholds are
  // kept in a register.
  template <class Visit>
  void for_each_use(EngineId stream, Visit&& visit) const {
    for (SiteId site : operands_.sites_of_engine[stream])
      for (const PlannedWait& wait : waits_[site])
        if (wait.source == PlannedWait::Source::snapshot) visit(site, wait);
  }

  // The ranges of regions that operands choose among, joined where they overlap: those
  // that this stream waits for, and those by which a producer sets what it waits for.
  void make_pools(EngineId stream, std::vector<Pool>& pools) const {
    for_each_use(stream, [&](SiteId, const PlannedWait& use) {
      const Need& need = operands_.needs[use.need];
      add_pool(need.producer, need.last_write, operands_.touches[need.touch], pools);
    });
    for (const Site& site : operands_.sites)
      for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
        const Touch& touch = operands_.touches[t];
        add_pool(site.engine, false, touch, pools);
        if (touch.is_write) add_pool(site.engine, true, touch, pools);
      }
    std::ranges::sort(pools, {},
                      [](const Pool& p) { return std::tuple(p.producer, p.writes, p.begin); });
    std::vector<Pool> joined;
    for (const Pool& pool : pools) {
      const bool same = !joined.empty() && joined.back().producer == pool.producer &&
                        joined.back().writes == pool.writes && pool.begin < joined.back().end;
      if (same)
        joined.back().end = std::max(joined.back().end, pool.end);
      else
        joined.push_back(pool);
    }
    pools = std::move(joined);
  }

  static void add_pool(EngineId producer, bool writes, const Touch& touch,
                       std::vector<Pool>& pools) {
    if (touch.kind != Touch::Kind::any) return;
    const std::uint32_t begin = touch.first.value, end = touch.first.value + touch.count;
    const bool same = !pools.empty() && pools.back().producer == producer &&
                      pools.back().writes == writes && pools.back().begin == begin &&
                      pools.back().end == end;
    if (!same) pools.push_back({producer, writes, begin, end, {}});
  }

  Pool* pool_of(EngineId stream, const Need& need) {
    if (pools_[stream].empty()) return nullptr;
    const RegionId region = operands_.touches[need.touch].first;
    for (Pool& pool : pools_[stream])
      if (pool.producer == need.producer && pool.writes == need.last_write &&
          pool.begin <= region.value && region.value < pool.end)
        return &pool;
    return nullptr;
  }

  GroupId assign_group(EngineId stream, const PlannedWait& use) {
    const Need& need = operands_.needs[use.need];
    Pool* pool = pool_of(stream, need);
    std::optional<GroupId> id = pool ? pool->group : of_key_[stream][need.key];
    if (!id) id = pool ? make_pool_group(stream, *pool) : make_group(stream, need);
    SnapshotGroup& group = groups_[*id];
    group.clears |= use.clears;
    // Where a barrier resets counts, a register may not keep a value from before it.
    group.setters |= pool || plan_.barriers ? kAllSetters : plan_.analysis.needs[use.need].setters;
    return *id;
  }

  GroupId make_pool_group(EngineId stream, Pool& pool) {
    SnapshotGroup group;
    group.stream = stream;
    group.producer = pool.producer;
    group.writes = pool.writes;
    group.first = RegionId(pool.begin);
    group.regions = pool.end - pool.begin;
    group.slots = group.regions;
    pool.group = groups_.push(group);
    for (std::uint32_t r = pool.begin; r < pool.end; ++r)
      for (const Toucher& toucher : operands_.regions[RegionId(r)].touchers)
        if (toucher.engine == pool.producer) keep(key_of(toucher, pool.writes), *pool.group);
    return *pool.group;
  }

  GroupId make_group(EngineId stream, const Need& need) {
    SnapshotGroup group;
    group.stream = stream;
    group.producer = need.producer;
    group.writes = need.last_write;
    group.first = operands_.touches[need.touch].first;
    group.slots = operands_.regions[group.first].slots;
    const GroupId id = groups_.push(group);
    keep(need.key, id);
    return id;
  }

  void keep(KeyId key, GroupId group) {
    of_key_[groups_[group].stream][key] = group;
    keys_.emplace_back(key, group);
  }

  static KeyId key_of(const Toucher& toucher, bool writes) {
    return writes ? toucher.write_key(0) : toucher.access_key(0);
  }

  void sweep(GroupId id) {
    SnapshotGroup& group = groups_[id];
    group.swept = sweeps_of(id, group);
    if (group.swept) group.slots = 1;
  }

  // Sweeps serve if every use by this stream stands outside of their loops, and no other
  // setter's value is waited for.
  std::optional<SweptRing> sweeps_of(GroupId id, const SnapshotGroup& group) const {
    const RegionId ring = group.first;
    std::vector<SiteId> setters;
    for (SiteId site : plan_.sites_of_region[ring]) {
      if (operands_.sites[site].engine != group.producer) continue;
      const bool sets = std::ranges::any_of(operands_.touches_of(site), [&](const Touch& touch) {
        return touch.first == ring && (touch.is_write || !group.writes) &&
               (touch.setters() & group.setters) != 0;
      });
      if (!sets) continue;
      const auto around = plan_.placement.of_site[site];
      if (!around || !constant_loop(plan_.program, *around)) return std::nullopt;
      setters.push_back(site);
    }
    auto swept = find_sweeps(plan_.program, operands_, plan_.placement, ring, group.producer,
                             group.writes, setters);
    return swept && !is_used_inside(id, *swept) ? swept : std::nullopt;
  }

  bool is_used_inside(GroupId id, const SweptRing& swept) const {
    bool found = false;
    for_each_use(groups_[id].stream, [&](SiteId site, const PlannedWait& use) {
      found |= use.group == id && std::ranges::any_of(swept.sweeps, [&](const Sweep& sweep) {
                 return plan_.placement.is_inside(plan_.placement.of_site[site], sweep.loop);
               });
    });
    return found;
  }

  // None of those that are swept: their snapshots follow loops.
  Lists<KeyId, GroupId> groups_by_key() {
    std::ranges::sort(keys_);
    Lists<KeyId, GroupId> result(operands_.key_count);
    for (const auto& [key, group] : keys_)
      if (!groups_[group].swept) result.add(key, group);
    return result;
  }

  const Plan& plan_;
  const Operands& operands_;
  PlannedWaits& waits_;
  Table<GroupId, SnapshotGroup> groups_;
  std::vector<KeyOfGroup> keys_;                                  // at slot 0
  Table<EngineId, Table<KeyId, std::optional<GroupId>>> of_key_;  // by stream; the same
  Table<EngineId, std::vector<Pool>> pools_;                      // by stream
};

}  // namespace

Table<RegionId, std::vector<SiteId>> sites_by_region(const Operands& operands) {
  Table<RegionId, std::vector<SiteId>> result(operands.regions.size());
  for (SiteId site : operands.sites.ids())
    for (const Touch& touch : operands.touches_of(site))
      if (touch.kind == Touch::Kind::ring) result[touch.first].push_back(site);
  return result;
}

SnapshotGroups make_snapshot_groups(const Plan& plan, PlannedWaits& waits) {
  return Grouper(plan, waits).run();
}

}  // namespace tidemark::sync
