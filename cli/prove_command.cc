// tidemark prove: all inputs, not only those of a run.
//
// Refuted first: the checker decides sampled runs over all schedules, and the witness of a
// finding has been replayed by the interpreter. What no sample refutes is proved by
// oracle/unbounded.h, or stays unknown.
#include <fmt/format.h>

#include <chrono>

#include "checker/check.h"
#include "checker/draw_witness.h"
#include "checker/schedule.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/run_inputs.h"
#include "cli/subject.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

class ProveCommand : public Command {
 public:
  std::string_view name() const override { return "prove"; }
  std::string_view summary() const override {
    return "prove streams exact for all inputs, or refute them";
  }
  std::string_view lesson() const override {
    return "Answers:\n"
           "  proved   exact for every trip count, branch and loaded value, over all schedules\n"
           "  refuted  with inputs and a schedule that the interpreter has replayed\n"
           "  unknown  says which obligation could not be proved, and why\n"
           "Sampled runs are decided first (--runs); then invariants are found and checked.\n"
           "The invariants are the certificate: --certificate prints them, after a second,\n"
           "independent pass has asked the solver for each of them.\n"
           "\n"
           "Examples:\n"
           "  tidemark prove corpus/kernels/softmax.tm\n"
           "  tidemark prove corpus/kernels/softmax.tm --with barrier\n"
           "  tidemark prove corpus/streams/copy.tm corpus/streams/exact_plus_k.tms --stats 1";
  }

  void declare(Flags& flags) override {
    subject_.declare(flags);
    inputs_.declare(flags);
    flags.number("--runs", runs_, "sampled runs that try to refute first (default 200)");
    flags.number("--timeout", seconds_, "seconds for the proof (default 30)");
    flags.text("--certificate", certificate_path_, "FILE",
               "check the invariants again, write them");
    flags.text("--smt2", smt2_folder_, "DIR", "write every query there, as SMT-LIB 2");
    flags.number("--stats", stats_, "1: queries, seconds, the largest");
  }

  Report run(std::istream& standard_in) override {
    const auto subject = subject_.load(standard_in);
    if (!subject) return subject.error();
    const auto inputs = inputs_.inputs_for(subject->program);
    if (!inputs) return inputs.error();
    if (runs_ > 0) {
      const auto checked = check_runs(subject->program, subject->streams, *inputs, runs_);
      // No drawn inputs with a verdict refute nothing; the proof is about the others.
      if (checked && checked->report.verdict < Verdict::unknown)
        return refuted(*subject, checked->report);
    }
    return prove(*subject);
  }

 private:
  Report refuted(const Subject& subject, const CheckReport& checked) const {
    const std::string line =
        fmt::format("refuted: {}", tidemark::summary(checked, subject.program));
    Report report{.exit = Exit::finding,
                  .json = {{"answer", "refuted"},
                           {"verdict", tidemark::name(checked.verdict)},
                           {"inputs", checked.inputs.flags(subject.program)},
                           {"summary", line}}};
    if (const auto& witness = checked.witness) {
      const std::string flags = witness->inputs.flags(subject.program);
      report.json["witness"] = {{"inputs", flags},
                                {"schedule", print(witness->schedule, subject.program)}};
      report.text = draw(*witness, subject.program, subject.streams,
                         fmt::format("tidemark check {} {}", subject_.arguments(), flags));
    }
    report.text += line + "\n";
    return report;
  }

  UnboundedOptions options() const {
    UnboundedOptions options;
    options.walk.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds_);
    if (smt2_folder_) options.smt2_folder = *smt2_folder_;
    return options;
  }

  Report prove(const Subject& subject) const {
    const UnboundedResult result = prove_unbounded(subject.program, subject.streams, options());
    const std::string line = result.is_proved ? "proved: exact for all inputs, over all schedules"
                                              : "unknown: " + result.reason;
    Report report{.exit = result.is_proved ? Exit::done : Exit::unknown,
                  .json = {{"answer", result.is_proved ? "proved" : "unknown"},
                           {"queries", result.solver.queries},
                           {"solver_seconds", result.solver.seconds},
                           {"steps", result.steps},
                           {"summary", line}}};
    if (stats_ > 0) report.text = statistics(result);
    report.text += line + "\n";
    if (result.certificate && certificate_path_)
      if (auto failure = write_certificate(subject, *result.certificate))
        return *std::move(failure);
    return report;
  }

  static std::string statistics(const UnboundedResult& result) {
    return fmt::format(
        "queries: {} ({} unknown), {:.2f} s in the solver, largest {:.3f} s: {}\n"
        "walk: {} steps, {} places\n",
        result.solver.queries, result.solver.unknown, result.solver.seconds,
        result.solver.largest_seconds, result.solver.largest, result.steps,
        result.certificate ? result.certificate->places.size() : 0);
  }

  std::optional<Report> write_certificate(const Subject& subject,
                                          const Certificate& certificate) const {
    const auto checked =
        check_certificate(subject.program, subject.streams, certificate, options());
    if (!checked)
      return Report{.exit = Exit::unknown,
                    .text = "unknown: the certificate does not check: " + checked.error() + "\n",
                    .json = {{"answer", "unknown"}, {"summary", checked.error()}}};
    return write_text(*certificate_path_, print(certificate, subject.program, subject.streams));
  }

  SubjectFlags subject_;
  InputFlags inputs_;
  std::uint64_t runs_ = 200;
  std::uint64_t seconds_ = 30;
  std::uint64_t stats_ = 0;
  std::optional<std::string> certificate_path_;
  std::optional<std::string> smt2_folder_;
};

}  // namespace

std::unique_ptr<Command> make_prove_command() { return std::make_unique<ProveCommand>(); }

}  // namespace tidemark
