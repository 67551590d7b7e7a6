#include "core/sync/snapshots.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/check.h"

namespace tidemark::sync {
namespace {

class GroupSet {
 public:
  explicit GroupSet(std::size_t size = 0) : words_((size + 63) / 64) {}

  bool test(GroupId g) const { return (words_[g.value / 64] >> (g.value % 64) & 1) != 0; }
  void set(GroupId g) { words_[g.value / 64] |= std::uint64_t{1} << (g.value % 64); }
  void reset(GroupId g) { words_[g.value / 64] &= ~(std::uint64_t{1} << (g.value % 64)); }
  void clear() { std::ranges::fill(words_, 0); }
  GroupSet& operator|=(const GroupSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace

Table<RegionId, std::vector<SiteId>> sites_by_region(const Operands& operands) {
  Table<RegionId, std::vector<SiteId>> result(operands.regions.size());
  for (SiteId site : operands.sites.ids())
    for (const Touch& touch : operands.touches_of(site))
      if (touch.kind == Touch::Kind::ring) result[touch.first].push_back(site);
  return result;
}

class Snapshots::Builder {
 public:
  Builder(const Program& program, const Operands& operands, const Placement& placement,
          const Table<RegionId, std::vector<SiteId>>& sites_of_region,
          const BarrierPoints* barriers, const SnapshotDemand& demand, Snapshots& out)
      : program_(program),
        operands_(operands),
        placement_(placement),
        sites_of_region_(sites_of_region),
        barriers_(barriers),
        stream_(demand.stream),
        uses_(demand.uses),
        out_(out),
        ahead_(program.engines.size()),
        group_of_key_(operands.key_count, kNone) {
    for (const CountedWait& wait : demand.counted) counted_of_site_[wait.site.value].push_back(wait);
  }

  void run() {
    make_pools();
    for (const SnapshotUse& use : uses_) assign_group(use);
    if (out_.groups_.empty()) return;
    followed_ = Table<GroupId, Followed>(out_.groups_.size());
    gen_ = Table<ControlId, GroupSet>(program_.controls.size(), GroupSet(out_.groups_.size()));
    GroupSet live(out_.groups_.size());
    walk_block(program_.body, live, Pass::summarize);
    live.clear();
    walk_block(program_.body, live, Pass::mark);
    share_registers();
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  enum class Pass { summarize, mark };

  // --- groups

  struct Pool {
    EngineId producer;
    bool writes;
    std::uint32_t begin, end;  // regions
    std::uint32_t group = kNone;
  };

  // The ranges of regions that operands choose among, joined where they overlap: those
  // that this stream waits for, and those by which a producer sets what it waits for.
  void make_pools() {
    for (const SnapshotUse& use : uses_) {
      const Need& need = operands_.needs[use.need];
      add_pool(need.producer, need.last_write, operands_.touches[need.touch]);
    }
    for (const Site& site : operands_.sites)
      for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) {
        const Touch& touch = operands_.touches[t];
        add_pool(site.engine, false, touch);
        if (touch.is_write) add_pool(site.engine, true, touch);
      }
    std::ranges::sort(pools_, {}, [](const Pool& p) {
      return std::tuple(p.producer, p.writes, p.begin);
    });
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
    if (!same) pools_.push_back({producer, writes, begin, end, kNone});
  }

  Pool* pool_of(EngineId producer, bool writes, RegionId region) {
    for (Pool& pool : pools_)
      if (pool.producer == producer && pool.writes == writes && pool.begin <= region.value &&
          region.value < pool.end)
        return &pool;
    return nullptr;
  }

  void assign_group(const SnapshotUse& use) {
    const Need& need = operands_.needs[use.need];
    const Touch& touch = operands_.touches[need.touch];
    const bool writes = need.last_write;
    Pool* pool = pool_of(need.producer, writes, touch.first);
    std::uint32_t group = pool ? pool->group : group_of_key_[need.key.value];
    if (group == kNone) group = pool ? make_pool_group(*pool) : make_group(need, touch, writes);
    out_.groups_[GroupId(group)].clears |= use.clears;
    out_.group_of_need_.emplace(use.need.value, GroupId(group));
    uses_of_site_[need.site.value].push_back(GroupId(group));
  }

  std::uint32_t make_pool_group(Pool& pool) {
    SnapshotGroup group;
    group.producer = pool.producer;
    group.writes = pool.writes;
    group.first = RegionId(pool.begin);
    group.regions = pool.end - pool.begin;
    group.slots = group.regions;
    pool.group = out_.groups_.push(group).value;
    for (std::uint32_t r = pool.begin; r < pool.end; ++r)
      for (const Toucher& toucher : operands_.regions[RegionId(r)].touchers)
        if (toucher.engine == pool.producer)
          group_of_key_[key_of(toucher, pool.writes).value] = pool.group;
    return pool.group;
  }

  std::uint32_t make_group(const Need& need, const Touch& touch, bool writes) {
    SnapshotGroup group;
    group.producer = need.producer;
    group.writes = writes;
    group.first = touch.first;
    group.slots = operands_.regions[touch.first].slots;
    if (touch.kind == Touch::Kind::ring) group.sweep = sweep_of(need, writes);
    if (group.sweep) group.slots = 1;
    const std::uint32_t id = out_.groups_.push(group).value;
    group_of_key_[need.key.value] = id;
    if (group.sweep) sweeps_[group.sweep->loop.value].push_back(GroupId(id));
    return id;
  }

  static KeyId key_of(const Toucher& toucher, bool writes) {
    return writes ? toucher.write_key(0) : toucher.access_key(0);
  }

  // A sweep serves if every use of it by this stream stands outside of its loop.
  std::optional<Sweep> sweep_of(const Need& need, bool writes) const {
    const RegionId ring = operands_.touches[need.touch].first;
    std::vector<SiteId> setters;
    for (SiteId site : sites_of_region_[ring]) {
      if (operands_.sites[site].engine != need.producer) continue;
      const bool sets = std::ranges::any_of(operands_.touches_of(site), [&](const Touch& touch) {
        return touch.first == ring && (touch.is_write || !writes);
      });
      if (sets) setters.push_back(site);
    }
    auto sweep = find_sweep(program_, operands_, placement_, ring, need.producer, writes, setters);
    const auto stands_inside = [&](const SnapshotUse& use) {
      const Need& other = operands_.needs[use.need];
      return other.key == need.key &&
             placement_.is_inside(placement_.of_site[other.site], sweep->loop);
    };
    if (sweep && std::ranges::any_of(uses_, stands_inside)) sweep.reset();
    return sweep;
  }

  // --- liveness, backwards

  void walk_block(const Block& block, GroupSet& live, Pass pass) {
    for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
      if (const auto* instruction = std::get_if<InstructionId>(&*statement))
        walk_site(operands_.site_of(*instruction), live, pass);
      else if (const auto* control = std::get_if<ControlId>(&*statement))
        walk_control(*control, live, pass);
    }
  }

  void walk_site(SiteId id, GroupSet& live, Pass pass) {
    const Site& site = operands_.sites[id];
    for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t)
      walk_touch(id, t, live, pass);
    if (site.engine != stream_) return;
    if (const auto found = counted_of_site_.find(id.value); found != counted_of_site_.end())
      for (const CountedWait& wait : found->second) note_wait(wait);
    if (const auto found = uses_of_site_.find(id.value); found != uses_of_site_.end())
      for (GroupId group : found->second) {
        live.set(group);
        followed_[group] = {++now_, kNone, nullptr};
      }
  }

