#include "core/sync/emit.h"

#include <algorithm>
#include <deque>

#include "core/sync/conditions.h"
#include "core/sync/counts.h"
#include "core/sync/linear.h"
#include "core/sync/look_ahead.h"
#include "core/sync/mutant_emission.h"
#include "core/sync/registers.h"
#include "core/sync/skip.h"
#include "core/sync/thresholds.h"

namespace tidemark::sync {
namespace {

// So many statements of the program's body are written for one stream after the other: few enough
// that what the streams share of them is still in the cache, enough that each stream's own
// statements lie together.
constexpr std::size_t kSideBySide = 32;

class Emitter {
 public:
  Emitter(const Plan& plan, const StreamPlan& stream,
          const Table<EngineId, SemaphoreId>& completions, const Names& taken, WaitLog* log)
      : plan_(plan),
        program_(plan.program),
        stream_(stream),
        completions_(completions),
        log_(log),
        ahead_(plan, stream),
        registers_(plan.program, plan.operands, taken, out_),
        counts_(plan, registers_),
        thresholds_(plan, stream, counts_, registers_, preamble_) {
    out_.engine = stream.stream();
  }

  // The stream: begin(), then each statement of the program's body in turn, then finish().
  void begin() { out_.body.reserve(ahead_.look_at(plan_.outline.whole(), EngineSet{})); }
  void emit(const Statement& statement) { emit(statement, out_.body); }
  Stream finish() {
    out_.body.insert(out_.body.begin(), preamble_.begin(), preamble_.end());
    return std::move(out_);
  }

 private:
  // --- statements

  // `more`: about how many statements `out` will be given after the block's.
  void emit_block(Outline::Block block, const EngineSet& live_after, std::size_t more,
                  StreamBlock& out) {
    make_room(ahead_.look_at(block, live_after) + more, out);
    for (const Statement& statement : block) emit(statement, out);
  }

  // All of the memory is asked for at once: written to statement by statement, it would be waited
  // for as often.
  static void make_room(std::size_t statements, StreamBlock& out) {
    out.reserve(out.size() + statements);
    StreamStatement* const room = out.data() + out.size();
    for (std::size_t i = 0; i < statements; ++i) __builtin_prefetch(room + i, 1);
  }

  void emit(const Statement& statement, StreamBlock& out) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
      emit_instruction(*instruction, out);
    } else if (const auto* assignment = std::get_if<AssignmentId>(&statement)) {
      emit_assignment(program_.assignments[*assignment], out);
    } else {
      emit_control(std::get<ControlId>(statement), ahead_.take_next(), out);
    }
  }

  void emit_instruction(InstructionId instruction, StreamBlock& out) {
    const SiteId site = plan_.operands.site_of(instruction);
    const EngineId engine = plan_.operands.sites[site].engine;
    if (engine == stream_.stream()) {
      emit_waits(site, out);
      put(out, Issue{instruction, completion(engine)});
      mutate_issue(out);
      emit_clears(site, out);
    }
    if (mutated(Mutant::snapshot_before_count)) emit_snapshots(site, out);
    counts_.add(engine, 1);
    if (!mutated(Mutant::snapshot_before_count)) emit_snapshots(site, out);
  }

  void emit_assignment(const Assignment& assignment, StreamBlock& out) {
    if (!stream_.keeps(assignment.counter)) return;
    put(out, SetRegister{registers_.counter(assignment.counter), std::nullopt,
                         thresholds_.expression(assignment.value)});
  }

  Signals completion(EngineId engine) const {
    return Signals(SignalOn{SemaphoreRef{completions_[engine], std::nullopt}, 1});
  }

  template <class Form>
  static void put(StreamBlock& out, Form&& form) {
    out.emplace_back(std::forward<Form>(form));
  }

  // --- waits

  void emit_waits(SiteId site, StreamBlock& out) {
    const std::size_t first = out.size();
    for (const PlannedWait& wait : stream_.waits(site)) {
      EngineId producer = wait.producer;
      if (mutated(Mutant::wrong_semaphore)) producer = stream_.stream();
      thresholds_.for_each(wait, [&](Expression threshold) {
        if (log_) log_->emplace(wait.need, threshold);
        Wait next{SemaphoreRef{completions_[producer], std::nullopt}, WaitKind::at_least,
                  std::move(threshold)};
        if (out.size() == first || !is_wait(out.back(), next)) put(out, std::move(next));
      });
    }
    mutate_waits(first, out);
  }

