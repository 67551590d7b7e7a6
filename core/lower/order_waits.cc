#include "core/lower/order_waits.h"

#include <algorithm>
#include <map>

#include "core/lower/rewrite.h"

namespace tidemark::lowering {
namespace {

constexpr double kTripsTaken = 8;  // of a loop whose trips are not known

using Loads = Table<EngineId, double>;  // ns of work for each engine

class Loops {
 public:
  Loops(const Program& program, const Target& target)
      : program_(program), target_(target), of_(program.controls.size()) {
    whole_ = add(program.body);
  }

  const Loads& whole() const { return whole_; }
  const Loads& of(ControlId control) const { return of_[control]; }

 private:
  Loads add(const Block& block) {
    Loads loads(program_.engines.size());
    for (const Statement& statement : block) {
      if (const auto* id = std::get_if<InstructionId>(&statement)) {
        const Instruction& instruction = program_.instructions[*id];
        loads[instruction.engine] += occupancy_of(target_, program_, instruction).cost_ns;
      } else if (const auto* control = std::get_if<ControlId>(&statement)) {
        add_control(*control, loads);
      }
    }
    return loads;
  }

  void add_control(ControlId id, Loads& loads) {
    const Control& control = program_.controls[id];
    Loads inside(program_.engines.size());
    if (const auto* loop = std::get_if<For>(&control.form)) {
      inside = add(loop->body);
    } else if (const auto* loop = std::get_if<While>(&control.form)) {
      inside = add(loop->body);
    } else {
      const auto& branch = std::get<If>(control.form);
      inside = add(branch.then_block);
      const Loads other = add(branch.else_block);
      for (const EngineId engine : loads.ids()) inside[engine] += other[engine];
    }
    for (const EngineId engine : loads.ids()) loads[engine] += weight_of(control) * inside[engine];
    of_[id] = std::move(inside);
  }

  static double weight_of(const Control& control) {
    const auto* loop = std::get_if<For>(&control.form);
    if (loop == nullptr) return std::holds_alternative<While>(control.form) ? kTripsTaken : 0.5;
    const auto* lower = std::get_if<Affine>(&loop->lower);
    const auto* upper = std::get_if<Affine>(&loop->upper);
    const bool is_constant = lower && upper && lower->is_constant() && upper->is_constant() &&
                             loop->step.is_constant() && loop->step.constant > 0;
    if (!is_constant) return kTripsTaken;
    return static_cast<double>((upper->constant - lower->constant) / loop->step.constant);
  }

  const Program& program_;
  const Target& target_;
  Table<ControlId, Loads> of_;
  Loads whole_;
};

// The one engine that raises a semaphore; none where several do.
std::map<SemaphoreId, EngineId> raisers_of(const Streams& streams) {
  std::map<SemaphoreId, EngineId> raisers;
  for (const Stream& stream : streams.streams)
    for_each_statement(stream.body, [&](const StreamStatement& statement) {
      const Signals* signals = nullptr;
      if (const auto* issue = std::get_if<Issue>(&statement.form)) signals = &issue->signals;
      if (const auto* read = std::get_if<Read>(&statement.form)) signals = &read->signals;
      if (signals == nullptr) return;
      for (const SignalOn& signal : *signals)
        raisers.try_emplace(signal.target.semaphore, stream.engine);
    });
  return raisers;
}

// Smaller thresholds wait for older things: those are slots given free.
std::int64_t constant_of(const Expression& threshold) {
  const auto nodes = threshold.nodes();
  if (nodes.back().kind == ExpressionNode::Kind::integer) return nodes.back().value;
  if (nodes.size() < 3) return 0;
  const ExpressionNode& last = nodes[nodes.size() - 2];
  if (last.kind != ExpressionNode::Kind::integer) return 0;
  if (nodes.back().kind == ExpressionNode::Kind::subtract) return -last.value;
  return nodes.back().kind == ExpressionNode::Kind::add ? last.value : 0;
}

class Orderer {
 public:
  Orderer(const Loops& loops, const std::map<SemaphoreId, EngineId>& raisers)
      : loops_(loops), raisers_(raisers) {}

  void order(StreamBlock& block, const Loads& around) const {
    for (auto at = block.begin(); at != block.end();) {
      const auto end = std::find_if_not(at, block.end(), is_plain_wait);
      if (end - at > 1) sort(at, end, around);
      at = end == block.end() ? end : end + 1;
    }
    for (StreamStatement& statement : block)
      std::visit([&](auto& form) { inside(form, around); }, statement.form);
  }

 private:
  static bool is_plain_wait(const StreamStatement& statement) {
    const auto* wait = std::get_if<Wait>(&statement.form);
    return wait != nullptr && wait->kind == WaitKind::at_least;
  }

  void sort(StreamBlock::iterator begin, StreamBlock::iterator end, const Loads& around) const {
    std::vector<std::pair<std::pair<double, std::int64_t>, StreamStatement>> waits;
    for (auto at = begin; at != end; ++at) {
      const auto& wait = std::get<Wait>(at->form);
      const auto raiser = raisers_.find(wait.semaphore.semaphore);
      const double load = raiser == raisers_.end() ? 0 : around[raiser->second];
      waits.emplace_back(std::pair(load, constant_of(wait.threshold)), std::move(*at));
    }
    std::ranges::stable_sort(waits, {}, [](const auto& wait) { return wait.first; });
    for (auto& [key, wait] : waits) *begin++ = std::move(wait);
  }

  template <class Form>
  void inside(Form&, const Loads&) const {}
  void inside(StreamFor& loop, const Loads&) const { order(loop.body, loops_.of(loop.control)); }
  void inside(StreamWhile& loop, const Loads&) const { order(loop.body, loops_.of(loop.control)); }
  void inside(StreamIf& branch, const Loads& around) const {
    order(branch.then_block, around);
    order(branch.else_block, around);
  }

  const Loops& loops_;
  const std::map<SemaphoreId, EngineId>& raisers_;
};

}  // namespace

void order_waits(const Program& program, Streams& streams, const Target& target) {
  const Loops loops(program, target);
  const auto raisers = raisers_of(streams);
  const Orderer orderer(loops, raisers);
  for (Stream& stream : streams.streams) orderer.order(stream.body, loops.whole());
}

}  // namespace tidemark::lowering
