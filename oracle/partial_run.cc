#include "oracle/partial_run.h"

#include <fmt/format.h>

#include <algorithm>

namespace tidemark {

using Kind = UnrolledEvent::Kind;

PartialRun::PartialRun(const JointCode& code, const Unrolling& unrolling, Solver& solver,
                       Symbolic& symbolic, Order order)
    : code_(code),
      unrolling_(unrolling),
      solver_(solver),
      symbolic_(symbolic),
      order_(order),
      raises_(code.streams->semaphores.size()),
      is_shared_(code.streams->semaphores.size()),
      on_(code.program->engines.size()) {
  for (std::size_t i = 0; i < unrolling.events.size(); ++i) {
    const UnrolledEvent& event = unrolling.events[i];
    Flags& flags = flags_.emplace_back();
    if (event.kind == Kind::barrier)
      for (const EngineId engine : code.barriers[event.node->barrier.value].engines)
        on_[engine].push_back(i);
    else
      on_[event.engine].push_back(i);
    if (event.kind == Kind::wait) continue;
    flags.issued = symbolic.variable(fmt::format("issued.{}", i));
    flags.completed = symbolic.variable(fmt::format("completed.{}", i));
    if (order == Order::any) flags.rank = symbolic.input(fmt::format("rank.{}", i));
    for (const UnrolledRaise& by : event.raises) {
      auto& raises = raises_[by.count.semaphore.value];
      if (!raises.empty() && unrolling.events[raises.front().event].engine != event.engine)
        is_shared_[by.count.semaphore.value] = true;
      raises.push_back({i, &by});
    }
  }
}

// The stream's events before this one, latest first, up to one that is plainly there.
std::vector<std::size_t> PartialRun::before(std::size_t event, EngineId engine) const {
  const std::vector<std::size_t>& all = on_[engine];
  std::vector<std::size_t> result;
  for (auto at = std::ranges::lower_bound(all, event); at != all.begin();) {
    const UnrolledEvent& earlier = unrolling_.events[*--at];
    result.push_back(*at);
    if (earlier.kind != Kind::wait && implies(unrolling_.events[event].path, earlier.path)) break;
  }
  return result;
}

std::vector<std::pair<std::size_t, Truth>> PartialRun::waits(std::size_t event, EngineId engine) {
  std::vector<std::pair<std::size_t, Truth>> result;
  Truth is_ahead = symbolic_.truth(true);
  for (const std::size_t i : before(event, engine)) {
    const UnrolledEvent& earlier = unrolling_.events[i];
    if (earlier.kind == Kind::wait)
      result.emplace_back(i, symbolic_.both(is_ahead, earlier.path.truth));
    if (earlier.kind == Kind::barrier)
      is_ahead = symbolic_.both(is_ahead, symbolic_.negate(earlier.path.truth));
  }
  return result;
}

Truth PartialRun::waits_hold(std::size_t event, EngineId engine,
                             const std::optional<Affine>& rank) {
  std::vector<Truth> all;
  for (const auto& [wait, is_there] : waits(event, engine))
    all.push_back(symbolic_.if_then(is_there, holds(wait, rank)));
  return symbolic_.all(all);
}

Truth PartialRun::holds(std::size_t wait) { return holds(wait, std::nullopt); }

// Has this raise come, for this wait? (Before the instance with the rank.)
Truth PartialRun::counts(const UnrolledEvent& wait, const Raise& raise,
                         const std::optional<Affine>& rank) {
  const Truth parts[] = {
      symbolic_.equal(raise.by->count.element, wait.waited.element),
      symbolic_.equal(raise.by->count.epoch, wait.waited.epoch), flags_[raise.event].completed,
      rank ? symbolic_.at_least(*rank, symbolic_.add(flags_[raise.event].rank, 1))
           : symbolic_.truth(true)};
  return symbolic_.all(parts);
}

// One engine's raises come in order, so the one that reaches the threshold tells; raises of
// several are added up.
Truth PartialRun::holds(std::size_t wait, const std::optional<Affine>& rank) {
  const UnrolledEvent& event = unrolling_.events[wait];
  const std::size_t semaphore = event.waited.semaphore.value;
  std::vector<Truth> ways = {symbolic_.at_least(0, event.threshold)};
  Affine sum = 0;
  for (const Raise& raise : raises_[semaphore]) {
    if (order_ == Order::of_text && raise.event > wait) break;
    const Truth has_come = counts(event, raise, rank);
    if (is_shared_[semaphore]) {
      sum = symbolic_.add(sum, symbolic_.choose(has_come, raise.by->amount, 0));
      continue;
    }
    const Affine& so_far = raise.by->count.before;
    const Truth parts[] = {
        symbolic_.at_least(event.threshold, symbolic_.add(so_far, 1)),
        symbolic_.at_least(symbolic_.add(so_far, raise.by->amount), event.threshold), has_come};
    ways.push_back(symbolic_.all(parts));
  }
  if (is_shared_[semaphore]) ways.push_back(symbolic_.at_least(sum, event.threshold));
  return symbolic_.any(ways);
}

Truth PartialRun::has_place(std::size_t instance) {
  const UnrolledEvent& event = unrolling_.events[instance];
  const std::int64_t limit = code_.program->engines[event.engine].inflight;
  const std::vector<std::size_t>& all = on_[event.engine];
  std::vector<Truth> needed;
  for (auto at = std::ranges::lower_bound(all, instance); at != all.begin();) {
    const UnrolledEvent& earlier = unrolling_.events[*--at];
    if (earlier.kind != Kind::instance) continue;
    const Truth is_old =
        symbolic_.at_least(symbolic_.subtract(event.ordinal, limit), earlier.ordinal);
    needed.push_back(
        symbolic_.if_then(symbolic_.both(is_old, earlier.path.truth), flags_[*at].completed));
    if (is_old.known == true && implies(event.path, earlier.path)) break;
  }
  return symbolic_.all(needed);
}

Truth PartialRun::is_next(std::size_t instance) {
  const UnrolledEvent& event = unrolling_.events[instance];
  std::vector<Truth> all = {event.path.truth, symbolic_.negate(flags_[instance].issued),
                            has_place(instance)};
  // Barriers do not end the list of instances.
  const std::vector<std::size_t>& stream = on_[event.engine];
  for (auto at = std::ranges::lower_bound(stream, instance); at != stream.begin();) {
    const UnrolledEvent& earlier = unrolling_.events[*--at];
    if (earlier.kind != Kind::instance) continue;
    const bool is_read = earlier.node->kind == JointNode::Kind::read;
    all.push_back(symbolic_.if_then(earlier.path.truth,
                                    is_read ? flags_[*at].completed : flags_[*at].issued));
    if (implies(event.path, earlier.path)) break;
  }
  return symbolic_.all(all);
}

Truth PartialRun::is_let_through(std::size_t instance) {
  const EngineId engine = unrolling_.events[instance].engine;
  std::vector<Truth> all = {waits_hold(instance, engine, std::nullopt)};
  for (const std::size_t i : before(instance, engine))
    if (unrolling_.events[i].kind == Kind::barrier)
      all.push_back(symbolic_.if_then(is_present(i), is_issued(i)));
  return symbolic_.all(all);
}

Truth PartialRun::is_held_back(std::size_t instance) {
  const EngineId engine = unrolling_.events[instance].engine;
  std::vector<Truth> any;
  for (const auto& [wait, is_there] : waits(instance, engine))
    any.push_back(symbolic_.both(is_there, symbolic_.negate(holds(wait))));
  for (const std::size_t i : before(instance, engine))
    if (unrolling_.events[i].kind == Kind::barrier)
      any.push_back(symbolic_.both(symbolic_.both(is_present(i), symbolic_.negate(is_issued(i))),
                                   is_blocked(i)));
  return symbolic_.any(any);
}

// Something that it needs is missing, and no barrier before it can bring it.
Truth PartialRun::is_blocked(std::size_t barrier) {
  if (const auto known = blocked_.find(barrier); known != blocked_.end()) return known->second;
  std::vector<Truth> any;
  for (const EngineId engine :
       code_.barriers[unrolling_.events[barrier].node->barrier.value].engines) {
    for (const auto& [wait, is_there] : waits(barrier, engine))
      any.push_back(symbolic_.both(is_there, symbolic_.negate(holds(wait))));
    for (const std::size_t i : before(barrier, engine)) {
      const UnrolledEvent& earlier = unrolling_.events[i];
      if (earlier.kind == Kind::wait) continue;
      const Truth is_missing = symbolic_.both(
          is_present(i),
          symbolic_.negate(earlier.kind == Kind::barrier ? is_issued(i) : is_completed(i)));
      any.push_back(earlier.kind == Kind::barrier ? symbolic_.both(is_missing, is_blocked(i))
                                                  : is_missing);
    }
  }
  return blocked_[barrier] = symbolic_.any(any);
}

Truth PartialRun::share_cell(const UnrolledAccess& a, const UnrolledAccess& b) {
  if (code_.cells.is_private(a.buffer) || code_.cells.is_private(b.buffer))
    return a.buffer == b.buffer ? symbolic_.equal(a.slot, b.slot) : symbolic_.truth(false);
  std::vector<Truth> ways;
  const auto slots = [&](const UnrolledAccess& access) {
    return code_.program->buffers[access.buffer].slot_count();
  };
  for (std::int64_t i = 0; i < slots(a); ++i)
    for (std::int64_t j = 0; j < slots(b); ++j) {
      const Truth both = symbolic_.both(symbolic_.equal(a.slot, i), symbolic_.equal(b.slot, j));
      if (both.known == false) continue;
      const auto other = code_.cells.of(b.buffer, j);
      for (const CellId cell : code_.cells.of(a.buffer, i))
        if (std::ranges::find(other, cell) != other.end()) {
          ways.push_back(both);
          break;
        }
    }
  return symbolic_.any(ways);
}

Truth PartialRun::conflict(const UnrolledEvent& a, const UnrolledEvent& b) {
  std::vector<Truth> ways;
  for (const UnrolledAccess& mine : a.accesses)
    for (const UnrolledAccess& other : b.accesses)
      if (mine.is_write || other.is_write) ways.push_back(share_cell(mine, other));
  return symbolic_.any(ways);
}

// Instances complete in order, so one that surely conflicts speaks for those before it.
Truth PartialRun::is_covered(std::size_t instance) {
  const UnrolledEvent& event = unrolling_.events[instance];
  std::vector<Truth> needed;
  for (const EngineId engine : on_.ids()) {
    const std::vector<std::size_t>& stream = on_[engine];
    for (auto at = std::ranges::lower_bound(stream, instance); at != stream.begin();) {
      const UnrolledEvent& earlier = unrolling_.events[*--at];
      if (earlier.kind != Kind::instance) continue;
      const Truth conflicts = conflict(event, earlier);
      if (conflicts.known == false) continue;
      needed.push_back(
          symbolic_.if_then(symbolic_.both(conflicts, earlier.path.truth), flags_[*at].completed));
      if (conflicts.known == true && implies(event.path, earlier.path)) break;
    }
  }
  return symbolic_.all(needed);
}

void PartialRun::require(const Truth& truth) {
  if (truth.known != true) solver_.require(truth.term);
}

void PartialRun::require(std::size_t event) {
  switch (unrolling_.events[event].kind) {
    case Kind::instance:
      return require_instance(event);
    case Kind::barrier:
      return require_barrier(event);
    case Kind::wait:
      return;
  }
}

void PartialRun::require_instance(std::size_t event) {
  const UnrolledEvent& instance = unrolling_.events[event];
  const Flags& flags = flags_[event];
  const std::optional<Affine> rank =
      order_ == Order::any ? std::optional(flags.rank) : std::nullopt;
  std::vector<Truth> needed = {instance.path.truth, has_place(event),
                               waits_hold(event, instance.engine, rank)};
  for (const std::size_t i : before(event, instance.engine)) {
    const UnrolledEvent& earlier = unrolling_.events[i];
    if (earlier.kind == Kind::wait) continue;
    const bool is_read =
        earlier.kind == Kind::instance && earlier.node->kind == JointNode::Kind::read;
    needed.push_back(symbolic_.if_then(is_present(i), is_read ? is_completed(i) : is_issued(i)));
    if (rank)
      needed.push_back(symbolic_.if_then(
          is_present(i), symbolic_.at_least(*rank, symbolic_.add(flags_[i].rank, 1))));
    if (earlier.kind == Kind::instance)
      require(symbolic_.if_then(symbolic_.both(flags.completed, is_present(i)), is_completed(i)));
  }
  require(symbolic_.if_then(flags.issued, symbolic_.all(needed)));
  require(symbolic_.if_then(flags.completed, flags.issued));
}

void PartialRun::require_barrier(std::size_t event) {
  std::vector<Truth> needed = {is_present(event)};
  for (const EngineId engine :
       code_.barriers[unrolling_.events[event].node->barrier.value].engines) {
    needed.push_back(waits_hold(event, engine, std::nullopt));
    for (const std::size_t i : before(event, engine)) {
      const UnrolledEvent& earlier = unrolling_.events[i];
      if (earlier.kind == Kind::wait) continue;
      needed.push_back(symbolic_.if_then(
          is_present(i), earlier.kind == Kind::barrier ? is_issued(i) : is_completed(i)));
    }
  }
  require(symbolic_.if_then(is_issued(event), symbolic_.all(needed)));
}

}  // namespace tidemark