  // What is ahead in the same stretch, where `now_` counts the steps of the walk.
  struct Ahead {
    std::uint32_t stretch = kNone;
    std::uint64_t when = 0;
    std::int64_t waited = 0;  // the producer's instance in the stretch that is waited for
  };
  static constexpr std::size_t kMostAhead = 16;  // waits remembered for each producer

  void note_wait(const CountedWait& wait) {
    const std::uint32_t stretch = placement_.stretch[wait.site];
    std::vector<Ahead>& ahead = ahead_[wait.producer];
    if (!ahead.empty() && ahead.back().stretch != stretch) ahead.clear();
    if (ahead.size() == kMostAhead) ahead.erase(ahead.begin());
    ahead.push_back({stretch, ++now_,
                     placement_.before_in_stretch(wait.site, wait.producer) - wait.distance});
  }

  struct Followed {  // of one group
    std::uint64_t used = 0;  // when a use was passed last
    std::uint32_t set_stretch = kNone;
    const Residue* set = nullptr;  // the slot of its register ring that is set next
  };

  // Waited for, or set again, before it can be used.
  bool is_pointless(SiteId site, const Touch& touch, GroupId id) const {
    const std::uint32_t stretch = placement_.stretch[site];
    const Followed& followed = followed_[id];
    const auto brings = [&](const Ahead& wait) {
      return wait.stretch == stretch && wait.when > followed.used &&
             placement_.index_in_stretch[site] + 1 <= wait.waited;
    };
    return std::ranges::any_of(ahead_[out_.groups_[id].producer], brings) ||
           (followed.set && followed.set_stretch == stretch &&
            *followed.set == *touch.access->slot);
  }

