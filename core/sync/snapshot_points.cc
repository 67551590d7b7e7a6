#include "core/sync/snapshot_points.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "core/sync/mutant.h"

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

class Placer {
 public:
  Placer(const Plan& plan, const PlannedWaits& waits, const SnapshotGroups& groups)
      : program_(plan.program),
        outline_(plan.outline),
        operands_(plan.operands),
        placement_(plan.placement),
        barriers_(plan.barriers),
        waits_(waits),
        groups_(groups),
        gen_(program_.controls.size()),
        followed_(groups.groups.size()),
        ahead_(program_.engines.size(), Table<EngineId, Ahead>(program_.engines.size())) {
    for (std::size_t e = 0; e < program_.engines.size(); ++e)
      out_.push(SnapshotPoints(program_, operands_));
    for (GroupId id : groups.groups.ids())
      if (const auto& swept = groups.groups[id].swept)
        for (const Sweep& sweep : swept->sweeps) sweeps_[sweep.loop.value].push_back(id);
  }

  Table<EngineId, SnapshotPoints> run() {
    GroupSet live(groups_.groups.size());
    walk_block(outline_.whole(), live);
    live.clear();
    pass_ = Pass::mark;
    walk_block(outline_.whole(), live);
    return std::move(out_);
  }

 private:
  enum class Pass : std::uint8_t { summarize, mark };