  // Needs that share a register are one wait.
  static bool is_wait(const StreamStatement& statement, const Wait& wait) {
    const auto* other = std::get_if<Wait>(&statement.form);
    return other != nullptr && *other == wait;
  }

  void emit_clears(SiteId site, StreamBlock& out) {
    for (const PlannedWait& wait : stream_.waits(site))
      if (wait.source == PlannedWait::Source::snapshot && wait.clears)
        thresholds_.for_each_slot(wait, [&](RegisterSlot slot) {
          put(out, SetRegister{slot.reg, std::move(slot.index), Expression(0)});
        });
  }

  const SnapshotGroup& group(GroupId id) const { return stream_.snapshots().groups()[id]; }

  void emit_snapshots(SiteId site, StreamBlock& out) {
    for (const SnapshotPoint& point : stream_.snapshots().after(site)) emit_snapshot(point, out);
  }

  void emit_snapshot(const SnapshotPoint& point, StreamBlock& out) {
    const Expression value = counts_.here(group(point.group).producer, -point.behind);
    thresholds_.for_each_slot(point, [&](RegisterSlot slot) {
      put(out, SetRegister{slot.reg, std::move(slot.index), value});
    });
  }

  void emit_snapshots(ControlId control, StreamBlock& out) {
    for (const SnapshotPoint& point : stream_.snapshots().after(control))
      if (group(point.group).swept)
        thresholds_.emit_sweep(point.group, control, out);
      else
        emit_snapshot(point, out);
    for (GroupId cleared : stream_.cleared_after(control))
      put(out, SetRegister{thresholds_.register_of(cleared), std::nullopt, Expression(0)});
  }

  // --- control

  void emit_control(ControlId control, const EngineSet& live_after, StreamBlock& out) {
    emit_barrier(control, BarrierPlace::before, out);
    if (!is_while(control)) emit_reads(control, out);
    if (must_follow(control, live_after))
      follow(control, live_after, out);
    else
      skip(control, live_after, out);
    emit_snapshots(control, out);
    emit_barrier(control, BarrierPlace::after, out);
  }

  bool is_while(ControlId control) const {
    return plan_.outline.kind(control) == Outline::Kind::while_loop;
  }

  void follow(ControlId control, const EngineSet& live_after, StreamBlock& out) {
    switch (plan_.outline.kind(control)) {
      case Outline::Kind::for_loop:
        return emit_for(control, std::get<For>(program_.controls[control].form), live_after, out);
      case Outline::Kind::while_loop:
        return emit_while(control, live_after, out);
      case Outline::Kind::branch:
        return emit_if(control, live_after, out);
    }
  }

  auto moving_classes(ControlId control, const EngineSet& live) const {
    return plan_.operands.participants_in(counts_.moving_classes(control, live));
  }

  bool must_follow(ControlId control, const EngineSet& live_after) const {
    if (stream_.must_follow(control) || counts_.is_separated(control)) return true;
    for (EngineId engine : moving_classes(control, live_after))
      if (!skipped_trips(plan_, control, engine)) return true;
    return false;
  }

  void skip(ControlId control, const EngineSet& live_after, StreamBlock& out) {
    if (mutated(Mutant::skipped_loop_uncounted)) return counts_.add_net(control);
    for (EngineId engine : moving_classes(control, live_after)) {
      const RegisterId reg = counts_.to_register(engine);
      put(out, SetRegister{reg, std::nullopt,
                           Expression::of(reg) + *skipped_trips(plan_, control, engine)});
    }
    counts_.add_net(control);
  }

  void emit_reads(ControlId control, StreamBlock& out) {
    for (SiteId site : plan_.operands.reads_of(control)) {
      const EngineId engine = plan_.operands.sites[site].engine;
      if (engine == stream_.stream()) {
        if (!mutated(Mutant::bound_read_early)) emit_waits(site, out);
        emit_clears(site, out);
      }
      counts_.add(engine, 1);
      emit_snapshots(site, out);
    }
    // Last: in a `while`, what follows the read is not done after the last test.
    if (!plan_.operands.reads_of(control).empty())
      put(out, Read{control, completion(stream_.stream())});
  }