  static bool is_stable(const Residue& slot) {
    return std::ranges::none_of(slot.form.terms, [](const AffineTerm& term) {
      return term.symbol.kind == Symbol::Kind::counter;
    });
  }

  void walk_touch(SiteId site, std::uint32_t index, GroupSet& live, Pass pass) {
    const Touch& touch = operands_.touches[index];
    std::uint32_t last = kNone;
    const auto take = [&](KeyId key) {
      const std::uint32_t id = group_of_key_[key.value];
      if (id == kNone || id == last) return;
      last = id;
      take_snapshot(site, index, GroupId(id), live, pass);
    };
    const auto take_both = [&](KeyId write_key) {
      if (touch.is_write) take(write_key);
      take(KeyId(write_key.value + 1));
    };
    if (touch.kind == Touch::Kind::any)
      operands_.for_each_key(touch, operands_.sites[site].engine, take_both);
    else
      take_both(touch.own_key);
  }

  void take_snapshot(SiteId site, std::uint32_t touch, GroupId id, GroupSet& live, Pass pass) {
    const SnapshotGroup& group = out_.groups_[id];
    if (group.sweep || !live.test(id)) return;
    const Touch& here = operands_.touches[touch];
    if (is_pointless(site, here, id)) {
      if (group.slots == 1) live.reset(id);
      return;
    }
    if (here.kind == Touch::Kind::ring && is_stable(*here.access->slot)) {
      followed_[id].set_stretch = placement_.stretch[site];
      followed_[id].set = &*here.access->slot;
    }
    if (pass == Pass::mark) {
      std::vector<SnapshotPoint>& points = out_.after_site_[site.value];
      const bool taken = std::ranges::any_of(points, [&](const SnapshotPoint& point) {
        return point.group == id && point.touch == touch;
      });
      if (!taken) points.push_back({touch, id});
    }
    if (group.slots == 1) live.reset(id);
  }

  void walk_control(ControlId id, GroupSet& live, Pass pass) {
    barrier(id, BarrierPlace::after, live, pass);
    const auto& form = program_.controls[id].form;
    if (const auto swept = sweeps_.find(id.value); swept != sweeps_.end())
      for (GroupId group : swept->second) take_sweep(id, group, live, pass);
    if (const auto* loop = std::get_if<For>(&form)) {
      walk_loop(id, loop->body, live, pass);
    } else if (const auto* branch = std::get_if<If>(&form)) {
      GroupSet other = live;
      barrier(id, BarrierPlace::end_of_then, live, pass);
      walk_block(branch->then_block, live, pass);
      barrier(id, BarrierPlace::end_of_else, other, pass);
      walk_block(branch->else_block, other, pass);
      live |= other;
    } else {
      walk_loop(id, std::get<While>(form).body, live, pass);
    }
    if (!std::holds_alternative<While>(form)) walk_reads(id, live, pass);
    barrier(id, BarrierPlace::before, live, pass);
  }

