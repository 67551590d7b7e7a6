#include "oracle/bounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/text/print.h"
#include "oracle/partial_run.h"

namespace tidemark {
namespace {

using EventKind = UnrolledEvent::Kind;
using Finding = Counterexample::Kind;

class Search {
 public:
  Search(const JointCode& code, const BoundedOptions& options)
      : code_(code),
        options_(options),
        solver_(options.solver, options.smt2_folder),
        symbolic_(solver_),
        unrolling_(unroll(code, solver_, symbolic_, options.unroll)) {}

  BoundedResult run() && {
    result_.reason = unrolling_.reason;
    if (result_.reason.empty()) search();
    result_.is_proved = result_.reason.empty() && !result_.counterexample;
    if (result_.counterexample) result_.reason.clear();
    result_.solver = solver_.statistics();
    result_.most_trips = unrolling_.most_trips;
    return std::move(result_);
  }

 private:
  void search() {
    drop_what_no_run_has();
    if (!result_.reason.empty()) return;
    if (find_misstep()) return;
    const PartialRun::Order order = find_order();
    if (!result_.reason.empty()) return;
    PartialRun run(code_, unrolling_, solver_, symbolic_, order);
    order == PartialRun::Order::of_text ? search_in_order(run) : search_in_any_order(run);
  }

  // Vacuity: is there a run within the bound at all, and does one have this event?
  void drop_what_no_run_has() {
    if (!ask("is there a run within the bound", symbolic_.truth(true)))
      return unknown("no inputs stay within the bound");
    std::map<void*, bool> is_possible;
    std::erase_if(unrolling_.events, [&](const UnrolledEvent& event) {
      const auto [known, is_new] = is_possible.try_emplace(event.path.truth.term.handle, true);
      if (is_new) known->second = ask("does a run have it", event.path.truth);
      return !known->second;
    });
    result_.instances = static_cast<std::size_t>(
        std::ranges::count(unrolling_.events, EventKind::instance, &UnrolledEvent::kind));
  }

  bool find_misstep() {
    for (const Misstep& misstep : unrolling_.missteps)
      if (find("an index outside, " + describe(*misstep.node), misstep.truth)) {
        result_.counterexample.emplace(counterexample(Finding::malformed));
        return true;
      }
    return false;
  }

  // That of the text, if no wait asks for more than has been raised before it.
  PartialRun::Order find_order() {
    Table<SemaphoreId, std::optional<EngineId>> raisers(code_.streams->semaphores.size());
    std::vector<Truth> ahead;
    for (const UnrolledEvent& event : unrolling_.events) {
      for (const UnrolledRaise& by : event.raises) {
        std::optional<EngineId>& raiser = raisers[by.count.semaphore];
        if (raiser && *raiser != event.engine) ahead = {symbolic_.truth(true)};
        raiser = event.engine;
      }
      if (event.kind == EventKind::wait)
        ahead.push_back(symbolic_.both(
            event.path.truth,
            symbolic_.at_least(event.threshold, symbolic_.add(event.waited.before, 1))));
    }
    const Truth any = symbolic_.any(ahead);
    if (any.known == false || !ask("a wait for what comes later", any))
      return PartialRun::Order::of_text;
    if (!code_.barriers.empty()) unknown("barriers among waits for what comes later");
    return PartialRun::Order::any;
  }

  // Each instance among what comes before it.
  void search_in_order(PartialRun& run) {
    for (std::size_t i = 0; i < unrolling_.events.size(); ++i) {
      if (is_late()) return;
      if (is_asked_of(i)) {
        const Truth unsafe = unsafe_at(run, i);
        const Truth late = result_.counterexample ? symbolic_.truth(false) : late_at(run, i);
        if (ask("safe and minimal at " + name_of(i), symbolic_.either(unsafe, late))) {
          if (find("safe at " + name_of(i), unsafe)) return found(Finding::unsafe, run, i);
          if (find("minimal at " + name_of(i), late)) found(Finding::overwaits, run, i);
        }
      }
      run.require(required_++);
    }
  }

  void search_in_any_order(PartialRun& run) {
    for (; required_ < unrolling_.events.size(); ++required_) run.require(required_);
    for (std::size_t i = 0; i < unrolling_.events.size(); ++i) {
      if (is_late()) return;
      if (is_asked_of(i) && find("safe at " + name_of(i), unsafe_at(run, i)))
        return found(Finding::unsafe, run, i);
    }
    if (find("no deadlock", stuck(run))) return found(Finding::deadlocks, run, 0);
    for (std::size_t i = 0; i < unrolling_.events.size(); ++i) {
      if (is_late()) return;
      if (is_asked_of(i) && find("minimal at " + name_of(i), late_at(run, i)))
        return found(Finding::overwaits, run, i);
    }
  }

  bool is_asked_of(std::size_t event) const {
    const UnrolledEvent& asked = unrolling_.events[event];
    return asked.kind == EventKind::instance &&
           (options_.only == nullptr || asked.node->statement == options_.only);
  }

  Truth unsafe_at(PartialRun& run, std::size_t i) {
    const Truth parts[] = {run.is_next(i), run.is_let_through(i),
                           symbolic_.negate(run.is_covered(i))};
    return symbolic_.all(parts);
  }
  Truth late_at(PartialRun& run, std::size_t i) {
    const Truth parts[] = {run.is_next(i), run.is_covered(i), run.is_held_back(i)};
    return symbolic_.all(parts);
  }