  void emit_for(ControlId control, const For& loop, const EngineSet& live_after, StreamBlock& out) {
    const EngineSet live = live_after | stream_.counts_used(control);
    const auto constant = constant_loop(program_, control);
    const Counts::Saved before(counts_);
    const EngineSet moving = counts_.moving_classes(control, live);
    EngineSet by_variable;
    for (EngineId engine : plan_.operands.participants_in(moving))
      if (counts_by_variable(control, loop, engine))
        by_variable.set(engine.value);
      else
        counts_.to_register(engine);
    if (mutated(Mutant::reset_in_inner_loop)) counts_.clear_registers(out);
    for (EngineId engine : plan_.operands.participants) {
      if (constant && counts_.folds(control, engine))
        counts_.fold_variable(control, engine, constant->lower, constant->step);
      else if (counts_.is_class_in(engine, by_variable))
        counts_.fold_variable(control, engine, std::get<Affine>(loop.lower).constant,
                              loop.step.constant);
    }
    put(out, StreamFor{control, body_of(control, live, moving & ~by_variable)});
    counts_.restore(before);
    for (EngineId engine : plan_.operands.participants)
      if (constant && counts_.folds(control, engine))
        counts_.add(engine, plan_.counting.net(control, engine));
    for (EngineId engine : plan_.operands.participants_in(by_variable))
      if (counts_.is_class_in(engine, live_after)) add_trips(control, engine, out);
  }

  // The loop's own variable is the count: one instance for each step, counted from 0.
  bool counts_by_variable(ControlId control, const For& loop, EngineId engine) const {
    const auto* lower = std::get_if<Affine>(&loop.lower);
    const auto* upper = std::get_if<Affine>(&loop.upper);
    return !counts_.is_in_register(engine) && lower && lower->is_constant() &&
           is_moderate(lower->constant) && loop.step.is_constant() && loop.step.constant > 0 &&
           upper && !names_counter(*upper) &&
           plan_.counting.of_body(control, engine) == loop.step.constant &&
           (plan_.counting.moves_only_at(control, engine) || mutated(Mutant::index_for_count));
  }

  void add_trips(ControlId control, EngineId engine, StreamBlock& out) {
    const RegisterId reg = counts_.to_register(engine);
    Sum trips;
    trips.add(mutated(Mutant::trips_counted_once) ? 1 : plan_.counting.of_body(control, engine),
              Expression::trips(control));
    put(out, SetRegister{reg, std::nullopt, std::move(trips).plus(0)});
  }

  // `moving`: of the counts, those whose registers one iteration moves.
  StreamBlock body_of(ControlId control, const EngineSet& live, const EngineSet& moving) {
    StreamBlock out;
    const Counts::Saved head(counts_);
    const EngineSet moved = moving & plan_.counting.moving_at(control);
    if (counts_.is_separated(control)) open_registers(control);
    if (is_while(control)) emit_reads(control, out);
    emit_barrier(control, BarrierPlace::begin_of_iteration, out);
    emit_block(plan_.outline.body(control), counts_.is_separated(control) ? EngineSet{} : live,
               moved.count(), out);
    const bool counted = !mutated(Mutant::while_uncounted) || !is_while(control);
    for (EngineId engine : plan_.operands.participants_in(moved))
      if (counted) counts_.add_to_register(engine, counts_.moved(engine, head), out);
    emit_barrier(control, BarrierPlace::end_of_iteration, out);
    counts_.restore(head);
    return out;
  }

  // The registers that straight branches inside will move, so that every barrier of the
  // loop clears them.
  void open_registers(ControlId control) {
    const EngineSet used = plan_.counting.moving(control) & stream_.counts_used(control);
    for (EngineId engine : plan_.operands.participants)
      if (used.test(engine.value)) counts_.to_register(engine);
  }

