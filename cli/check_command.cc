// tidemark check: all schedules of streams, decided.
#include "checker/check.h"

#include <fmt/format.h>

#include "checker/draw_witness.h"
#include "checker/schedule.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/run_inputs.h"
#include "cli/subject.h"

namespace tidemark {
namespace {

Exit exit_for(Verdict verdict) {
  switch (verdict) {
    case Verdict::malformed:
    case Verdict::unsafe:
    case Verdict::deadlocks:
    case Verdict::overwaits:
      return Exit::finding;
    case Verdict::unknown:
      return Exit::unknown;
    case Verdict::exact:
      return Exit::done;
  }
  __builtin_unreachable();
}

nlohmann::ordered_json to_json(const Witness& witness, const Program& program) {
  nlohmann::ordered_json json = {{"inputs", witness.inputs.flags(program)},
                                 {"schedule", print(witness.schedule, program)},
                                 {"instances", witness.instances}};
  return json;
}

nlohmann::ordered_json to_json(const CheckReport& report) {
  return {{"executed", report.costs.waits},
          {"trivial", report.costs.trivial_waits},
          {"necessary", report.necessary_waits},
          {"barriers", report.costs.barriers},
          {"register_operations", report.costs.register_operations}};
}

std::string waits_line(const CheckReport& report) {
  return fmt::format(
      "waits: {} executed, {} necessary; {} at or below 0, {} at barriers; {} register "
      "operations\n",
      report.costs.waits, report.necessary_waits, report.costs.trivial_waits, report.costs.barriers,
      report.costs.register_operations);
}

class CheckCommand : public Command {
 public:
  std::string_view name() const override { return "check"; }
  std::string_view summary() const override {
    return "decide over all schedules whether streams are exact";
  }
  std::string_view lesson() const override {
    return "Verdicts, the first that is true:\n"
           "  malformed  they are not streams of this program\n"
           "  unsafe     some schedule issues an instance before what it depends on completed\n"
           "  deadlocks  some schedule gets stuck\n"
           "  overwaits  some schedule holds an instance back that nothing it needs delays\n"
           "  unknown    a limit was hit, or clocks do not decide such streams: says which\n"
           "  exact      none of these, in any schedule\n"
           "The verdict is about the inputs of the run. What is not given is drawn from the\n"
           "seed; --runs decides several draws and names the first verdict of the list. Where\n"
           "nothing is left to draw, all runs are one.\n"
           "\n"
           "Examples: our own streams, the barrier baseline, and streams from a file\n"
           "  tidemark check corpus/kernels/softmax.tm --runs 100\n"
           "  tidemark check corpus/kernels/softmax.tm --with barrier --set n=3\n"
           "  tidemark check corpus/streams/phases.tm corpus/streams/deadlocks_cycle.tms";
  }

  void declare(Flags& flags) override {
    subject_.declare(flags);
    inputs_.declare(flags);
    flags.text("--schedule-to", schedule_path_, "FILE",
               "write the schedule of a finding there, for `run --schedule FILE`");
    flags.number("--runs", runs_, "decide this many runs, drawn from seed, seed + 1, ...");
  }

  Report run(std::istream& standard_in) override {
    const auto subject = subject_.load(standard_in);
    if (!subject) return subject.error();
    const auto inputs = inputs_.inputs_for(subject->program);
    if (!inputs) return inputs.error();
    if (runs_ == 0) return bad_input("--runs 0: expected at least one run");
    return all_given(*inputs, subject->program) ? decide_one(*subject, *inputs)
                                                : decide_several(*subject, *inputs);
  }

 private:
  Report decide_one(const Subject& subject, const Inputs& inputs) const {
    const auto checked = check(subject.program, subject.streams, inputs);
    if (!checked) return bad_input(checked.error().message);
    return report_of(subject, *checked, tidemark::summary(*checked, subject.program));
  }

  Report decide_several(const Subject& subject, const Inputs& inputs) const {
    const auto checked = check_runs(subject.program, subject.streams, inputs, runs_);
    if (!checked) return bad_input(checked.error().message);
    Report report =
        report_of(subject, checked->report, tidemark::summary(*checked, subject.program));
    report.json["runs"] = checked->runs;
    report.json["redrawn"] = checked->redrawn;
    const bool about_one_run = runs_ == 1 || checked->report.verdict != Verdict::exact;
    if (!about_one_run) report.text = report.json["summary"].get<std::string>() + "\n";
    return report;
  }

  Report report_of(const Subject& subject, const CheckReport& checked,
                   const std::string& line) const {
    Report report;
    report.exit = exit_for(checked.verdict);
    const auto& witness = checked.witness;
    report.json = {{"verdict", tidemark::name(checked.verdict)},
                   {"instances", checked.instances},
                   {"witness", witness ? to_json(*witness, subject.program) : nullptr},
                   {"waits", to_json(checked)},
                   {"inputs", checked.inputs.flags(subject.program)},
                   {"summary", line}};
    if (!checked.reason.empty()) report.json["reason"] = checked.reason;
    if (witness && schedule_path_)
      if (auto failure = write_text(*schedule_path_, print(witness->schedule, subject.program)))
        return *std::move(failure);
    if (witness)
      report.text += draw(*witness, subject.program, subject.streams,
                          again(witness->inputs.flags(subject.program)));
    if (const std::string flags = checked.inputs.flags(subject.program); !flags.empty())
      report.text += fmt::format("inputs: {}\n", flags);
    if (checked.verdict == Verdict::exact && checked.instances == 0)
      report.remarks = "note: these inputs issue nothing; --set gives others\n";
    report.text += waits_line(checked);
    report.text += line + "\n";
    return report;
  }

  // What shows a witness once more, given its inputs.
  std::string again(const std::string& input_flags) const {
    const std::string arguments =
        subject_.arguments() + (input_flags.empty() ? "" : " ") + input_flags;
    return schedule_path_ ? fmt::format("tidemark run {} --schedule {}", arguments, *schedule_path_)
                          : fmt::format("tidemark check {}", arguments);
  }

  SubjectFlags subject_;
  InputFlags inputs_;
  std::optional<std::string> schedule_path_;
  std::uint64_t runs_ = 1;
};

}  // namespace

std::unique_ptr<Command> make_check_command() { return std::make_unique<CheckCommand>(); }

}  // namespace tidemark
