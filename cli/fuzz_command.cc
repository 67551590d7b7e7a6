// tidemark fuzz: random programs through a synchronizer, decided, what fails shrunk and kept.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/fuzzed_synchronizer.h"
#include "cli/interrupt.h"
#include "fuzz/campaign/campaign.h"
#include "gen/program_size.h"

namespace tidemark {
namespace {

std::string rates(const CampaignTally& tally) {
  const double seconds = std::max(tally.seconds, 1e-3);
  return fmt::format("{} programs, {:.0f}/s, {:.0f} instances/s, {} findings, {} of {} traits",
                     tally.programs, static_cast<double>(tally.programs) / seconds,
                     static_cast<double>(tally.instances) / seconds, tally.findings,
                     tally.covered.size(), kProgramTextTraits);
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

Exit exit_for(const CampaignTally& tally) {
  if (tally.failures > 0) return Exit::finding;
  return tally.undecided > 0 || tally.refused == tally.programs ? Exit::unknown : Exit::done;
}

std::string outcome(const CampaignTally& tally) {
  const std::string refused = tally.refused == 0 ? "" : fmt::format(" ({} refused)", tally.refused);
  const std::string work =
      fmt::format("{}{} and {} with drawn inputs, {} instances", plural(tally.programs, "program"),
                  refused, plural(tally.runs, "run"), tally.instances);
  switch (exit_for(tally)) {
    case Exit::finding:
      return fmt::format("{} in {}; {} failed", plural(tally.findings, "finding"), work,
                         plural(tally.failures, "program"));
    case Exit::unknown:
      return fmt::format("unknown: {} undecided; no finding in {}",
                         tally.undecided > 0 ? plural(tally.undecided, "program") : "all", work);
    case Exit::done:
    case Exit::bad_input:
      return fmt::format("no finding in {}", work);
  }
  __builtin_unreachable();
}

class FuzzCommand : public Command {
 public:
  std::string_view name() const override { return "fuzz"; }
  std::string_view summary() const override {
    return "random programs through a synchronizer; what fails, shrunk";
  }
  std::string_view lesson() const override {
    return "Each program is synchronized and decided over all schedules, for a few drawn inputs.\n"
           "Streams of dynamic must be exact, those of others safe (--demand), and they must\n"
           "end. A command that crashes, hangs or writes garbage is a finding too; exit status 3\n"
           "from it refuses a program.\n"
           "What fails is shrunk and written to --out as a corpus file. The same seed gives the\n"
           "same programs, on any number of threads. Ctrl-C ends it with a summary.\n"
           "\n"
           "Examples: ten seconds of dynamic; what a synchronizer without waits gets wrong; yours\n"
           "  tidemark fuzz --seconds 10\n"
           "  tidemark fuzz --with none --programs 20 --out /tmp/found\n"
           "  tidemark fuzz --with-command 'python3 docs/examples/barriers.py' --programs 20";
  }

  void declare(Flags& flags) override {
    subject_.declare(flags);
    flags.number("--seconds", seconds_, "for so long (default 10, without --programs)");
    flags.number("--programs", programs_, "so many programs");
    flags.number("--jobs", jobs_, "threads (default 1)");
    flags.number("--seed", options_.seed, "which programs (default 0)");
    flags.number("--first", options_.first, "the number of the first program (default 0)");
    flags.number("--size", size_, "at most about so many statements (default 12)");
    flags.number("--runs", options_.runs, "drawn inputs for each program (default 4)");
    flags.text("--out", out_, "FOLDER", "where findings are written (default findings)");
  }

  Report run(std::istream&) override {
    if (auto wrong = complete_options()) return *std::move(wrong);
    Interrupt interrupt;
    const bool is_live = isatty(STDERR_FILENO) != 0;
    const CampaignWatch watch = {
        .progress =
            [&](const CampaignTally& tally) {
              if (is_live) fmt::print(stderr, "\r{}    ", rates(tally));
              const bool is_over = seconds_ && tally.seconds >= static_cast<double>(*seconds_);
              if (!failure_) failure_ = subject_.not_started();
              return is_over || interrupt.came() || failure_ ? Campaigning::stop
                                                             : Campaigning::go_on;
            },
        .found = [&](const CampaignFinding& finding) { keep(finding, is_live); },
    };
    const CampaignTally tally = run_campaign(
        [&](const Program& program) { return subject_.synchronize(program); }, options_, watch);
    if (is_live) fmt::print(stderr, "\n");
    return failure_ ? *failure_ : report_of(tally);
  }

 private:
  // A report where the flags make no sense.
  std::optional<Report> complete_options() {
    if (auto wrong = subject_.complete()) return wrong;
    options_.demand = subject_.demand();
    if (programs_ == 0) return bad_input("--programs: at least 1");
    if (!seconds_ && !programs_) seconds_ = 10;
    if (programs_) options_.programs = *programs_;
    if (options_.runs == 0) return bad_input("--runs 0: expected at least one run");
    if (jobs_ == 0 || jobs_ > 1024) return bad_input("--jobs: expected 1 to 1024 threads");
    options_.jobs = static_cast<unsigned>(jobs_);
    if (size_ < 2 || size_ > 1000) return bad_input("--size: expected 2 to 1000 statements");
    options_.trials.statements = static_cast<std::int64_t>(size_);
    if (out_ && !can_hold_files(*out_)) return bad_input("--out: cannot write to " + *out_);
    return std::nullopt;
  }

  // Better said before the campaign than after it has found something; without a finding there
  // is no folder.
  static bool can_hold_files(const std::string& folder) {
    std::error_code error;
    const bool is_new = std::filesystem::create_directories(folder, error);
    const bool can_write = !error && access(folder.c_str(), W_OK | X_OK) == 0;
    if (is_new) std::filesystem::remove(folder, error);
    return can_write;
  }

  void keep(const CampaignFinding& finding, bool is_live) {
    const std::filesystem::path folder(out_.value_or("findings"));
    const std::string path = (folder / corpus_name(finding, subject_.name())).string();
    const std::string from = fmt::format(
        "tidemark fuzz {} --seed {} --first {} --programs 1 --size {}: {} to {} statements in {} "
        "calls",
        subject_.arguments(), options_.seed, finding.number, size_, finding.statements,
        statement_count(finding.program), finding.shrink_calls);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (auto failure = write_text(path, corpus_text(finding, subject_.name(), from)))
      failure_ = failure;
    const std::string line = fmt::format("{}: {}", path, finding.summary);
    if (is_live) fmt::print(stderr, "\r{}\n", line);
    lines_ += line + "\n";
    found_.push_back({{"file", path},
                      {"verdict", tidemark::name(finding.verdict)},
                      {"failure", finding.how},
                      {"summary", finding.summary},
                      {"program", finding.number}});
  }

  Report report_of(const CampaignTally& tally) const {
    Report report;
    report.exit = exit_for(tally);
    report.text = lines_ + outcome(tally) + "\n";
    report.json = {{"summary", outcome(tally)}, {"programs", tally.programs},
                   {"runs", tally.runs},        {"instances", tally.instances},
                   {"redrawn", tally.redrawn},  {"undecided", tally.undecided},
                   {"refused", tally.refused},  {"failures", tally.failures},
                   {"findings", found_},        {"traits", tally.covered.size()}};
    return report;
  }

  FuzzedSynchronizer subject_;
  CampaignOptions options_;
  std::optional<std::uint64_t> seconds_, programs_;
  std::uint64_t jobs_ = 1;
  std::uint64_t size_ = 12;
  std::optional<std::string> out_;

  std::string lines_;  // of what was found, so far
  nlohmann::ordered_json found_ = nlohmann::ordered_json::array();
  std::optional<Report> failure_;  // to write a finding
};

}  // namespace

std::unique_ptr<Command> make_fuzz_command() { return std::make_unique<FuzzCommand>(); }

}  // namespace tidemark
