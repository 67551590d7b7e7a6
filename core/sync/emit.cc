#include "core/sync/emit.h"

#include <algorithm>

#include "core/check.h"
#include "core/sync/linear.h"
#include "core/sync/registers.h"
#include "core/sync/skip.h"

namespace tidemark::sync {
namespace {

class Emitter {
 public:
  Emitter(const Plan& plan, const StreamPlan& stream,
          const Table<EngineId, SemaphoreId>& completions, WaitLog* log)
      : plan_(plan),
        program_(plan.program),
        stream_(stream),
        completions_(completions),
        log_(log),
        registers_(plan.program, plan.operands, out_),
        counts_(plan.program.engines.size()),
        in_register_(plan.program.engines.size()) {
    out_.engine = stream.stream();
  }

  Stream run() {
    emit_block(program_.body, EngineSet{}, out_.body);
    out_.body.insert(out_.body.begin(), preamble_.begin(), preamble_.end());
    return std::move(out_);
  }

 private:
  // The count of one engine here: a register (or 0), variables of constant loops, and an
  // offset that changes from statement to statement.
  using Count = Linear;

  std::uint32_t class_of(EngineId engine) const { return plan_.counting.class_of(engine); }

  // --- statements

  void emit_block(const Block& block, EngineSet live_after, StreamBlock& out) {
    // Which counts are used after each control statement, last first.
    std::vector<EngineSet> live;
    EngineSet used = live_after;
    for (auto statement = block.rbegin(); statement != block.rend(); ++statement)
      add_uses(*statement, used, live);
    for (const Statement& statement : block) {
      if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
        emit_instruction(*instruction, out);
      } else if (const auto* assignment = std::get_if<AssignmentId>(&statement)) {
        emit_assignment(program_.assignments[*assignment], out);
      } else {
        emit_control(std::get<ControlId>(statement), live.back(), out);
        live.pop_back();
      }
    }
  }

  void add_uses(const Statement& statement, EngineSet& used, std::vector<EngineSet>& live) const {
    if (const auto* instruction = std::get_if<InstructionId>(&statement)) {
      add_uses(plan_.operands.site_of(*instruction), used);
    } else if (const auto* control = std::get_if<ControlId>(&statement)) {
      if (has_barrier(*control, BarrierPlace::after)) used.reset();
      for (const SnapshotPoint& point : stream_.snapshots().after(*control))
        used.set(group(point.group).producer.value);
      live.push_back(used);
      used |= stream_.counts_used(*control);
      if (has_barrier(*control, BarrierPlace::before)) used.reset();
    }
  }

  void add_uses(SiteId site, EngineSet& used) const {
    const EngineId engine = plan_.operands.sites[site].engine;
    if (!stream_.snapshots().after(site).empty()) used.set(engine.value);
    if (engine != stream_.stream()) return;
    for (const PlannedWait& wait : stream_.waits(site))
      if (wait.source == PlannedWait::Source::count)
        used.set(plan_.operands.needs[wait.need].producer.value);
  }

  void emit_instruction(InstructionId instruction, StreamBlock& out) {
    const SiteId site = plan_.operands.site_of(instruction);
    const EngineId engine = program_.instructions[instruction].engine;
    if (engine == stream_.stream()) {
      emit_waits(site, out);
      put(out, Issue{instruction, {completion(engine)}});
      emit_clears(site, out);
    }
    ++counts_[engine].constant;
    emit_snapshots(site, out);
  }

  void emit_assignment(const Assignment& assignment, StreamBlock& out) {
    if (!stream_.keeps(assignment.counter)) return;
    put(out, SetRegister{registers_.counter(assignment.counter), std::nullopt,
                         expression(assignment.value)});
  }

  SignalOn completion(EngineId engine) const {
    return {SemaphoreRef{completions_[engine], std::nullopt}, 1};
  }

  template <class Form>
  static void put(StreamBlock& out, Form form) {
    out.push_back({std::move(form), {}});
  }

  // --- waits

  void emit_waits(SiteId site, StreamBlock& out) {
    for (const PlannedWait& wait : stream_.waits(site)) {
      const EngineId producer = plan_.operands.needs[wait.need].producer;
      for (const Expression& threshold : thresholds(wait, producer)) {
        if (log_) log_->emplace(wait.need, threshold);
        put(out, Wait{SemaphoreRef{completions_[producer], std::nullopt}, WaitKind::at_least,
                      threshold});
      }
    }
  }

