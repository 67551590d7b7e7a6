#include "core/sync/snapshot_groups.h"

#include <algorithm>
#include <ranges>
#include <span>
#include <tuple>
#include <utility>

namespace tidemark::sync {
namespace {

// The waits whose thresholds are kept in a register.
auto uses_in(std::span<PlannedWait> waits) {
  return waits | std::views::filter([](const PlannedWait& wait) {
           return wait.source == PlannedWait::Source::snapshot;
         });
}

using KeyOfGroup = std::pair<KeyId, GroupId>;

// Forms the groups of one stream.
class Grouper {
 public:
  Grouper(const Plan& plan, EngineId stream, std::span<PlannedWait> waits,
          Table<GroupId, SnapshotGroup>& groups, std::vector<KeyOfGroup>& keys)
      : plan_(plan),
        operands_(plan.operands),
        stream_(stream),
        waits_(waits),
        groups_(groups),
        keys_(keys),
        waited_for_(operands_.key_count),
        of_key_(operands_.key_count) {}

  void run() {
    if (operands_.has_choices) make_pools();
    for (const PlannedWait& use : uses_in(waits_))
      waited_for_[operands_.needs[use.need].key] |= use.setters;
    for (PlannedWait& use : uses_in(waits_)) use.group = assign_group(use);
  }

 private:
  struct Pool {
    EngineId producer;
    bool writes;
    std::uint32_t begin, end;  // regions
    std::optional<GroupId> group;
  };

  // The ranges of regions that operands choose among, joined where they overlap: those
  // that this stream waits for, and those by which a producer sets what it waits for.
  void make_pools() {
    for (const PlannedWait& use : uses_in(waits_)) {
      const Need& need = operands_.needs[use.need];
      add_pool(need.producer, need.last_write, operands_.touches[need.touch]);
    }
    for (const Site& site : operands_.sites)
      for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
        const Touch& touch = operands_.touches[t];
        add_pool(site.engine, false, touch);
        if (touch.is_write) add_pool(site.engine, true, touch);
      }
    std::ranges::sort(pools_, {},
                      [](const Pool& p) { return std::tuple(p.producer, p.writes, p.begin); });
    std::vector<Pool> joined;
    for (const Pool& pool : pools_) {
      const bool same = !joined.empty() && joined.back().producer == pool.producer &&
                        joined.back().writes == pool.writes && pool.begin < joined.back().end;
      if (same)
        joined.back().end = std::max(joined.back().end, pool.end);
      else
        joined.push_back(pool);
    }
    pools_ = std::move(joined);
  }

  void add_pool(EngineId producer, bool writes, const Touch& touch) {
    if (touch.kind != Touch::Kind::any) return;
    const std::uint32_t begin = touch.first.value, end = touch.first.value + touch.count;
    const bool same = !pools_.empty() && pools_.back().producer == producer &&
                      pools_.back().writes == writes && pools_.back().begin == begin &&
                      pools_.back().end == end;
    if (!same) pools_.push_back({producer, writes, begin, end, {}});
  }

  Pool* pool_of(EngineId producer, bool writes, RegionId region) {
    for (Pool& pool : pools_)
      if (pool.producer == producer && pool.writes == writes && pool.begin <= region.value &&
          region.value < pool.end)
        return &pool;
    return nullptr;
  }

  GroupId assign_group(const PlannedWait& use) {
    const Need& need = operands_.needs[use.need];
    Pool* pool = pool_of(need.producer, need.last_write, operands_.touches[need.touch].first);
    std::optional<GroupId> group = pool ? pool->group : of_key_[need.key];
    if (!group) group = pool ? make_pool_group(*pool) : make_group(need);
    groups_[*group].clears |= use.clears;
    groups_[*group].setters |= pool ? kAllSetters : use.setters;
    return *group;
  }

  GroupId make_pool_group(Pool& pool) {
    SnapshotGroup group;
    group.stream = stream_;
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

  GroupId make_group(const Need& need) {
    const Touch& touch = operands_.touches[need.touch];
    SnapshotGroup group;
    group.stream = stream_;
    group.producer = need.producer;
    group.writes = need.last_write;
    group.first = touch.first;
    group.slots = operands_.regions[touch.first].slots;
    if (touch.kind == Touch::Kind::ring) group.swept = sweeps_of(need);
    if (group.swept) group.slots = 1;
    const GroupId id = groups_.push(group);
    keep(need.key, id);
    return id;
  }

  void keep(KeyId key, GroupId group) {
    of_key_[key] = group;
    keys_.emplace_back(key, group);
  }

  static KeyId key_of(const Toucher& toucher, bool writes) {
    return writes ? toucher.write_key(0) : toucher.access_key(0);
  }

  // Sweeps serve if every use by this stream stands outside of their loops, and no other
  // setter's value is waited for.
  std::optional<SweptRing> sweeps_of(const Need& need) const {
    const auto is_use = [&](const PlannedWait& use) {
      return operands_.needs[use.need].key == need.key;
    };
    const RegionId ring = operands_.touches[need.touch].first;
    std::vector<SiteId> setters;
    for (SiteId site : plan_.sites_of_region[ring]) {
      if (operands_.sites[site].engine != need.producer) continue;
      const bool sets = std::ranges::any_of(operands_.touches_of(site), [&](const Touch& touch) {
        return touch.first == ring && (touch.is_write || !need.last_write) &&
               (touch.setters() & waited_for_[need.key]) != 0;
      });
      if (!sets) continue;
      const auto around = plan_.placement.of_site[site];
      if (!around || !constant_loop(plan_.program, *around)) return std::nullopt;
      setters.push_back(site);
    }
    auto swept = find_sweeps(plan_.program, operands_, plan_.placement, ring, need.producer,
                             need.last_write, setters);
    if (!swept) return std::nullopt;
    for (const PlannedWait& use : uses_in(waits_)) {
      const auto place = plan_.placement.of_site[operands_.needs[use.need].site];
      const auto is_around = [&](const Sweep& sweep) {
        return plan_.placement.is_inside(place, sweep.loop);
      };
      if (is_use(use) && std::ranges::any_of(swept->sweeps, is_around)) return std::nullopt;
    }
    return swept;
  }

  const Plan& plan_;
  const Operands& operands_;
  EngineId stream_;
  std::span<PlannedWait> waits_;
  Table<GroupId, SnapshotGroup>& groups_;
  std::vector<KeyOfGroup>& keys_;
  Table<KeyId, SetterSet> waited_for_;           // at slot 0
  Table<KeyId, std::optional<GroupId>> of_key_;  // the same
  std::vector<Pool> pools_;
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
  SnapshotGroups result;
  std::vector<KeyOfGroup> keys;
  for (EngineId stream : plan.operands.participants)
    Grouper(plan, stream, waits.of_stream(stream), result.groups, keys).run();
  std::ranges::sort(keys);
  result.of_key = Lists<KeyId, GroupId>(plan.operands.key_count);
  for (const auto& [key, group] : keys) result.of_key.add(key, group);
  return result;
}

}  // namespace tidemark::sync
