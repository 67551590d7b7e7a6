#include "checker/domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "checker/compiled.h"
#include "checker/semaphore_use.h"

namespace tidemark {
namespace {

// The uses of every declared semaphore (an array counts as one), from the text.
class TextUses {
 public:
  explicit TextUses(const Streams& streams) : uses_(streams.semaphores.size()) {
    for (const Stream& stream : streams.streams) {
      engine_ = stream.engine;
      visit(stream.body);
    }
  }

  const SemaphoreUse& of(SemaphoreId semaphore) const { return uses_[semaphore]; }

  // Does every instance that `engine` issues raise the semaphore by exactly 1?
  bool raised_by_every_instance(SemaphoreId semaphore, EngineId engine) const {
    const auto raises = unit_raises_.find({semaphore, engine});
    const auto all = statements_.find(engine);
    return raises != unit_raises_.end() && all != statements_.end() &&
           raises->second == all->second;
  }

 private:
  void visit(const StreamBlock& block) {
    for (const StreamStatement& statement : block) {
      site_ = {engine_, statement.line};
      std::visit([this](const auto& form) { add(form); }, statement.form);
    }
  }

  SemaphoreUse& use(const SemaphoreRef& ref) { return uses_[ref.semaphore]; }

  void add_instance(const Signals& signals) {
    ++statements_[engine_];
    raised_.clear();
    for (const SignalOn& signal : signals) {
      use(signal.target).raised_by(site_);
      raised_.emplace_back(signal.target.semaphore, signal.amount);
    }
    std::ranges::sort(raised_);
    for (auto at = raised_.begin(); at != raised_.end();) {
      const auto next = std::find_if(at, raised_.end(),
                                     [&](const auto& raise) { return raise.first != at->first; });
      const bool once = next - at == 1;  // twice on one instance: not by 1
      if (once && at->second == 1) ++unit_raises_[{at->first, engine_}];
      at = next;
    }
  }

  void add(const Issue& form) { add_instance(form.signals); }
  void add(const Read& form) { add_instance(form.signals); }
  void add(const SetRegister&) {}
  void add(const StreamFor& form) { visit(form.body); }
  void add(const StreamWhile& form) { visit(form.body); }
  void add(const StreamIf& form) {
    visit(form.then_block);
    visit(form.else_block);
  }
  void add(const Wait& form) {
    switch (form.kind) {
      case WaitKind::at_least:
        use(form.semaphore).waited_by(site_);
        break;
      case WaitKind::equal:
        use(form.semaphore).compared_by(site_);
        break;
    }
  }
  void add(const Take& form) { use(form.semaphore).taken_by(site_); }
  void add(const Reset& form) { use(form.semaphore).reset_by(site_); }
  void add(const SignalNow& form) { use(form.signal.target).signalled_by(site_); }
  void add(const Barrier& form) {
    for (const SemaphoreRef& reset : form.resets)
      use(reset).reset_in_barrier(form.engines, site_.line);
  }

  Table<SemaphoreId, SemaphoreUse> uses_;
  std::map<EngineId, std::size_t> statements_;  // issues and reads in the engine's stream
  std::map<std::pair<SemaphoreId, EngineId>, std::size_t> unit_raises_;
  EngineId engine_;
  Site site_;
  std::vector<std::pair<SemaphoreId, std::int64_t>> raised_;  // by one instance
};

void add_event(std::vector<SemaphoreUse>& uses, const StreamEvent& event, Site site) {
  switch (event.kind) {
    case StreamEvent::Kind::issue:
    case StreamEvent::Kind::read:
      for (const Raise& raise : event.raises) uses[raise.semaphore].raised_by(site);
      break;
    case StreamEvent::Kind::wait:
      uses[event.semaphore].waited_by(site);
      break;
    case StreamEvent::Kind::wait_equal:
      uses[event.semaphore].compared_by(site);
      break;
    case StreamEvent::Kind::take:
      uses[event.semaphore].taken_by(site);
      break;
    case StreamEvent::Kind::signal:
      uses[event.semaphore].signalled_by(site);
      break;
    case StreamEvent::Kind::reset:
      uses[event.semaphore].reset_by(site);
      break;
    case StreamEvent::Kind::barrier:
      for (const SemaphoreIndex s : event.resets)
        uses[s].reset_in_barrier(event.engines, site.line);
      break;
  }
}

// The uses of every single semaphore in the events of this run. A stream that ends in
// an error is used as far as it goes: the pass will meet the same error.
std::vector<SemaphoreUse> walked_uses(Compiled& compiled, const Inputs& inputs,
                                      const RunLimits& limits, std::size_t semaphores) {
  std::vector<SemaphoreUse> uses(semaphores);
  for (std::size_t i = 0; i < compiled.codes.size(); ++i) {
    StreamWalk walk(compiled, i, inputs, limits);
    while (const StreamEvent* event = walk.next())
      add_event(uses, *event, {compiled.streams.streams[i].engine, event->line});
  }
  return uses;
}

std::optional<OutsideDomain> striped_engine(const Program& program) {
  if (std::ranges::all_of(program.engines, [](const Engine& e) { return e.stripes <= 1; }))
    return std::nullopt;
  for (const EngineId engine : participants(program))
    if (program.engines[engine].stripes > 1)
      return OutsideDomain{
          fmt::format("instances of engine {} complete in {} parts", program.engines[engine].name,
                      program.engines[engine].stripes),
          {}};
  return std::nullopt;
}

}  // namespace

std::string name_of(const FlatSemaphore& semaphore, const Streams& streams) {
  const Semaphore& declared = streams.semaphores[semaphore.declared];
  return declared.count ? fmt::format("{}[{}]", declared.name, semaphore.index) : declared.name;
}

Domain classify(Compiled& compiled, const Inputs& inputs, const RunLimits& limits) {
  const Program& program = compiled.program;
  const Streams& streams = compiled.streams;
  const std::vector<FlatSemaphore> semaphores = flatten_semaphores(streams);
  Domain domain{.roles = std::vector<SemaphoreRole>(semaphores.size()),
                .outside = striped_engine(program)};
  if (domain.outside) return domain;

  const TextUses text(streams);
  std::vector<SemaphoreUse> walked;  // made when the text is not enough
  for (std::size_t s = 0; s < semaphores.size(); ++s) {
    const SemaphoreId declared = semaphores[s].declared;
    const SemaphoreUse* use = &text.of(declared);
    if (walked.empty() && use->why_outside("", program))
      walked = walked_uses(compiled, inputs, limits, semaphores.size());
    if (!walked.empty()) use = &walked[s];

    domain.outside = use->why_outside(name_of(semaphores[s], streams), program);
    if (domain.outside) return domain;
    SemaphoreRole& role = domain.roles[s];
    role.raiser = use->raiser();
    if (!use->is_read()) continue;
    const bool uniform = role.raiser && !streams.semaphores[declared].count &&
                         text.raised_by_every_instance(declared, *role.raiser);
    role.counting = uniform ? Counting::by_instance : Counting::by_list;
  }
  return domain;
}

}  // namespace tidemark