  std::vector<Expression> thresholds(const PlannedWait& wait, EngineId producer) {
    if (wait.source == PlannedWait::Source::count) {
      Linear threshold = count_here(producer);
      threshold.constant -= wait.distance.constant;
      auto loop = plan_.placement.loop_around(plan_.placement.of_site[site_of(wait)]);
      for (std::size_t v = 0; loop && v < wait.distance.slopes.size(); ++v) {
        threshold.add_variable(*loop, -wait.distance.slopes[v]);
        loop = plan_.placement.loop_around(plan_.placement.of_control[*loop]);
      }
      return {threshold.expression()};
    }
    std::vector<Expression> result;
    for (const RegisterSlot& slot : slots_of(wait)) {
      Linear threshold;
      threshold.first = slot.value();
      threshold.constant = -slot.behind;
      result.push_back(threshold_of_sweep(wait, threshold));
    }
    return result;
  }

  SiteId site_of(const PlannedWait& wait) const { return plan_.operands.needs[wait.need].site; }
  const Touch& touch_of(const PlannedWait& wait) const {
    return plan_.operands.touches[plan_.operands.needs[wait.need].touch];
  }

  // A sweep's register lies behind by an affine function of the slot.
  Expression threshold_of_sweep(const PlannedWait& wait, Linear threshold) {
    const auto& sweep = group(stream_.snapshots().group_of(wait.need)).sweep;
    if (!sweep) return threshold.expression();
    threshold.constant -= sweep->last;
    std::optional<Expression> sum = threshold.first;
    if (sweep->slope != 0) Linear::add_term(sum, slot_of(touch_of(wait)), -sweep->slope);
    threshold.first = sum;
    return threshold.expression();
  }

  void emit_clears(SiteId site, StreamBlock& out) {
    for (const PlannedWait& wait : stream_.waits(site))
      if (wait.source == PlannedWait::Source::snapshot && wait.clears)
        for (const RegisterSlot& slot : slots_of(wait))
          put(out, SetRegister{slot.reg, slot.index, Expression(0)});
  }

  // --- snapshots

  // One register, or one element of a register ring.
  struct RegisterSlot {
    RegisterId reg;
    std::optional<Expression> index;
    std::int64_t behind = 0;

    Expression value() const {
      return index ? Expression::element(reg, *index) : Expression::of(reg);
    }
  };

  const SnapshotGroup& group(GroupId id) const { return stream_.snapshots().groups()[id]; }

  std::vector<RegisterSlot> slots_of(const PlannedWait& wait) {
    return slots_of(stream_.snapshots().group_of(wait.need), touch_of(wait));
  }

  std::vector<RegisterSlot> slots_of(GroupId id, const Touch& touch) {
    const SnapshotGroup& here = group(id);
    const RegisterId reg = registers_.snapshot(stream_.snapshots(), here.shares.value_or(id));
    if (here.slots == 1) return {{reg, std::nullopt, here.behind}};
    if (here.regions == 1) return {{reg, slot_of(touch), here.behind}};
    const std::int64_t base = touch.first.value - here.first.value;
    if (touch.kind == Touch::Kind::cell) return {{reg, Expression(base), 0}};
    return pool_slots(reg, base, touch);
  }

  // The regions of the slot that an operand chooses: one register each, through a table
  // where they are no affine function of the slot.
  std::vector<RegisterSlot> pool_slots(RegisterId reg, std::int64_t base, const Touch& touch) {
    const auto regions = plan_.operands.regions_by_slot(touch);
    std::size_t pieces = 0;
    for (const auto& slot : regions) pieces = std::max(pieces, slot.size());
    std::vector<RegisterSlot> result;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      std::vector<std::int64_t> table;
      for (const auto& slot : regions)
        table.push_back(slot.empty() ? 0 : slot[std::min(piece, slot.size() - 1)]);
      result.push_back({reg, looked_up(table, piece, base, touch), 0});
    }
    return result;
  }

  Expression looked_up(const std::vector<std::int64_t>& table, std::size_t piece,
                       std::int64_t base, const Touch& touch) {
    const std::int64_t step = table.size() > 1 ? table[1] - table[0] : 0;
    bool is_affine = true;
    for (std::size_t slot = 0; slot < table.size(); ++slot)
      is_affine &= table[slot] == table[0] + step * static_cast<std::int64_t>(slot);
    Linear index;
    if (is_affine) {
      if (step != 0) Linear::add_term(index.first, slot_of(touch), step);
      index.constant = base + table[0];
      return index.expression();
    }
    const RegisterId lookup = registers_.lookup(touch.access->buffer, piece,
                                                static_cast<std::int64_t>(table.size()));
    if (!registers_.is_filled(lookup)) fill(lookup, table);
    index.first = Expression::element(lookup, slot_of(touch));
    index.constant = base;
    return index.expression();
  }

