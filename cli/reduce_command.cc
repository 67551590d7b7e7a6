// tidemark reduce: the smallest program near a given one that still fails a test, where a
// test is anything that a shell can run.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "core/external/run_command.h"
#include "core/text/print.h"
#include "gen/program_size.h"
#include "gen/shrink.h"

namespace tidemark {
namespace {

class ReduceCommand : public Command {
 public:
  std::string_view name() const override { return "reduce"; }
  std::string_view summary() const override {
    return "shrink a program to the smallest that still fails a test";
  }
  std::string_view lesson() const override {
    return "The test is a shell command. It gets each candidate on standard input, and exits 0\n"
           "where the candidate still fails, as C-Reduce has it: 0 is interesting, anything else\n"
           "is not. So is a command that does not end in --test-seconds.\n"
           "Candidates are valid programs, each smaller than the last that failed; the result is\n"
           "one that no single step makes smaller.\n"
           "\n"
           "Examples: what is the least that makes a barrier wait too long; and by exit code,\n"
           "where 1 is a finding\n"
           "  tidemark reduce corpus/kernels/softmax.tm \\\n"
           "    --failing 'tidemark check - --with barrier | grep -q ^overwaits'\n"
           "  tidemark reduce P.tm --failing 'tidemark check - --with-command ./mine; [ $? = 1 ]'";
  }

  void declare(Flags& flags) override {
    flags.required_file("P.tm", program_path_, "the program, or - for standard input");
    flags.text("--failing", test_, "COMMAND", "exits 0 where the program on its input still fails");
    flags.text("-o,--output", output_path_, "FILE",
               "write the result there (default, or -: standard output)");
    flags.number("--test-seconds", test_seconds_, "at most this long for one test (default 10)");
    flags.number("--seconds", seconds_, "at most this long in all (default 86400)");
  }

  Report run(std::istream& standard_in) override {
    if (!test_) return bad_input("--failing COMMAND is missing");
    const auto program = read_program(program_path_, standard_in);
    if (!program) return program.error();
    if (const CommandResult first = ask(*program); !fails(first))
      return bad_input(fmt::format("{} does not fail the test: the command {}",
                                   display_name(program_path_), ending(first)));
    ShrinkLimits limits;
    limits.time = std::chrono::seconds(std::min<std::uint64_t>(seconds_, kDay));
    return report(*program,
                  shrink(*program, [&](const Program& p) { return fails(ask(p)); }, limits));
  }

 private:
  static constexpr std::uint64_t kDay = 86'400;  // seconds

  CommandResult ask(const Program& program) const {
    CommandLimits limits;
    limits.time = std::chrono::seconds(std::min(test_seconds_, kDay));
    limits.bytes = std::uint64_t{1} << 40;
    return run_command(*test_, print(program), limits);
  }

  static bool fails(const CommandResult& result) {
    return result.end == CommandResult::End::exited && result.code == 0;
  }

  static std::string ending(const CommandResult& result) {
    switch (result.end) {
      case CommandResult::End::exited:
        return fmt::format("exits with {}, not 0", result.code);
      case CommandResult::End::signalled:
        return fmt::format("is ended by signal {}", result.code);
      case CommandResult::End::out_of_time:
        return "does not end in time";
      case CommandResult::End::too_much_output:
        return "writes without end";
      case CommandResult::End::not_started:
        return "cannot be started: " + result.errors;
    }
    __builtin_unreachable();
  }

  Report report(const Program& program, const Shrunk& shrunk) const {
    const std::string text = print(shrunk.program);
    const std::string line = fmt::format(
        "done: {} statements of {} left, {} tests{}\n", statement_count(shrunk.program),
        statement_count(program), shrunk.calls, shrunk.hit_a_limit ? "; a limit was hit" : "");
    Report report;
    report.json = {{"statements_before", statement_count(program)},
                   {"statements", statement_count(shrunk.program)},
                   {"tests", shrunk.calls},
                   {"hit_a_limit", shrunk.hit_a_limit}};
    if (!output_path_ || *output_path_ == "-") {
      report.text = text;
      report.remarks = line;
      report.json["program"] = text;
      return report;
    }
    if (auto failure = write_text(*output_path_, text)) return *std::move(failure);
    report.text = line;
    report.json["output"] = *output_path_;
    return report;
  }

  std::string program_path_;
  std::optional<std::string> test_;
  std::optional<std::string> output_path_;
  std::uint64_t test_seconds_ = 10;
  std::uint64_t seconds_ = kDay;
};

}  // namespace

std::unique_ptr<Command> make_reduce_command() { return std::make_unique<ReduceCommand>(); }

}  // namespace tidemark
