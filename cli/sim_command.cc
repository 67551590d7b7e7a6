// tidemark sim: streams on a machine, timed.
#include <fmt/format.h>

#include "checker/timed/bound.h"
#include "checker/timed/chrome_trace.h"
#include "checker/timed/draw_timeline.h"
#include "checker/timed/simulate.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/run_inputs.h"
#include "cli/subject.h"
#include "cli/target_flags.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

constexpr std::size_t kStallsShown = 12;
constexpr std::uint64_t kMostDrawn = 20'000;

double ns(Picoseconds time) { return static_cast<double>(time) / kPicosecondsPerNs; }

double percent(Picoseconds part, Picoseconds whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

// "wait pe >= i + 1", on which a stream stood; empty where it was at no statement.
std::string statement_text(const Stall& stall, const Subject& subject) {
  if (stall.statement == nullptr) return "";
  for (const Stream& stream : subject.streams.streams)
    if (stream.engine == stall.engine)
      return print_statement(*stall.statement, stream, subject.streams, subject.program);
  return "";
}

class SimCommand : public Command {
 public:
  std::string_view name() const override { return "sim"; }
  std::string_view summary() const override {
    return "time streams on a machine: latency, stalls and what held whom (simulated)";
  }
  std::string_view lesson() const override {
    return "Discrete events over the same machine that `check` decides on, with the costs of a\n"
           "target. The bound is the ideal system's: each instruction starts the moment that\n"
           "its dependences allow, signals take their latency, synchronization costs nothing.\n"
           "All figures are simulated; targets/ says where each cost is from.\n"
           "\n"
           "Examples: where the time goes, and the same as a picture\n"
           "  tidemark sim corpus/kernels/softmax.tm --set n_rows=64\n"
           "  tidemark sim corpus/kernels/softmax.tm --with barrier --set n_rows=64 "
           "--machine barrier.cost=0\n"
           "  tidemark sim corpus/kernels/softmax.tm --set n_rows=16 --html softmax.html";
  }

  void declare(Flags& flags) override {
    subject_.declare(flags);
    inputs_.declare(flags);
    target_.declare(flags);
    flags.text("--trace", trace_path_, "FILE", "a trace for ui.perfetto.dev");
    flags.text("--svg", svg_path_, "FILE", "the timeline as a still picture");
    flags.text("--html", page_path_, "FILE", "the timeline as a page to zoom in");
    flags.number("--drawn", drawn_, "instances that these show, from the first (default 20000)");
  }

  Report run(std::istream& standard_in) override {
    const auto subject = subject_.load(standard_in);
    if (!subject) return subject.error();
    const auto inputs = inputs_.inputs_for(subject->program);
    if (!inputs) return inputs.error();
    const auto target = target_.load();
    if (!target) return target.error();
    const bool draws = trace_path_ || svg_path_ || page_path_;
    const auto simulated = simulate(subject->program, subject->streams, *inputs, *target,
                                    {.limits = {}, .timeline = draws ? drawn_ : 0});
    if (!simulated) return cannot_run(simulated.error());
    const auto bound = bound_of(subject->program, *inputs, *target);
    if (!bound) return cannot_run(bound.error());
    Report report = report_of(*subject, *inputs, *target, *simulated, *bound);
    if (auto failure = draw(*subject, *simulated, report)) return *std::move(failure);
    return report;
  }

 private:
  Report report_of(const Subject& subject, const Inputs& inputs, const Target& target,
                   const Simulation& simulated, const LatencyBound& bound) const {
    Report report;
    report.text = engines_table(subject, simulated) + stalls_table(subject, simulated);
    const std::string flags = inputs.flags(subject.program);
    if (!flags.empty()) report.text += "inputs: " + flags + "\n";
    report.json = to_json(subject, simulated);
    report.json["inputs"] = flags;
    report.json["target"] = target.name;
    if (!simulated.has_ended) {
      report.exit = Exit::finding;
      report.text += "stuck: " + simulated.reason + "\n";
      report.json["stuck"] = simulated.reason;
      return report;
    }
    summary_ = fmt::format("simulated: {:.0f} ns on {}, {:.3f} times the bound of {:.0f} ns",
                           ns(simulated.latency), target.name,
                           bound.latency == 0 ? 1.0 : ns(simulated.latency) / ns(bound.latency),
                           ns(bound.latency));
    report.text += summary_ + "\n";
    if (simulated.latency < bound.latency)
      report.remarks =
          "note: this is below the bound, which no safe streams pass but by a throttle's luck: "
          "`tidemark check` them\n";
    report.json["bound_ns"] = ns(bound.latency);
    report.json["summary"] = summary_;
    return report;
  }

  static std::string engines_table(const Subject& subject, const Simulation& simulated) {
    std::string text =
        fmt::format("{:<10}{:>10}{:>11}{:>7}{:>12}{:>10}{:>9}{:>9}{:>8}\n", "engine", "instances",
                    "busy ns", "busy", "stalled ns", "reg ops", "control", "inline", "waits");
    for (const EngineId engine : simulated.engines.ids()) {
      const EngineFigures& f = simulated.engines[engine];
      text += fmt::format("{:<10}{:>10}{:>11.0f}{:>6.1f}%{:>12.0f}{:>10}{:>9}{:>9}{:>8}\n",
                          subject.program.engines[engine].name, f.instances, ns(f.busy),
                          percent(f.busy, simulated.latency), ns(f.stalled), f.register_work,
                          f.control_steps, f.inline_waits, f.separate_waits);
    }
    return text +
           "reg ops, control: register operations, trips and branches; inline: waits on an\n"
           "instruction; waits: instructions that do nothing else\n";
  }

  static std::string stalls_table(const Subject& subject, const Simulation& simulated) {
    std::string text;
    for (const Stall& stall : simulated.stalls) {
      if (stall.time == 0) break;
      if (text.empty()) text = "engines stood idle, longest first:\n";
      if (&stall - simulated.stalls.data() == kStallsShown) {
        text += fmt::format("  ... and {} shorter\n", simulated.stalls.size() - kStallsShown);
        break;
      }
      const std::string at = statement_text(stall, subject);
      text += fmt::format("{:>12.0f} ns {:>7} times  {}: {}{}\n", ns(stall.time), stall.times,
                          subject.program.engines[stall.engine].name,
                          at.empty() ? tidemark::name(stall.reason) : at,
                          stall.on ? ", on " + subject.program.engines[*stall.on].name : "");
    }
    return text;
  }

  static nlohmann::ordered_json to_json(const Subject& subject, const Simulation& simulated) {
    nlohmann::ordered_json json = {{"simulated_ns", ns(simulated.latency)},
                                   {"instances", simulated.instances},
                                   {"barrier_ns", ns(simulated.barrier_time)}};
    for (const EngineId engine : simulated.engines.ids()) {
      const EngineFigures& f = simulated.engines[engine];
      json["engines"].push_back({{"name", subject.program.engines[engine].name},
                                 {"instances", f.instances},
                                 {"busy_ns", ns(f.busy)},
                                 {"stalled_ns", ns(f.stalled)},
                                 {"end_ns", ns(f.end)},
                                 {"sequencer_ns", ns(f.sequencer)},
                                 {"register_operations", f.register_work},
                                 {"control_steps", f.control_steps},
                                 {"inline_waits", f.inline_waits},
                                 {"wait_instructions", f.separate_waits},
                                 {"barriers", f.barriers}});
    }
    json["stalls"] = nlohmann::ordered_json::array();
    for (const Stall& stall : simulated.stalls) json["stalls"].push_back(to_json(stall, subject));
    return json;
  }

  static nlohmann::ordered_json to_json(const Stall& stall, const Subject& subject) {
    nlohmann::ordered_json json = {{"engine", subject.program.engines[stall.engine].name},
                                   {"reason", tidemark::name(stall.reason)},
                                   {"ns", ns(stall.time)},
                                   {"times", stall.times}};
    if (stall.statement != nullptr) json["statement"] = statement_text(stall, subject);
    if (stall.on) json["on"] = subject.program.engines[*stall.on].name;
    return json;
  }

  std::optional<Report> draw(const Subject& subject, const Simulation& simulated,
                             const Report& report) const {
    const std::string title = fmt::format("{}: {}", subject.program.name,
                                          report.exit == Exit::done ? summary_ : simulated.reason);
    const Picture picture{subject.program, simulated.timeline, title};
    if (trace_path_)
      if (auto failure =
              write_text(*trace_path_, chrome_trace(simulated.timeline, subject.program)))
        return failure;
    if (svg_path_)
      if (auto failure = write_text(*svg_path_, timeline_svg(picture))) return failure;
    if (page_path_)
      if (auto failure = write_text(*page_path_, timeline_page(picture))) return failure;
    return std::nullopt;
  }

  SubjectFlags subject_;
  InputFlags inputs_;
  TargetFlags target_;
  std::optional<std::string> trace_path_, svg_path_, page_path_;
  std::uint64_t drawn_ = kMostDrawn;
  mutable std::string summary_;
};

}  // namespace

std::unique_ptr<Command> make_sim_command() { return std::make_unique<SimCommand>(); }

}  // namespace tidemark
