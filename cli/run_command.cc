// tidemark run: one execution of streams, printed step by step.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "checker/lines.h"
#include "checker/machine.h"
#include "checker/schedule.h"
#include "checker/scheduler.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/judged_execution.h"
#include "cli/run_inputs.h"
#include "cli/subject.h"

namespace tidemark {
namespace {

constexpr std::string_view name(Execution::Outcome outcome) {
  switch (outcome) {
    case Execution::Outcome::ended:
      return "ended";
    case Execution::Outcome::deadlocked:
      return "deadlocked";
    case Execution::Outcome::stopped:
      return "stopped";
  }
  __builtin_unreachable();
}

std::size_t instances_of(const Execution& execution) {
  return static_cast<std::size_t>(
      std::ranges::count(execution.schedule, Step::Kind::issue, &Step::kind));
}

// "   3  issue act       exp (instance 2 of act)", one step a line.
std::string steps_as_text(const Machine& machine, const Schedule& schedule) {
  std::string text;
  MachineState state = machine.start();
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Step& step = schedule[i];
    std::string instance;
    switch (step.kind) {
      case Step::Kind::issue:
        instance = describe(machine, step.engine, state.issued[step.engine] + 1);
        break;
      case Step::Kind::complete:
        instance = describe(machine, step.engine, machine.completed(state, step.engine) + 1);
        break;
      case Step::Kind::silent:
        break;
    }
    const std::string printed = print(step, machine.program());
    text += instance.empty() ? fmt::format("{:>4}  {}\n", i + 1, printed)
                             : fmt::format("{:>4}  {:<16} {}\n", i + 1, printed, instance);
    machine.take(state, step);
  }
  return text;
}

Report execute_and_print(const Subject& subject, const Machine& machine,
                         const std::optional<Schedule>& schedule, std::uint64_t seed) {
  RandomScheduler random(seed);
  ReplayScheduler replay(schedule ? std::span<const Step>(*schedule) : std::span<const Step>());
  const JudgedExecution judged =
      schedule ? execute_and_judge(machine, replay) : execute_and_judge(machine, random);
  const Execution& execution = judged.execution;
  if (!replay.rest().empty())
    return bad_input(
        fmt::format("step {} of the schedule, `{}`, is not possible there: {}",
                    execution.schedule.size() + 1, print(replay.rest().front(), subject.program),
                    machine.why_not(execution.state, replay.rest().front(), subject.streams)));
  Report report;
  report.json = {{"verdict", nullptr},
                 {"outcome", name(execution.outcome)},
                 {"instances", instances_of(execution)},
                 {"schedule", print(execution.schedule, subject.program)}};
  report.text = steps_as_text(machine, execution.schedule);
  if (!judged.verdict) {
    report.text +=
        fmt::format("no finding in one schedule: {} steps, {} instances, {}\n",
                    execution.schedule.size(), instances_of(execution), name(execution.outcome));
    return report;
  }
  report.exit = Exit::finding;
  report.json["verdict"] = name(*judged.verdict);
  report.json["reason"] = judged.what;
  report.json["after"] = judged.after;
  report.text +=
      fmt::format("{}: after step {}, {}\n", name(*judged.verdict), judged.after, judged.what);
  return report;
}

class RunCommand : public Command {
 public:
  std::string_view name() const override { return "run"; }
  std::string_view summary() const override { return "one execution of streams, step by step"; }
  std::string_view lesson() const override {
    return "Executes streams in the interpreter, by a schedule from a file or drawn from the\n"
           "seed, and prints each step. A schedule has one step on a line: `issue ENGINE`,\n"
           "`complete ENGINE`, or `step ENGINE` for a silent step that changes something.\n"
           "Says what this one execution showed, and never `exact`: for that there is check.\n"
           "\n"
           "Example: what goes wrong without any wait\n"
           "  tidemark run corpus/kernels/softmax.tm --with none --set n=2 --seed 1";
  }

  void declare(Flags& flags) override {
    subject_.declare(flags);
    inputs_.declare(flags);
    flags.text("--schedule", schedule_path_, "FILE",
               "the steps to take; without, they are drawn from the seed");
  }

  Report run(std::istream& standard_in) override {
    const auto subject = subject_.load(standard_in);
    if (!subject) return subject.error();
    const auto inputs = inputs_.inputs_for(subject->program);
    if (!inputs) return inputs.error();
    if (schedule_path_ == "-" && subject_.reads_standard_input())
      return bad_input("only one of P.tm, S.tms and --schedule can be standard input");
    std::optional<Schedule> schedule;
    if (schedule_path_) {
      auto read = read_schedule(subject->program, standard_in);
      if (!read) return read.error();
      schedule = *std::move(read);
    }
    const auto lines = make_lines(subject->program, subject->streams, *inputs);
    if (!lines) return cannot_run(lines.error());
    return execute_and_print(*subject, Machine(subject->program, *lines), schedule, inputs_.seed);
  }

 private:
  std::expected<Schedule, Report> read_schedule(const Program& program,
                                                std::istream& standard_in) const {
    const auto text = read_text(*schedule_path_, standard_in);
    if (!text) return std::unexpected(text.error());
    auto schedule = parse_schedule(*text, program, display_name(*schedule_path_));
    if (!schedule) return std::unexpected(bad_input(schedule.error()));
    return *std::move(schedule);
  }

  SubjectFlags subject_;
  InputFlags inputs_;
  std::optional<std::string> schedule_path_;
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

}  // namespace tidemark