  void fill(RegisterId lookup, const std::vector<std::int64_t>& table) {
    registers_.set_filled(lookup);
    for (std::size_t slot = 0; slot < table.size(); ++slot)
      put(preamble_, SetRegister{lookup, Expression(static_cast<std::int64_t>(slot)),
                                 Expression(table[slot])});
  }

  void emit_snapshots(SiteId site, StreamBlock& out) {
    for (const SnapshotPoint& point : stream_.snapshots().after(site)) {
      const EngineId producer = group(point.group).producer;
      for (const RegisterSlot& slot : slots_of(point.group, plan_.operands.touches[point.touch]))
        put(out, SetRegister{slot.reg, slot.index, count_here(producer).expression()});
    }
  }

  void emit_sweeps(ControlId control, StreamBlock& out) {
    for (const SnapshotPoint& point : stream_.snapshots().after(control))
      put(out, SetRegister{registers_.snapshot(stream_.snapshots(), point.group), std::nullopt,
                           count_here(group(point.group).producer).expression()});
    for (GroupId cleared : stream_.cleared_after(control))
      put(out, SetRegister{registers_.snapshot(stream_.snapshots(), cleared), std::nullopt,
                           Expression(0)});
  }

  // --- the program's own expressions

  Expression expression(const Affine& form) {
    std::optional<Expression> sum;
    for (const AffineTerm& term : form.terms)
      Linear::add_term(sum, value_of(term.symbol), term.coefficient);
    Linear result;
    result.first = sum;
    result.constant = form.constant;
    return result.expression();
  }

  Expression value_of(Symbol symbol) {
    switch (symbol.kind) {
      case Symbol::Kind::param: return Expression::of(ParamId(symbol.index));
      case Symbol::Kind::variable: return Expression::variable(ControlId(symbol.index));
      case Symbol::Kind::counter:
        return Expression::of(registers_.counter(CounterId(symbol.index)));
    }
    CHECK(false);
  }

  Expression slot_of(const Touch& touch) {
    const Residue& slot = *touch.access->slot;
    const Expression value = expression(slot.form);
    return slot.modulus == 0 ? value : value % slot.modulus;
  }

  // --- counts

  Count count_here(EngineId engine) {
    Count count = counts_[engine];
    if (in_register_[class_of(engine)])
      count.first = Expression::of(registers_.count(class_of(engine), engine));
    return count;
  }

  RegisterId count_register(EngineId engine) {
    in_register_[class_of(engine)] = true;
    return registers_.count(class_of(engine), engine);
  }

  // One engine for each class of which a count is live and whose register moves inside.
  std::vector<EngineId> moving_classes(ControlId control, const EngineSet& live) const {
    std::vector<EngineId> result;
    for (EngineId engine : plan_.operands.participants) {
      if (!live.test(engine.value) || !plan_.counting.moving(control).test(engine.value) ||
          is_separated(control))
        continue;
      const bool seen = std::ranges::any_of(
          result, [&](EngineId other) { return class_of(other) == class_of(engine); });
      if (!seen) result.push_back(engine);
    }
    return result;
  }

  // By how much the count of the engine has moved since it was `before`.
  std::int64_t moved(EngineId engine, const Table<EngineId, Count>& before) const {
    return counts_[engine].constant - before[engine].constant;
  }

  void add_to_register(EngineId engine, std::int64_t by, StreamBlock& out) {
    if (by == 0) return;
    const RegisterId reg = count_register(engine);
    Linear sum;
    sum.first = Expression::of(reg);
    sum.constant = by;
    put(out, SetRegister{reg, std::nullopt, sum.expression()});
  }

  // --- control

  void emit_control(ControlId control, const EngineSet& live_after, StreamBlock& out) {
    const auto& form = program_.controls[control].form;
    emit_barrier(control, BarrierPlace::before, out);
    if (!std::holds_alternative<While>(form)) emit_reads(control, out);
    if (!must_follow(control, live_after)) {
      skip(control, live_after, out);
    } else if (const auto* loop = std::get_if<For>(&form)) {
      emit_for(control, *loop, live_after, out);
    } else if (const auto* branch = std::get_if<If>(&form)) {
      emit_if(control, *branch, live_after, out);
    } else {
      emit_while(control, std::get<While>(form), live_after, out);
    }
    emit_sweeps(control, out);
    emit_barrier(control, BarrierPlace::after, out);
  }