  void emit_while(ControlId control, const EngineSet& live_after, StreamBlock& out) {
    const EngineSet live = live_after | stream_.counts_used(control);
    const EngineSet moving = counts_.moving_classes(control, live);
    for (EngineId engine : plan_.operands.participants_in(moving)) counts_.to_register(engine);
    put(out, StreamWhile{control, body_of(control, live, moving)});
    counts_.add_net(control);
  }

  void emit_if(ControlId control, const EngineSet& live_after, StreamBlock& out) {
    const Outline& outline = plan_.outline;
    const Counts::Saved before(counts_);
    StreamIf result{
        control, arm_of(control, outline.body(control), live_after, BarrierPlace::end_of_then), {}};
    counts_.restore(before);
    result.else_block =
        arm_of(control, outline.else_body(control), live_after, BarrierPlace::end_of_else);
    mutate_arm(result.then_block, out);
    put(out, std::move(result));
    counts_.restore(before);
    if (counts_.is_separated(control)) counts_.reset();
    counts_.add_net(control);
  }

  StreamBlock arm_of(ControlId control, Outline::Block arm, const EngineSet& live_after,
                     BarrierPlace end) {
    StreamBlock out;
    const Counts::Saved before(counts_);
    const EngineSet moved =
        counts_.moving_classes(control, live_after) & plan_.counting.moving_at(control);
    emit_block(arm, counts_.is_separated(control) ? EngineSet{} : live_after,
               arm.empty() ? 0 : moved.count(), out);
    for (EngineId engine : plan_.operands.participants_in(moved))
      counts_.add_to_register(
          engine, counts_.moved(engine, before) - plan_.counting.net(control, engine), out);
    emit_barrier(control, end, out);
    return out;
  }

  void emit_barrier(ControlId control, BarrierPlace place, StreamBlock& out) {
    if (plan_.drains && plan_.drains->at(control, place)) emit_drain(out);
    if (plan_.has_barrier(control, place)) emit_resetting_barrier(control, place, out);
  }

  void emit_drain(StreamBlock& out) {
    put(out, Barrier{plan_.operands.participants, {}, std::nullopt});
  }

  void emit_resetting_barrier(ControlId control, BarrierPlace place, StreamBlock& out) {
    Barrier barrier;
    barrier.engines = plan_.operands.participants;
    for (EngineId engine : barrier.engines)
      if (!mutated(Mutant::no_reset_at_barrier))
        barrier.resets.push_back({completions_[engine], std::nullopt});
    put(out, std::move(barrier));
    for (GroupId cleared : stream_.snapshots().cleared_at(control, place))
      clear_group(cleared, out);
    counts_.reset();
    counts_.clear_registers(out);
  }

  void clear_group(GroupId id, StreamBlock& out) {
    const SnapshotGroup& here = group(id);
    const RegisterId reg = thresholds_.register_of(id);
    if (here.slots == 1) return put(out, SetRegister{reg, std::nullopt, Expression(0)});
    for (std::int64_t slot = 0; slot < here.slots; ++slot)
      put(out, SetRegister{reg, Expression(slot), Expression(0)});
  }

  const Plan& plan_;
  const Program& program_;
  const StreamPlan& stream_;
  const Table<EngineId, SemaphoreId>& completions_;
  WaitLog* log_;
  Stream out_;
  StreamBlock preamble_;
  LookAhead ahead_;
  Registers registers_;
  Counts counts_;
  Thresholds thresholds_;
};

}  // namespace

std::vector<Stream> emit_streams(const Plan& plan, const StreamPlans& plans,
                                 const Table<EngineId, SemaphoreId>& completions, WaitLog* log) {
  const Names taken = names_in_expressions(plan.program);
  std::deque<Emitter> emitters;
  for (EngineId engine : plan.operands.participants)
    emitters.emplace_back(plan, plans.of(engine), completions, taken, log).begin();
  for (Outline::Block left = plan.outline.whole(); !left.empty();) {
    const auto next = left.first(std::min(left.size(), kSideBySide));
    for (Emitter& emitter : emitters)
      for (const Statement& statement : next) emitter.emit(statement);
    left = left.subspan(next.size());
  }
  std::vector<Stream> streams;
  for (Emitter& emitter : emitters) streams.push_back(emitter.finish());
  return streams;
}

}  // namespace tidemark::sync