  void walk_block(Outline::Block block, GroupSet& live) {
    ++visit_;
    for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
      if (const auto* instruction = std::get_if<InstructionId>(&*statement))
        walk_site(operands_.site_of(*instruction), live);
      else if (const auto* control = std::get_if<ControlId>(&*statement))
        walk_control(*control, live);
    }
  }

  void walk_site(SiteId id, GroupSet& live) {
    ++now_;
    const Site& site = operands_.sites[id];
    for (std::uint32_t t = site.touches_begin; t < site.touches_end; ++t) walk_touch(id, t, live);
    for (const PlannedWait& wait : waits_[id]) {
      if (wait.source == PlannedWait::Source::snapshot) {
        live.set(wait.group);
        followed_[wait.group] = {now_, 0, nullptr};
      } else if (wait.affine < 0 && follows_values()) {
        note_wait(id, wait);
      }
    }
  }

  void walk_touch(SiteId site, std::uint32_t t, GroupSet& live) {
    const Touch& touch = operands_.touches[t];
    // Of a pool, the first region's keys speak for all.
    const KeyId write_key = touch.own_key, access_key(write_key.value + 1);
    if (touch.is_write) set_key(site, t, write_key, live);
    set_key(site, t, access_key, live);
  }

  void set_key(SiteId site, std::uint32_t touch, KeyId key, GroupSet& live) {
    for (GroupId group : groups_.of_key[key])
      if (live.test(group)) take_snapshot(site, touch, group, live);
  }

  // What is ahead in the stretch that is being walked. A stretch is walked more than once:
  // `visit_` tells the walks apart, and `now_` counts their sites.
  struct Ahead {
    struct Wait {
      std::uint64_t when = 0;
      std::int64_t waited = 0;  // the producer's instance in the stretch that is waited for
    };
    std::uint64_t visit = 0;
    std::vector<Wait> waits;
  };
  static constexpr std::size_t kMostAhead = 16;  // waits remembered for each producer

  void note_wait(SiteId site, const PlannedWait& wait) {
    Ahead& ahead = ahead_[operands_.sites[site].engine][wait.producer];
    if (ahead.visit != visit_) ahead.waits.clear();
    ahead.visit = visit_;
    if (ahead.waits.size() == kMostAhead) ahead.waits.erase(ahead.waits.begin());
    ahead.waits.push_back(
        {now_, placement_.before_in_stretch(site, wait.producer) - wait.distance});
  }

  struct Followed {          // of one group
    std::uint64_t used = 0;  // when a use was passed last
    std::uint64_t set_visit = 0;
    const Touch* set = nullptr;  // by which a slot of its register ring is set next
  };

  // Before the points are marked, without barriers, only what is live counts: a register that
  // is set is not, whether by a snapshot or because the value that it has will do.
  bool follows_values() const { return pass_ == Pass::mark || barriers_; }

  // Certain, or set again, before it can be used.
  bool is_pointless(SiteId site, const Touch& touch, const SnapshotGroup& group,
                    const Followed& followed) const {
    if ((group.setters & touch.setters()) == 0) return true;
    if (followed.set && followed.set_visit == visit_ &&
        *followed.set->access->slot == *touch.access->slot)
      return true;
    const Ahead& ahead = ahead_[group.stream][group.producer];
    const auto brings = [&](const Ahead::Wait& wait) {
      return wait.when > followed.used && placement_.index_in_stretch[site] + 1 <= wait.waited;
    };
    return ahead.visit == visit_ && std::ranges::any_of(ahead.waits, brings);
  }

  void take_snapshot(SiteId site, std::uint32_t touch, GroupId id, GroupSet& live) {
    const SnapshotGroup& group = groups_.groups[id];
    if (follows_values()) {
      const Touch& here = operands_.touches[touch];
      Followed& followed = followed_[id];
      if (!is_pointless(site, here, group, followed)) {
        if (here.kind == Touch::Kind::ring && !here.names_counter)
          followed = {followed.used, visit_, &here};
        if (pass_ == Pass::mark) out_[group.stream].after_site.add(site, {touch, id});
      } else if (barriers_) {
        return;  // the older value must not be one from before a reset
      }
    }
    if (group.slots == 1) live.reset(id);
  }

  void walk_control(ControlId id, GroupSet& live) {
    barrier(id, BarrierPlace::after, live);
    if (const auto swept = sweeps_.find(id.value); swept != sweeps_.end())
      for (GroupId group : swept->second) take_sweep(id, group, live);
    if (outline_.kind(id) == Outline::Kind::branch)
      walk_branch(id, live);
    else
      walk_loop(id, live);
    ++visit_;
    if (outline_.kind(id) != Outline::Kind::while_loop) walk_reads(id, live);
    barrier(id, BarrierPlace::before, live);
  }

  void walk_branch(ControlId id, GroupSet& live) {
    GroupSet other = live;
    barrier(id, BarrierPlace::end_of_then, live);
    walk_block(outline_.body(id), live);
    barrier(id, BarrierPlace::end_of_else, other);
    walk_block(outline_.else_body(id), other);
    if (!mutated(Mutant::no_snapshot_at_branch)) live |= other;
  }

  void take_sweep(ControlId loop, GroupId group, GroupSet& live) {
    if (!live.test(group)) return;
    if (pass_ == Pass::mark) out_of(group).after_control[loop].push_back({0, group, 0, {}});
    live.reset(group);
  }

  // With gen(loop), one more pass reaches the fixpoint: what is live before the body is
  // gen(loop) and what passes through.
  void walk_loop(ControlId id, GroupSet& live) {
    GroupSet inside = pass_ == Pass::mark ? live : GroupSet(groups_.groups.size());
    if (pass_ == Pass::mark && !mutated(Mutant::no_snapshot_at_back_edge)) inside |= gen_[id];
    barrier(id, BarrierPlace::end_of_iteration, inside);
    walk_block(outline_.body(id), inside);
    barrier(id, BarrierPlace::begin_of_iteration, inside);
    if (outline_.kind(id) == Outline::Kind::while_loop) {
      ++visit_;
      inside |= live;  // the loop may end after its reads
      walk_reads(id, inside);
    }
    live |= inside;
    if (pass_ == Pass::summarize) gen_[id] = std::move(inside);
  }

  void walk_reads(ControlId id, GroupSet& live) {
    const std::span<const SiteId> reads = operands_.reads_of(id);
    for (auto read = reads.rbegin(); read != reads.rend(); ++read) walk_site(*read, live);
  }

  // Keys start again at 0; so must the registers that keep them and are read again.
  void barrier(ControlId id, BarrierPlace place, GroupSet& live) {
    if (!barriers_ || !barriers_->at(id, place)) return;
    ++visit_;
    if (pass_ == Pass::mark)
      for (GroupId group : groups_.groups.ids())
        if (live.test(group)) out_of(group).cleared[{id, place}].push_back(group);
    live.clear();
  }

  SnapshotPoints& out_of(GroupId group) { return out_[groups_.groups[group].stream]; }

  const Program& program_;
  const Outline& outline_;
  const Operands& operands_;
  const Placement& placement_;
  const BarrierPoints* barriers_;
  const PlannedWaits& waits_;
  const SnapshotGroups& groups_;
  Table<EngineId, SnapshotPoints> out_;  // by stream

  std::unordered_map<std::uint32_t, std::vector<GroupId>> sweeps_;  // by loop
  Pass pass_ = Pass::summarize;
  Table<ControlId, GroupSet> gen_;  // of loops: live before them whatever follows
  Table<GroupId, Followed> followed_;
  Table<EngineId, Table<EngineId, Ahead>> ahead_;  // by stream and producer
  std::uint64_t visit_ = 0, now_ = 0;
};

}  // namespace

Table<EngineId, SnapshotPoints> place_snapshots(const Plan& plan, const PlannedWaits& waits,
                                                const SnapshotGroups& groups) {
  return Placer(plan, waits, groups).run();
}

}  // namespace tidemark::sync