  bool must_follow(ControlId control, const EngineSet& live_after) const {
    if (stream_.must_follow(control) || is_separated(control)) return true;
    for (EngineId engine : moving_classes(control, live_after))
      if (!skipped_trips(plan_, control, engine)) return true;
    return false;
  }

  bool is_separated(ControlId control) const {
    return plan_.barriers && plan_.barriers->separates(control);
  }

  void skip(ControlId control, const EngineSet& live_after, StreamBlock& out) {
    for (EngineId engine : moving_classes(control, live_after)) {
      const RegisterId reg = count_register(engine);
      put(out, SetRegister{reg, std::nullopt,
                           Expression::of(reg) + *skipped_trips(plan_, control, engine)});
    }
    for (EngineId engine : plan_.operands.participants)
      counts_[engine].constant += plan_.counting.net(control, engine);
  }

  void emit_reads(ControlId control, StreamBlock& out) {
    for (SiteId site : plan_.operands.reads_of(control)) {
      const EngineId engine = plan_.operands.sites[site].engine;
      if (engine == stream_.stream()) {
        emit_waits(site, out);
        emit_clears(site, out);
      }
      ++counts_[engine].constant;
      emit_snapshots(site, out);
    }
    // Last: in a `while`, what follows the read is not done after the last test.
    if (!plan_.operands.reads_of(control).empty())
      put(out, Read{control, {completion(stream_.stream())}});
  }

  void emit_for(ControlId control, const For& loop, const EngineSet& live_after,
                StreamBlock& out) {
    const EngineSet live = live_after | stream_.counts_used(control);
    const auto constant = constant_loop(program_, control);
    const Table<EngineId, Count> before = counts_;
    std::vector<EngineId> by_variable;
    for (EngineId engine : moving_classes(control, live))
      if (counts_by_variable(control, loop, engine))
        by_variable.push_back(engine);
      else
        count_register(engine);
    for (EngineId engine : plan_.operands.participants) {
      if (folds(control, engine))
        fold_variable(control, engine, *constant);
      else if (is_one_of(engine, by_variable))
        fold_variable(control, engine, {lower_of(loop), loop.step.constant, 0});
    }
    StreamFor result{control, {}};
    emit_body(control, loop.body, live, by_variable, result.body);
    put(out, std::move(result));
    counts_ = before;
    for (EngineId engine : plan_.operands.participants) {
      if (folds(control, engine)) counts_[engine].constant += plan_.counting.net(control, engine);
    }
    for (EngineId engine : by_variable)
      if (live_after_class(engine, live_after)) add_trips(control, engine, out);
  }

  // A constant loop, in which the count is affine in the variable.
  bool folds(ControlId control, EngineId engine) const {
    return constant_loop(program_, control) && !is_separated(control) &&
           !plan_.counting.moves_at(control, engine);
  }

  bool is_one_of(EngineId engine, const std::vector<EngineId>& classes) const {
    return std::ranges::any_of(
        classes, [&](EngineId other) { return class_of(other) == class_of(engine); });
  }

  static std::int64_t lower_of(const For& loop) {
    return std::get<Affine>(loop.lower).constant;
  }

  bool live_after_class(EngineId engine, const EngineSet& live) const {
    for (EngineId other : plan_.operands.participants)
      if (live.test(other.value) && class_of(other) == class_of(engine)) return true;
    return false;
  }

  // The loop's own variable is the count: one instance for each step, counted from 0.
  bool counts_by_variable(ControlId control, const For& loop, EngineId engine) const {
    const auto* lower = std::get_if<Affine>(&loop.lower);
    const auto* upper = std::get_if<Affine>(&loop.upper);
    const auto has_counter = [](const AffineTerm& term) {
      return term.symbol.kind == Symbol::Kind::counter;
    };
    return !in_register_[class_of(engine)] && lower && lower->is_constant() &&
           loop.step.is_constant() && loop.step.constant > 0 && upper &&
           std::ranges::none_of(upper->terms, has_counter) &&
           plan_.counting.of_body(control, engine) == loop.step.constant &&
           plan_.counting.moves_only_at(control, engine);
  }

  // Inside, the count grows with the variable: by the body's instances for each step.
  void fold_variable(ControlId control, EngineId engine, const ConstantLoop& loop) {
    const std::int64_t slope = plan_.counting.of_body(control, engine) / loop.step;
    counts_[engine].add_variable(control, slope);
    counts_[engine].constant -= slope * loop.lower;
  }

  void add_trips(ControlId control, EngineId engine, StreamBlock& out) {
    const RegisterId reg = count_register(engine);
    std::optional<Expression> trips;
    Linear::add_term(trips, Expression::trips(control),
                     plan_.counting.of_body(control, engine));
    put(out, SetRegister{reg, std::nullopt, *trips});
  }

