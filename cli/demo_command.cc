// tidemark demo: one real kernel, synchronized without barriers, decided, and compared with
// the usual way.
#include <fmt/format.h>

#include "checker/check.h"
#include "cli/command.h"
#include "cli/earliest_end.h"
#include "cli/files.h"
#include "cli/run_inputs.h"
#include "core/sync/synchronizer.h"

namespace tidemark {
namespace {

constexpr const char* kKernel = "corpus/kernels/flash_attention.tm";

// One synchronizer's streams, decided and timed for the same inputs.
struct Outcome {
  CheckReport checked;
  std::string line;
  std::optional<std::int64_t> end;
};

std::expected<Outcome, RunError> try_synchronizer(const Program& program, std::string_view name,
                                                  const Inputs& inputs) {
  const Streams streams = find_synchronizer(name)->synchronize(program).streams;
  auto checked = check(program, streams, inputs);
  if (!checked) return std::unexpected(checked.error());
  const auto lines = make_lines(program, streams, inputs);
  if (!lines) return std::unexpected(lines.error());
  std::string line = summary(*checked, program);
  return Outcome{*std::move(checked), std::move(line), earliest_end(Machine(program, *lines))};
}

std::string paragraph(std::string_view name, const Outcome& outcome) {
  const StreamCosts& costs = outcome.checked.costs;
  return fmt::format("{:<9} {}\n          {} waits ({} necessary), {} at barriers\n", name,
                     outcome.line, costs.waits, outcome.checked.necessary_waits, costs.barriers);
}

// What the barriers cost, where both runs end and take any time.
std::string comparison(const Outcome& dynamic, const Outcome& barrier) {
  if (!dynamic.end || !barrier.end || *dynamic.end <= 0) return "";
  const auto ns = [](std::int64_t end) { return fmt::format("{:>12} ns", end); };
  const double later =
      100.0 * static_cast<double>(*barrier.end - *dynamic.end) / static_cast<double>(*dynamic.end);
  return fmt::format(
      "The end of the run, by the costs in the file, if synchronization itself were free:\n"
      "  dynamic {}\n"
      "  barrier {}   {:.0f}% later: overlap that barriers forbid and no dependence does\n\n",
      ns(*dynamic.end), ns(*barrier.end), later);
}

class DemoCommand : public Command {
 public:
  std::string_view name() const override { return "demo"; }
  std::string_view summary() const override {
    return "a first look: a real kernel without barriers, decided over all schedules";
  }
  std::string_view lesson() const override {
    return "Synchronizes a program with `dynamic` and with `barrier`, decides both over all\n"
           "schedules, and says what the barriers cost in waiting. Without P.tm it takes\n"
           "flash attention with two sections of keys and eight groups of queries.\n"
           "\n"
           "Example:\n"
           "  tidemark demo corpus/kernels/softmax.tm --set n=16";
  }

  void declare(Flags& flags) override {
    flags.optional_file("P.tm", program_path_, "the program (default flash attention)");
    inputs_.declare(flags);
  }

  Report run(std::istream& standard_in) override {
    if (!program_path_ && inputs_.sets.empty()) inputs_.sets = {"n_s=2", "n_q=8"};
    const std::string path = program_path_.value_or(kKernel);
    const auto program = read_program(path, standard_in);
    if (!program) return program.error();
    const auto inputs = inputs_.inputs_for(*program);
    if (!inputs) return inputs.error();
    const auto dynamic = try_synchronizer(*program, "dynamic", *inputs);
    if (!dynamic) return bad_input(dynamic.error().message);
    const auto barrier = try_synchronizer(*program, "barrier", *inputs);
    if (!barrier) return bad_input(barrier.error().message);
    return report_of(path, *program, *inputs, *dynamic, *barrier);
  }

 private:
  static Report report_of(const std::string& path, const Program& program, const Inputs& inputs,
                          const Outcome& dynamic, const Outcome& barrier) {
    Report report;
    report.exit = dynamic.checked.verdict == Verdict::exact ? Exit::done : Exit::finding;
    report.text = fmt::format(
        "{}: {} instructions on {} engines, for {}\n\n{}\n{}\n{}"
        "Next:\n"
        "  tidemark sync {}                  the streams\n"
        "  tidemark check {} --with barrier  where barriers hold back what nothing delays\n"
        "  docs/tutorial.md\n",
        program.name, program.instructions.size(), participants(program).size(),
        inputs.flags(program), paragraph("dynamic", dynamic), paragraph("barrier", barrier),
        comparison(dynamic, barrier), path, path);
    report.json = {{"verdict", tidemark::name(dynamic.checked.verdict)},
                   {"instances", dynamic.checked.instances},
                   {"barrier_verdict", tidemark::name(barrier.checked.verdict)},
                   {"inputs", inputs.flags(program)}};
    if (dynamic.end) report.json["dynamic_ns"] = *dynamic.end;
    if (barrier.end) report.json["barrier_ns"] = *barrier.end;
    return report;
  }

  std::optional<std::string> program_path_;
  InputFlags inputs_;
};

}  // namespace

std::unique_ptr<Command> make_demo_command() { return std::make_unique<DemoCommand>(); }

}  // namespace tidemark
