// tidemark explore: every interleaving of streams, or a number of drawn ones.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "checker/draw_witness.h"
#include "checker/explore/explored_witness.h"
#include "checker/explore/sampling.h"
#include "checker/schedule.h"
#include "checker/threads/run_threads.h"
#include "checker/witness_files.h"
#include "cli/command.h"
#include "cli/explore_progress.h"
#include "cli/files.h"
#include "cli/run_inputs.h"
#include "cli/subject.h"
#include "core/ir/match.h"

namespace tidemark {
namespace {

std::optional<Sampling> sampling_of(const std::string& mode) {
  if (mode == "random") return Sampling::random;
  if (mode == "urw") return Sampling::urw;
  if (mode == "pct") return Sampling::pct;
  if (mode == "adversarial") return Sampling::adversarial;
  return std::nullopt;
}

constexpr std::uint64_t kMostDepth = 1000;                        // of pct
constexpr std::uint64_t kMostMebibytes = std::uint64_t{1} << 40;  // more is no limit

class ExploreCommand : public Command {
 public:
  std::string_view name() const override { return "explore"; }
  std::string_view summary() const override {
    return "every interleaving of any streams, or drawn ones";
  }
  std::string_view lesson() const override {
    return "exhaustive visits every reachable state and compares what the streams and the ideal\n"
           "system can issue in each: it decides streams of any kind for the inputs given, within\n"
           "its limits. The other modes draw schedules and say what they found, never `exact`:\n"
           "  random       each enabled step with the same probability\n"
           "  urw          weighted by the steps that are left: uniform while nothing blocks\n"
           "  pct          priorities with --depth - 1 changes: rare orders of few events\n"
           "  adversarial  completions as late as possible: a missing wait shows at once\n"
           "               (in all of these clocks are kept: an issue that another order of the\n"
           "               same steps would have made too early is found too)\n"
           "  threads      real threads on real memory, which must end as the sequential run's\n"
           "\n"
           "Examples: all states, then 5000 schedules of streams with no wait\n"
           "  tidemark explore corpus/kernels/softmax.tm --set n=2\n"
           "  tidemark explore corpus/kernels/softmax.tm --with none --mode adversarial";
  }

  void declare(Flags& flags) override {
    subject_.declare(flags);
    inputs_.declare(flags);
    flags.choice("--mode", mode_, {"exhaustive", "random", "urw", "pct", "adversarial", "threads"},
                 "how to explore (default exhaustive)");
    flags.choice("--reduction", reduction_, {"on", "off"},
                 "partial-order reduction of exhaustive; off also counts all schedules");
    flags.number("--states", limits_states_, "exhaustive: at most this many states");
    flags.number("--seconds", seconds_, "at most this long");
    flags.number("--memory", mebibytes_, "exhaustive: at most this many MiB of states");
    flags.number("--schedules", schedules_,
                 "how many to draw or to run (default 5000; threads 20)");
    flags.number("--depth", depth_, "pct: events whose order is at fault (default 3)");
    flags.choice("--clocks", clocks_, {"on", "off"},
                 "off: find only what a schedule itself runs into (default on)");
    flags.text("--schedule-to", schedule_path_, "FILE",
               "write the schedule of a finding there, for `run --schedule FILE`");
    flags.text("--dot", dot_path_, "FILE", "write a finding as a Graphviz graph there");
    flags.text("--trace", trace_path_, "FILE", "write a finding as a Chrome trace there");
  }

  Report run(std::istream& standard_in) override {
    const auto subject = subject_.load(standard_in);
    if (!subject) return subject.error();
    const auto inputs = inputs_.inputs_for(subject->program);
    if (!inputs) return inputs.error();
    if (depth_ == 0 || depth_ > kMostDepth)
      return bad_input(fmt::format("--depth {}: expected 1 to {}", depth_, kMostDepth));
    if (schedules_ == 0) return bad_input("--schedules 0: expected at least 1");
    if (const auto found = mismatches(subject->program, subject->streams, 1); !found.empty())
      return outcome(Exit::finding, "malformed", found.front().message);
    const auto lines = make_lines(subject->program, subject->streams, *inputs);
    if (!lines) return cannot_run(lines.error());
    if (mode_ == "threads") return run_on_threads(*subject, *inputs, *lines);
    Tracks tracks(subject->program, *lines);
    const auto sampling = sampling_of(mode_);
    return sampling ? draw_schedules(*subject, *inputs, tracks, *sampling)
                    : visit_all(*subject, *inputs, tracks);
  }

 private:
  Report visit_all(const Subject& subject, const Inputs& inputs, Tracks& tracks) const {
    ExploreOptions options;
    if (limits_states_) options.limits.states = *limits_states_;
    if (seconds_) options.limits.seconds = static_cast<double>(*seconds_);
    if (mebibytes_) options.limits.bytes = std::min(*mebibytes_, kMostMebibytes) << 20;
    options.reduction = reduction_ == "off" ? Reduction::none : Reduction::prompt_steps;
    options.progress = show_states();
    mark_prompt_steps(tracks);
    const ExploreResult result = explore(tracks, options);
    end_progress();

    const ExploreFigures& f = result.figures;
    Report report;
    report.json = {{"verdict", tidemark::name(result.verdict)},
                   {"states", f.states},
                   {"transitions", f.transitions},
                   {"depth", f.depth},
                   {"schedules", f.schedules.text()},
                   {"state_bytes", f.bytes}};
    if (!result.reason.empty()) report.json["reason"] = result.reason;
    if (result.found) return with_witness(subject, inputs, tracks, *result.found, report);
    report.exit = result.verdict == Verdict::exact ? Exit::done : Exit::unknown;
    const std::string line =
        result.verdict == Verdict::exact
            ? fmt::format("exact: all schedules for these inputs: {} states, {} steps, {} {}",
                          f.states, f.transitions, f.schedules.text(),
                          reduction_ == "off" ? "schedules" : "schedules after reduction")
            : fmt::format("unknown: {}; nothing found in {} states", result.reason, f.states);
    return concluded(std::move(report), line);
  }

