#include "core/sync/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/sync/pipeline.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

using namespace sync;

class Explainer {
 public:
  explicit Explainer(const Program& program)
      : program_(program),
        pipeline_(program, Pipeline::Mode::dynamic),
        streams_(pipeline_.emit(&log_)),
        plan_(pipeline_.plan()),
        plans_(plan_) {
    for (ControlId control : program.controls.ids())
      for (SiteId read : operands().reads_of(control)) control_of_read_.emplace(read, control);
  }

  std::vector<ExplainedInstruction> run() const {
    std::vector<ExplainedInstruction> result;
    for (SiteId site : operands().sites.ids()) result.push_back(explain_site(site));
    return result;
  }

 private:
  const Operands& operands() const { return pipeline_.operands(); }

  ExplainedInstruction explain_site(SiteId id) const {
    const Site& site = operands().sites[id];
    ExplainedInstruction result = head_of(id);
    for (const PlannedWait& wait : plans_.of(site.engine).waits(id)) explain_wait(wait, result);
    for (std::uint32_t n = site.needs_begin; n < site.needs_end; ++n)
      if (!pipeline_.analysis().needs[NeedId(n)].needed)
        result.dropped.push_back({access_of(NeedId(n)), dependence_of(NeedId(n)),
                                  engine_name(need(NeedId(n)).producer), reason_of(NeedId(n))});
    return result;
  }

  void explain_wait(const PlannedWait& wait, ExplainedInstruction& result) const {
    const EngineId consumer = operands().sites[need(wait.need).site].engine;
    const Stream& stream = *std::ranges::find(streams_.streams, consumer, &Stream::engine);
    const auto [first, last] = log_.equal_range(wait.need);
    for (auto written = first; written != last; ++written)
      result.waits.push_back({access_of(wait.need), dependence_of(wait.need),
                              engine_name(need(wait.need).producer),
                              print(written->second, stream, program_), source_of(wait, consumer)});
  }

  std::string source_of(const PlannedWait& wait, EngineId consumer) const {
    const std::string producer = engine_name(need(wait.need).producer);
    if (wait.source == PlannedWait::Source::count)
      return fmt::format("{}'s instances so far, counted, less a constant", producer);
    const Snapshots& snapshots = plans_.of(consumer).snapshots();
    const SnapshotGroup& group = snapshots.groups()[wait.group];
    std::string source = fmt::format("{}'s count, kept in a register after {}", producer,
                                     setters_of(snapshots, wait.group));
    if (group.swept) source += " (once for all slots, after each loop)";
    if (wait.clears) source += "; cleared once waited for";
    return source;
  }

  std::string setters_of(const Snapshots& snapshots, GroupId group) const {
    const SnapshotGroup& here = snapshots.groups()[group];
    if (here.shares) group = *here.shares;
    std::string names;
    if (here.swept)
      for (const Sweep& sweep : here.swept->sweeps)
        names += (names.empty() ? "" : ", ") + program_.controls[sweep.loop].name;
    for (SiteId site : operands().sites.ids()) {
      const auto& points = snapshots.after(site);
      if (std::ranges::find(points, group, &SnapshotPoint::group) == points.end()) continue;
      if (!names.empty()) names += ", ";
      names += name_of(site);
    }
    for (ControlId control : program_.controls.ids()) {
      const auto& points = snapshots.after(control);
      if (here.swept || std::ranges::find(points, group, &SnapshotPoint::group) == points.end())
        continue;
      if (!names.empty()) names += ", ";
      names += fmt::format("{} (once, after the loop)", program_.controls[control].name);
    }
    return names;
  }

  std::string reason_of(NeedId id) const {
    const NeedFacts& facts = pipeline_.analysis().needs[id];
    switch (facts.reason) {
      case NeedFacts::Reason::unreached:
        return "never reached";
      case NeedFacts::Reason::never_set:
        return fmt::format("no instance of {} can have touched it", engine_name(need(id).producer));
      case NeedFacts::Reason::known:
        return known_reason(facts);
      case NeedFacts::Reason::implied: {
        const NeedId other(facts.through);
        return fmt::format("implied by the wait for {}, through {}",
                           engine_name(need(other).producer), access_of(other));
      }
    }
    return {};
  }

  std::string known_reason(const NeedFacts& facts) const {
    if (facts.through == ~0u) return "complete already: engines complete in order";
    return fmt::format("certain already, through what {} waited for",
                       name_of(SiteId(facts.through)));
  }

  const Need& need(NeedId id) const { return operands().needs[id]; }
  const Touch& touch(NeedId id) const { return operands().touches[need(id).touch]; }
  std::string engine_name(EngineId engine) const { return program_.engines[engine].name; }

  std::string access_of(NeedId id) const { return print(*touch(id).access, program_); }

  std::string dependence_of(NeedId id) const {
    if (!touch(id).is_write) return "RAW";
    bool reads = false, writes = false;
    for (std::uint32_t r = 0; r < touch(id).count; ++r)
      for (const Toucher& toucher :
           operands().regions[RegionId(touch(id).first.value + r)].touchers)
        if (toucher.engine == need(id).producer) {
          reads |= toucher.reads;
          writes |= toucher.writes;
        }
    if (reads && writes) return "WAR or WAW";
    return reads ? "WAR" : "WAW";
  }

  ExplainedInstruction head_of(SiteId site) const {
    const std::string engine = engine_name(operands().sites[site].engine);
    if (site.value < program_.instructions.size()) {
      const Instruction& instruction = program_.instructions[InstructionId(site.value)];
      return {instruction.name, instruction.name, engine, instruction.line, {}, {}};
    }
    const Control& control = program_.controls[control_of_read_.at(site)];
    const std::string name = fmt::format("{}'s read {}", engine, control.name);
    return {name, control.name, engine, control.line, {}, {}};
  }

  std::string name_of(SiteId site) const { return head_of(site).name; }

  const Program& program_;
  Pipeline pipeline_;
  std::map<SiteId, ControlId> control_of_read_;
  WaitLog log_;
  Streams streams_;
  Plan plan_;
  StreamPlans plans_;
};

}  // namespace

std::vector<ExplainedInstruction> explain(const Program& program) {
  return Explainer(program).run();
}

}  // namespace tidemark
