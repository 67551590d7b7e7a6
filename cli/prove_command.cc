// tidemark prove: all inputs, not only those of a run.
//
// Refuted first: the checker decides sampled runs over all schedules. What no sample refutes is
// proved by oracle/unbounded.h; what that cannot prove is searched by oracle/bounded.h, from
// the obligation that failed, and stays unknown if nothing is found. `--bounded` asks the
// bounded search alone. A witness of any of them has been replayed by the interpreter.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "checker/check.h"
#include "checker/draw_witness.h"
#include "checker/schedule.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/replayed.h"
#include "cli/run_inputs.h"
#include "cli/subject.h"
#include "oracle/bounded.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

using Clock = std::chrono::steady_clock;

// A sample is to be cheap: a longer run refutes nothing here.
constexpr CheckOptions kSample = {.limits = {.instances = 100'000, .steps = 1'000'000}};
constexpr std::int64_t kMostTrips = 4;  // of the search after a proof has failed

class ProveCommand : public Command {
 public:
  std::string_view name() const override { return "prove"; }
  std::string_view summary() const override {
    return "prove streams exact for all inputs, or refute them";
  }
  std::string_view lesson() const override {
    return "Answers:\n"
           "  proved for all inputs   exact for every trip count, branch and loaded value\n"
           "  proved up to k trips    the same, where no loop has more trips (--bounded k)\n"
           "  refuted                 with inputs and a schedule that the interpreter replayed\n"
           "  unknown                 says which obligation could not be proved, and why\n"
           "Sampled runs are decided first (--runs); then invariants are found and checked; what\n"
           "they do not prove is searched for a counterexample of a few trips.\n"
           "The invariants are the certificate: --certificate prints them, after a second,\n"
           "independent pass has asked the solver for each of them.\n"
           "\n"
           "Examples:\n"
           "  tidemark prove corpus/kernels/softmax.tm\n"
           "  tidemark prove corpus/kernels/softmax.tm --with barrier\n"
           "  tidemark prove corpus/streams/copy.tm corpus/streams/exact_plus_k.tms --bounded 4";
  }

  void declare(Flags& flags) override {
    subject_.declare(flags);
    inputs_.declare(flags);
    flags.number("--bounded", bound_, "only runs of at most N trips of each loop");
    flags.present("--unbounded", is_unbounded_, "only the proof, no search after it");
    flags.number("--runs", runs_, "sampled runs that try to refute first (default 200)");
    flags.duration("--timeout", timeout_, "for all of it (default 30s)");
    flags.number("--memory", memory_mb_, "MiB that the solver may use (default 2000)");
    flags.text("--certificate", certificate_path_, "FILE",
               "check the invariants again, write them");
    flags.text("--smt2", smt2_folder_, "DIR", "write every query there, as SMT-LIB 2");
    flags.present("--stats", is_stats_, "queries, seconds, the largest");
  }

  Report run(std::istream& standard_in) override {
    if (bound_ && is_unbounded_) return bad_input("--bounded and --unbounded: give one of the two");
    if (bound_ && *bound_ > 1'000) return bad_input("--bounded: at most 1000 trips");
    if (const auto failure = make_smt2_folder()) return bad_input(*failure);
    const auto subject = subject_.load(standard_in);
    if (!subject) return subject.error();
    const auto inputs = inputs_.inputs_for(subject->program);
    if (!inputs) return inputs.error();
    deadline_ = Clock::now() + timeout_;
    if (bound_) return bounded(*subject);
    if (runs_ > 0) {
      const auto checked = check_runs(subject->program, subject->streams, *inputs, runs_, kSample);
      // No drawn inputs with a verdict refute nothing; the proof is about the others.
      if (checked && checked->report.verdict < Verdict::unknown)
        return refuted_by_sample(*subject, checked->report);
    }
    return unbounded(*subject);
  }

 private:
  // What is wrong with the folder for queries, if one is asked for.
  std::optional<std::string> make_smt2_folder() const {
    std::error_code error;
    if (smt2_folder_) std::filesystem::create_directories(*smt2_folder_, error);
    if (!smt2_folder_ || std::filesystem::is_directory(*smt2_folder_)) return std::nullopt;
    return fmt::format("--smt2: cannot make the folder '{}'", *smt2_folder_);
  }

  Report refuted(const Subject& subject, Verdict verdict, const Inputs& inputs,
                 const std::string& what, const std::optional<Witness>& witness) const {
    const std::string line = "refuted: " + what;
    Report report{.exit = Exit::finding,
                  .json = {{"verdict", tidemark::name(verdict)},
                           {"inputs", inputs.flags(subject.program)},
                           {"summary", line}}};
    if (witness) {
      const std::string flags = witness->inputs.flags(subject.program);
      report.json["witness"] = {{"inputs", flags},
                                {"schedule", print(witness->schedule, subject.program)}};
      report.text = draw(*witness, subject.program, subject.streams,
                         fmt::format("tidemark check {} {}", subject_.arguments(), flags));
    }
    report.text += line + "\n";
    return report;
  }

  // Streams that only wait for too much may still be safe for all inputs: said before the answer.
  Report refuted_by_sample(const Subject& subject, const CheckReport& checked) const {
    Report report = refuted(subject, checked.verdict, checked.inputs,
                            tidemark::summary(checked, subject.program), checked.witness);
    if (checked.verdict != Verdict::overwaits) return report;
    UnboundedOptions safety = unbounded_options();
    safety.goal = Goal::safe;
    const UnboundedResult safe = prove_unbounded(subject.program, subject.streams, safety);
    report.json["safe"] = safe.is_proved ? "proved" : "unknown";
    report.text =
        (safe.is_proved ? std::string("safe and free of deadlock: proved for all inputs\n")
                        : "safe: unknown for all inputs: " + safe.reason + "\n") +
        report.text;
    return report;
  }

  UnboundedOptions unbounded_options() const {
    UnboundedOptions options;
    options.walk.deadline = deadline_;
    options.solver = solver_limits();
    if (smt2_folder_) options.smt2_folder = *smt2_folder_;
    return options;
  }

  BoundedOptions bounded_options(std::int64_t trips) const {
    BoundedOptions options;
    options.unroll.trips = trips;
    options.unroll.deadline = deadline_;
    options.solver = solver_limits();
    if (smt2_folder_) options.smt2_folder = *smt2_folder_;
    return options;
  }

  SolverLimits solver_limits() const {
    SolverLimits limits;
    limits.memory_mb = static_cast<std::uint32_t>(std::min<std::uint64_t>(memory_mb_, 1'000'000));
    limits.timeout_ms = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(timeout_.count(), 1, limits.timeout_ms));
    return limits;
  }

  Report bounded(const Subject& subject) const {
    const auto trips = static_cast<std::int64_t>(*bound_);
    const BoundedResult result =
        prove_bounded(subject.program, subject.streams, bounded_options(trips));
    Report report;
    if (auto found = refuted_by_search(subject, result)) {
      report = *std::move(found);
    } else {
      const std::string line =
          result.is_proved
              ? fmt::format("proved up to {} trips, all schedules and inputs: exact", trips)
              : "unknown: " + reason_of(result);
      report = {.exit = result.is_proved ? Exit::done : Exit::unknown,
                .text = line + "\n",
                .json = {{"verdict", verdict_of(result.is_proved)}, {"summary", line}}};
    }
    report.json["bound"] = trips;
    add_statistics(report, result.solver, fmt::format("bound: {} instances", result.instances));
    return report;
  }

  static std::string_view verdict_of(bool is_proved) {
    return tidemark::name(is_proved ? Verdict::exact : Verdict::unknown);
  }

  // A model that does not replay is a fault of ours, and no finding.
  static std::string reason_of(const BoundedResult& result) {
    return result.counterexample ? "a counterexample of the solver did not replay" : result.reason;
  }

  std::optional<Report> refuted_by_search(const Subject& subject,
                                          const BoundedResult& result) const {
    if (!result.counterexample) return std::nullopt;
    const Counterexample& found = *result.counterexample;
    const std::string with = fmt::format("with {}", found.inputs.flags(subject.program));
    if (found.kind == Counterexample::Kind::malformed) {
      if (!is_malformed(subject.program, subject.streams, found)) return std::nullopt;
      return refuted(subject, Verdict::malformed, found.inputs, "malformed " + with, {});
    }
    const auto witness = replayed(subject.program, subject.streams, found);
    if (!witness) return std::nullopt;
    return refuted(subject, witness->verdict, found.inputs,
                   fmt::format("{} {}", tidemark::name(witness->verdict), with), witness);
  }

  Report unbounded(const Subject& subject) const {
    const UnboundedResult result =
        prove_unbounded(subject.program, subject.streams, unbounded_options());
    std::string beyond;
    if (!result.is_proved && !is_unbounded_)
      if (auto found = search(subject, result, beyond)) return *std::move(found);
    const std::string line = result.is_proved ? "proved for all inputs: exact over all schedules"
                                              : fmt::format("unknown: {}{}", result.reason, beyond);
    Report report{
        .exit = result.is_proved ? Exit::done : Exit::unknown,
        .text = line + "\n",
        .json = {
            {"verdict", verdict_of(result.is_proved)}, {"steps", result.steps}, {"summary", line}}};
    add_statistics(report, result.solver,
                   fmt::format("walk: {} steps, {} places", result.steps,
                               result.certificate ? result.certificate->places.size() : 0));
    if (result.certificate && certificate_path_)
      if (auto failure = write_certificate(subject, *result.certificate))
        return *std::move(failure);
    return report;
  }

  // From the obligation that failed, then everywhere, with more and more trips; `beyond` is how
  // far nothing was found.
  std::optional<Report> search(const Subject& subject, const UnboundedResult& failed,
                               std::string& beyond) const {
    std::vector<const StreamStatement*> places = {nullptr};  // everywhere
    if (failed.failed_at != nullptr) places.insert(places.begin(), failed.failed_at);
    for (const StreamStatement* only : places)
      for (std::int64_t trips = 1; trips <= kMostTrips && Clock::now() < deadline_; ++trips) {
        BoundedOptions options = bounded_options(trips);
        options.only = only;
        const BoundedResult result = prove_bounded(subject.program, subject.streams, options);
        if (auto found = refuted_by_search(subject, result)) return found;
        if (!result.is_proved) break;
        if (only == nullptr) beyond = fmt::format(" (exact up to {} trips)", trips);
      }
    return std::nullopt;
  }

  void add_statistics(Report& report, const SolverStatistics& solver,
                      const std::string& more) const {
    report.json["queries"] = solver.queries;
    report.json["solver_seconds"] = solver.seconds;
    if (!is_stats_) return;
    report.text = fmt::format(
                      "queries: {} ({} unknown), {:.2f} s in the solver, largest {:.3f} s: {}\n"
                      "{}\n",
                      solver.queries, solver.unknown, solver.seconds, solver.largest_seconds,
                      solver.largest, more) +
                  report.text;
  }

  std::optional<Report> write_certificate(const Subject& subject,
                                          const Certificate& certificate) const {
    const auto checked =
        check_certificate(subject.program, subject.streams, certificate, unbounded_options());
    if (!checked)
      return Report{.exit = Exit::unknown,
                    .text = "unknown: the certificate does not check: " + checked.error() + "\n",
                    .json = {{"verdict", verdict_of(false)}, {"summary", checked.error()}}};
    return write_text(*certificate_path_, print(certificate, subject.program, subject.streams));
  }

  SubjectFlags subject_;
  InputFlags inputs_;
  std::optional<std::uint64_t> bound_;
  bool is_unbounded_ = false;
  std::uint64_t runs_ = 200;
  std::chrono::milliseconds timeout_ = std::chrono::seconds(30);
  std::uint64_t memory_mb_ = 2'000;
  bool is_stats_ = false;
  Clock::time_point deadline_;
  std::optional<std::string> certificate_path_;
  std::optional<std::string> smt2_folder_;
};

}  // namespace

std::unique_ptr<Command> make_prove_command() { return std::make_unique<ProveCommand>(); }

}  // namespace tidemark