  Report draw_schedules(const Subject& subject, const Inputs& inputs, const Tracks& tracks,
                        Sampling sampling) const {
    SampleOptions options{.sampling = sampling,
                          .schedules = schedules_.value_or(5000),
                          .seed = inputs_.seed,
                          .depth = depth_,
                          .clocks = clocks_ == "off" ? KeepClocks::no : KeepClocks::yes,
                          .progress = show_schedules()};
    if (seconds_) options.seconds = static_cast<double>(*seconds_);
    const SampleResult result = sample(tracks, options);
    end_progress();
    Report report;
    report.json = {{"verdict", nullptr},
                   {"schedules", result.schedules},
                   {"steps", result.steps},
                   {"clocks", result.kept_clocks}};
    if (result.found)
      return with_witness(subject, inputs, tracks, *result.found, report, &result.schedule);
    if (result.schedules == 0)
      return outcome(Exit::unknown, "unknown", "time was up before the first schedule ended");
    return concluded(
        std::move(report),
        fmt::format("no finding in {} schedules: {} steps, {}{}", result.schedules, result.steps,
                    result.kept_clocks ? "clocks kept" : "no clocks", uniformity(result)));
  }

  static std::string uniformity(const SampleResult& result) {
    if (result.all_schedules == 0) return "";
    const PathCount all{.mantissa = result.all_schedules, .exponent = 0};
    return fmt::format(", drawn uniformly from all {}", all.text());
  }

  Report run_on_threads(const Subject& subject, const Inputs& inputs, const Lines& lines) const {
    const auto plan = make_thread_plan(subject.program, inputs, lines);
    if (!plan) return outcome(Exit::unknown, "unknown", "no real threads: " + plan.error());
    const std::uint64_t runs = schedules_.value_or(20);
    const auto seconds = static_cast<double>(seconds_.value_or(10));
    const auto begin = std::chrono::steady_clock::now();
    ThreadOutcome ended = ThreadOutcome::same_memory;
    std::uint64_t done = 0;
    for (; done < runs && ended == ThreadOutcome::same_memory; ++done) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      show_runs(done, runs, passed.count());
      ended = run_threads(*plan, {inputs_.seed + done, seconds});
    }
    end_progress();
    switch (ended) {
      case ThreadOutcome::other_memory:
        return outcome(Exit::finding, "unsafe",
                       fmt::format("run {} of real threads left other memory than the sequential "
                                   "run does",
                                   done));
      case ThreadOutcome::stuck:
        return outcome(Exit::unknown, "unknown",
                       fmt::format("run {} of real threads has not ended in {} s", done, seconds));
      case ThreadOutcome::same_memory:
        break;
    }
    Report report;
    report.json = {{"verdict", nullptr}, {"schedules", runs}};
    return concluded(std::move(report), fmt::format("no finding in {} runs of real threads", runs));
  }

  static Report concluded(Report report, const std::string& line) {
    report.json["summary"] = line;
    report.text += line + "\n";
    return report;
  }

  Report with_witness(const Subject& subject, const Inputs& inputs, const Tracks& tracks,
                      const FoundState& found, Report report,
                      const Schedule* drawn = nullptr) const {
    report.exit = Exit::finding;
    report.json["verdict"] = tidemark::name(found.finding.verdict);
    const auto witness = make_explored_witness(tracks, inputs, found, drawn);
    if (!witness)
      return concluded(
          std::move(report),
          fmt::format("{}: {}", tidemark::name(found.finding.verdict), witness.error()));
    if (auto failure = write_files(*witness, tracks)) return *std::move(failure);
    report.json["witness"] = {{"inputs", inputs.flags(subject.program)},
                              {"schedule", print(witness->schedule, subject.program)},
                              {"instances", witness->instances}};
    report.text += draw(*witness, subject.program, subject.streams, again(inputs, subject.program));
    return concluded(std::move(report), headline(*witness, subject.program));
  }

  std::optional<Report> write_files(const Witness& witness, const Tracks& tracks) const {
    const Machine machine(tracks.program(), tracks.lines());
    std::optional<Report> failure;
    if (schedule_path_)
      failure = write_text(*schedule_path_, print(witness.schedule, tracks.program()));
    if (!failure && dot_path_) failure = write_text(*dot_path_, to_dot(witness, machine));
    if (!failure && trace_path_) failure = write_text(*trace_path_, to_trace(witness, machine));
    return failure;
  }

  // What shows a witness once more.
  std::string again(const Inputs& inputs, const Program& program) const {
    const std::string flags = inputs.flags(program);
    const std::string arguments = subject_.arguments() + (flags.empty() ? "" : " ") + flags;
    return schedule_path_ ? fmt::format("tidemark run {} --schedule {}", arguments, *schedule_path_)
                          : fmt::format("tidemark explore {}", arguments);
  }

  SubjectFlags subject_;
  InputFlags inputs_;
  std::string mode_ = "exhaustive";
  std::string reduction_ = "on";
  std::string clocks_ = "on";
  std::optional<std::uint64_t> limits_states_, seconds_, mebibytes_;
  std::optional<std::uint64_t> schedules_;
  std::uint64_t depth_ = 3;
  std::optional<std::string> schedule_path_, dot_path_, trace_path_;
};

}  // namespace

std::unique_ptr<Command> make_explore_command() { return std::make_unique<ExploreCommand>(); }

}  // namespace tidemark