  void take_sweep(ControlId loop, GroupId group, GroupSet& live, Pass pass) {
    if (!live.test(group)) return;
    if (pass == Pass::mark) out_.after_control_[loop.value].push_back({0, group});
    live.reset(group);
  }

  // With gen(loop), one more pass reaches the fixpoint: what is live before the body is
  // gen(loop) and what passes through.
  void walk_loop(ControlId id, const Block& body, GroupSet& live, Pass pass) {
    GroupSet inside = pass == Pass::summarize ? GroupSet(out_.groups_.size()) : live;
    inside |= gen_[id];
    barrier(id, BarrierPlace::end_of_iteration, inside, pass);
    const bool is_while = std::holds_alternative<While>(program_.controls[id].form);
    walk_block(body, inside, pass);
    barrier(id, BarrierPlace::begin_of_iteration, inside, pass);
    if (is_while) {
      inside |= live;  // the loop may end after its reads
      walk_reads(id, inside, pass);
    }
    if (pass == Pass::summarize) gen_[id] = inside;
    live |= inside;
  }

  void walk_reads(ControlId id, GroupSet& live, Pass pass) {
    const std::span<const SiteId> reads = operands_.reads_of(id);
    for (auto read = reads.rbegin(); read != reads.rend(); ++read) walk_site(*read, live, pass);
  }

  // Keys start again at 0; so must the registers that keep them and are read again.
  void barrier(ControlId id, BarrierPlace place, GroupSet& live, Pass pass) {
    if (!barriers_ || !barriers_->at(id, place)) return;
    if (pass == Pass::mark)
      for (GroupId group : out_.groups_.ids())
        if (live.test(group)) out_.cleared_[{id, place}].push_back(group);
    live.clear();
  }

  // --- shared registers

  // Where the snapshots of a cell are taken, relative to the first: groups with equal
  // signatures lie a constant number of instances apart, always.
  struct Signature {
    EngineId producer;
    std::int64_t slots = 1;
    std::vector<std::pair<std::uint32_t, std::int64_t>> points;  // stretch, index there
    std::vector<std::pair<std::uint32_t, std::int64_t>> forms;   // of the slots, flattened
    friend auto operator<=>(const Signature&, const Signature&) = default;
  };

  void share_registers() {
    Table<GroupId, std::vector<SiteId>> taken(out_.groups_.size());
    std::vector<std::uint32_t> sites;
    for (const auto& [site, points] : out_.after_site_) sites.push_back(site);
    std::ranges::sort(sites);
    for (std::uint32_t site : sites)
      for (const SnapshotPoint& point : out_.after_site_[site])
        taken[point.group].push_back(SiteId(site));
    std::map<Signature, std::vector<GroupId>> alike;
    for (GroupId id : out_.groups_.ids()) {
      const SnapshotGroup& group = out_.groups_[id];
      if (group.regions == 1 && !group.sweep && !group.clears && !taken[id].empty() &&
          !is_read_after(id, taken[id]) && has_stable_slots(id, taken[id]))
        alike[signature(id, taken[id])].push_back(id);
    }
    for (const auto& [signature, ids] : alike) share(ids, taken);
    for (auto& [site, points] : out_.after_site_)
      std::erase_if(points, [&](const SnapshotPoint& point) {
        return out_.groups_[point.group].shares.has_value();
      });
  }

  // Whether a use follows one of the snapshots in the same stretch: where another group's
  // register is shared, it may not have been taken there yet.
  bool is_read_after(GroupId group, const std::vector<SiteId>& taken) const {
    return std::ranges::any_of(uses_, [&](const SnapshotUse& use) {
      const SiteId site = operands_.needs[use.need].site;
      return out_.group_of(use.need) == group &&
             std::ranges::any_of(taken, [&](SiteId point) {
               return point < site && placement_.stretch[point] == placement_.stretch[site];
             });
    });
  }