  void emit_body(ControlId control, const Block& body, EngineSet live,
                 const std::vector<EngineId>& by_variable, StreamBlock& out) {
    const Table<EngineId, Count> head = counts_;
    if (is_separated(control)) open_registers(control);
    if (std::holds_alternative<While>(program_.controls[control].form)) emit_reads(control, out);
    emit_barrier(control, BarrierPlace::begin_of_iteration, out);
    emit_block(body, is_separated(control) ? EngineSet{} : live, out);
    for (EngineId engine : moving_classes(control, live))
      if (!is_one_of(engine, by_variable) && plan_.counting.moves_at(control, engine))
        add_to_register(engine, moved(engine, head), out);
    emit_barrier(control, BarrierPlace::end_of_iteration, out);
    counts_ = head;
  }

  // The registers that straight branches inside will move, so that every barrier of the
  // loop clears them.
  void open_registers(ControlId control) {
    const EngineSet used = plan_.counting.moving(control) & stream_.counts_used(control);
    for (EngineId engine : plan_.operands.participants)
      if (used.test(engine.value)) count_register(engine);
  }

  void emit_while(ControlId control, const While& loop, const EngineSet& live_after,
                  StreamBlock& out) {
    const EngineSet live = live_after | stream_.counts_used(control);
    for (EngineId engine : moving_classes(control, live)) count_register(engine);
    StreamWhile result{control, {}};
    emit_body(control, loop.body, live, {}, result.body);
    put(out, std::move(result));
    for (EngineId engine : plan_.operands.participants)
      counts_[engine].constant += plan_.counting.net(control, engine);
  }

  void emit_if(ControlId control, const If& branch, const EngineSet& live_after,
               StreamBlock& out) {
    StreamIf result{control, {}, {}};
    const Table<EngineId, Count> before = counts_;
    emit_arm(control, branch.then_block, live_after,
             BarrierPlace::end_of_then, result.then_block);
    counts_ = before;
    emit_arm(control, branch.else_block, live_after,
             BarrierPlace::end_of_else, result.else_block);
    put(out, std::move(result));
    counts_ = is_separated(control) ? Table<EngineId, Count>(before.size()) : before;
    for (EngineId engine : plan_.operands.participants)
      counts_[engine].constant += plan_.counting.net(control, engine);
  }

  void emit_arm(ControlId control, const Block& arm, const EngineSet& live_after, BarrierPlace end,
                StreamBlock& out) {
    const Table<EngineId, Count> before = counts_;
    emit_block(arm, is_separated(control) ? EngineSet{} : live_after, out);
    for (EngineId engine : moving_classes(control, live_after))
      add_to_register(engine, moved(engine, before) - plan_.counting.net(control, engine), out);
    emit_barrier(control, end, out);
  }

  bool has_barrier(ControlId control, BarrierPlace place) const {
    return plan_.barriers && plan_.barriers->at(control, place);
  }

  void emit_barrier(ControlId control, BarrierPlace place, StreamBlock& out) {
    if (!has_barrier(control, place)) return;
    Barrier barrier;
    barrier.engines = plan_.operands.participants;
    for (EngineId engine : barrier.engines)
      barrier.resets.push_back({completions_[engine], std::nullopt});
    put(out, std::move(barrier));
    for (GroupId cleared : stream_.snapshots().cleared_at(control, place)) clear_group(cleared, out);
    for (Count& count : counts_) count = {};
    clear_count_registers(out);
  }

  void clear_count_registers(StreamBlock& out) {
    std::vector<std::uint32_t> seen;
    for (EngineId engine : plan_.operands.participants) {
      const std::uint32_t here = class_of(engine);
      if (!in_register_[here] || std::ranges::find(seen, here) != seen.end()) continue;
      seen.push_back(here);
      put(out, SetRegister{registers_.count(here, engine), std::nullopt, Expression(0)});
    }
  }

  void clear_group(GroupId id, StreamBlock& out) {
    const SnapshotGroup& here = group(id);
    if (here.shares) return;
    const RegisterId reg = registers_.snapshot(stream_.snapshots(), id);
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
  Registers registers_;
  Table<EngineId, Count> counts_;
  std::vector<bool> in_register_;  // by counting class: else it counts from 0
};

}  // namespace

Stream emit_stream(const Plan& plan, const StreamPlan& stream,
                   const Table<EngineId, SemaphoreId>& completions, WaitLog* log) {
  return Emitter(plan, stream, completions, log).run();
}

}  // namespace tidemark::sync