  // No instance can be issued or completed, and something is still to come.
  Truth stuck(PartialRun& run) {
    std::vector<Truth> all, waiting;
    for (std::size_t i = 0; i < unrolling_.events.size(); ++i) {
      const UnrolledEvent& event = unrolling_.events[i];
      if (event.kind == EventKind::wait) {
        waiting.push_back(symbolic_.both(event.path.truth, symbolic_.negate(run.holds(i))));
        continue;
      }
      all.push_back(symbolic_.if_then(run.is_issued(i), run.is_completed(i)));
      all.push_back(symbolic_.negate(symbolic_.both(run.is_next(i), run.is_let_through(i))));
      waiting.push_back(symbolic_.both(event.path.truth, symbolic_.negate(run.is_issued(i))));
    }
    all.push_back(symbolic_.any(waiting));
    return symbolic_.all(all);
  }

  // False also where the solver does not know: then nothing is proved.
  bool ask(const std::string& name, const Truth& truth) {
    if (truth.known == false) return false;
    const Answer answer = solver_.ask(name, std::array{truth.term});
    if (answer == Answer::unknown) unknown(fmt::format("{}: {}", name, solver_.reason()));
    return answer == Answer::satisfiable;
  }

  // A bad state, for inputs with which nothing passes 64 bits: runs in which something does have
  // no verdict.
  bool find(const std::string& name, const Truth& truth) {
    if (!ask(name, truth)) return false;
    const Truth moderate = symbolic_.all(unrolling_.moderate);
    if (moderate.known == true ||
        ask(name + ", inputs of 32 bits", symbolic_.both(truth, moderate)))
      return true;
    unknown(name + ": only for inputs beyond 32 bits");
    return false;
  }

  bool is_late() {
    const auto& deadline = options_.unroll.deadline;
    if (!deadline || std::chrono::steady_clock::now() <= *deadline) return false;
    unknown("the time is up");
    return true;
  }

  void unknown(const std::string& reason) {
    if (result_.reason.empty()) result_.reason = reason;
  }

  // The first that is found is kept, unless what comes is named before it. In order of text,
  // only events before it are required of states.
  void found(Finding kind, const PartialRun& run, std::size_t event) {
    Counterexample found = counterexample(kind);
    found.schedule = schedule(run);
    if (kind != Finding::deadlocks) {
      found.engine = unrolling_.events[event].engine;
      found.ordinal = solver_.value(symbolic_.term(unrolling_.events[event].ordinal)) + 1;
    }
    result_.counterexample.emplace(std::move(found));
  }

  Counterexample counterexample(Finding kind) {
    Inputs inputs(*code_.program);
    for (const ParamId id : unrolling_.params.ids())
      inputs.set(id, solver_.value(symbolic_.term(unrolling_.params[id])));
    std::map<BufferId, std::vector<std::int64_t>> loads;
    for (const UnrolledLoad& load : unrolling_.loads)
      if (solver_.holds(load.path.truth.term))
        loads[load.buffer].push_back(solver_.value(symbolic_.term(load.value)));
    for (auto& [buffer, values] : loads) inputs.set_loads(buffer, std::move(values));
    return {kind, std::move(inputs), {}, {}, 0};
  }

  // Events that were not yet required of states have not happened.
  std::vector<BoundedStep> schedule(const PartialRun& run) {
    std::vector<std::pair<std::int64_t, std::size_t>> happened;
    for (std::size_t i = 0; i < required_; ++i)
      if (unrolling_.events[i].kind != EventKind::wait && solver_.holds(run.is_issued(i).term))
        happened.emplace_back(solver_.value(symbolic_.term(run.rank(i))), i);
    std::ranges::sort(happened);
    std::vector<BoundedStep> steps;
    for (const auto& [rank, i] : happened) {
      const UnrolledEvent& event = unrolling_.events[i];
      if (event.kind == EventKind::barrier) {
        const auto& engines = code_.barriers[event.node->barrier.value].engines;
        steps.push_back({BoundedStep::Kind::pass_barrier, engines.front()});
        continue;
      }
      steps.push_back({BoundedStep::Kind::issue, event.engine});
      if (solver_.holds(run.is_completed(i).term))
        steps.push_back({BoundedStep::Kind::complete, event.engine});
    }
    return steps;
  }

  std::string describe(const JointNode& node) const {
    return print_statement(*node.statement, *code_.stream_of[node.engine], *code_.streams,
                           *code_.program);
  }
  std::string name_of(std::size_t event) const {
    return fmt::format("{}, event {}", describe(*unrolling_.events[event].node), event);
  }

  const JointCode& code_;
  const BoundedOptions& options_;
  Solver solver_;
  Symbolic symbolic_;
  Unrolling unrolling_;
  std::size_t required_ = 0;  // of the events: those that states are held to
  BoundedResult result_;
};

}  // namespace

BoundedResult prove_bounded(const Program& program, const Streams& streams,
                            const BoundedOptions& options) {
  const auto code = compile_nodes(program, streams);
  if (!code) {
    BoundedResult result;
    result.reason = code.error();
    return result;
  }
  try {
    return Search(*code, options).run();
  } catch (const SolverOutOfMemory& limit) {
    BoundedResult result;
    result.reason = limit.kReason;
    return result;
  }
}

}  // namespace tidemark