  // The slots that a group's snapshots go to, in order.
  std::vector<const Residue*> slots_taken(GroupId id, const std::vector<SiteId>& sites) const {
    std::vector<const Residue*> slots;
    if (out_.groups_[id].slots == 1) return slots;
    for (SiteId site : sites)
      for (const SnapshotPoint& point : out_.after_site_.at(site.value))
        if (point.group == id) slots.push_back(&*operands_.touches[point.touch].access->slot);
    return slots;
  }

  bool has_stable_slots(GroupId id, const std::vector<SiteId>& sites) const {
    return std::ranges::all_of(slots_taken(id, sites),
                               [](const Residue* slot) { return is_stable(*slot); });
  }

  Signature signature(GroupId id, const std::vector<SiteId>& sites) const {
    const SnapshotGroup& group = out_.groups_[id];
    Signature result{group.producer, group.slots, {}, {}};
    const std::int64_t origin = placement_.index_in_stretch[sites.front()];
    for (SiteId site : sites)
      result.points.emplace_back(placement_.stretch[site],
                                 placement_.index_in_stretch[site] - origin);
    for (const Residue* slot : slots_taken(id, sites)) {
      for (const AffineTerm& term : slot->form.terms)
        result.forms.emplace_back(term.symbol.index * 2 + (term.symbol.kind == Symbol::Kind::param),
                                  term.coefficient);
      result.forms.emplace_back(kNone, slot->form.constant);
      result.forms.emplace_back(kNone, slot->modulus);
    }
    return result;
  }

  void share(const std::vector<GroupId>& ids, const Table<GroupId, std::vector<SiteId>>& taken) {
    const auto index = [&](GroupId id) {
      return placement_.index_in_stretch[taken[id].front()];
    };
    const GroupId latest = *std::ranges::max_element(ids, {}, index);
    for (GroupId id : ids) {
      if (id == latest) continue;
      out_.groups_[id].shares = latest;
      out_.groups_[id].behind = index(latest) - index(id);
    }
  }

  const Program& program_;
  const Operands& operands_;
  const Placement& placement_;
  const Table<RegionId, std::vector<SiteId>>& sites_of_region_;
  const BarrierPoints* barriers_;
  EngineId stream_;
  const std::vector<SnapshotUse>& uses_;
  Snapshots& out_;
  std::unordered_map<std::uint32_t, std::vector<CountedWait>> counted_of_site_;
  Table<GroupId, Followed> followed_;
  Table<EngineId, std::vector<Ahead>> ahead_;
  std::uint64_t now_ = 0;

  std::vector<Pool> pools_;
  std::vector<std::uint32_t> group_of_key_;  // by key (slot 0); kNone
  std::unordered_map<std::uint32_t, std::vector<GroupId>> uses_of_site_;
  std::unordered_map<std::uint32_t, std::vector<GroupId>> sweeps_;  // by loop
  Table<ControlId, GroupSet> gen_;
};

Snapshots::Snapshots(const Program& program, const Operands& operands, const Placement& placement,
                     const Table<RegionId, std::vector<SiteId>>& sites_of_region,
                     const BarrierPoints* barriers, const SnapshotDemand& demand) {
  if (demand.uses.empty()) return;
  Builder(program, operands, placement, sites_of_region, barriers, demand, *this).run();
}

const std::vector<SnapshotPoint>& Snapshots::after(SiteId site) const {
  static const std::vector<SnapshotPoint> none;
  const auto found = after_site_.find(site.value);
  return found == after_site_.end() ? none : found->second;
}

const std::vector<GroupId>& Snapshots::cleared_at(ControlId control, BarrierPlace place) const {
  static const std::vector<GroupId> none;
  const auto found = cleared_.find({control, place});
  return found == cleared_.end() ? none : found->second;
}

const std::vector<SnapshotPoint>& Snapshots::after(ControlId sweep) const {
  static const std::vector<SnapshotPoint> none;
  const auto found = after_control_.find(sweep.value);
  return found == after_control_.end() ? none : found->second;
}

}  // namespace tidemark::sync
