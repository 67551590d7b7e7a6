// tidemark sync: a program in, streams out.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/run_inputs.h"
#include "cli/target_flags.h"
#include "core/lower/lower.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

class SyncCommand : public Command {
 public:
  std::string_view name() const override { return "sync"; }
  std::string_view summary() const override { return "a program in, synchronized streams out"; }
  std::string_view lesson() const override {
    return "Prints one instruction stream for each engine. `dynamic` (the default) has no\n"
           "barriers and is exact for all inputs; `barrier` is the usual baseline, `serial`\n"
           "waits for everything, `none` for nothing. Where something could not be done\n"
           "exactly, a note on standard error says what and where. With --target they are\n"
           "lowered to a machine: its registers, semaphores and waits on an instruction.\n"
           "\n"
           "Example: what a consumer waits for, and the whole way from text to verdict\n"
           "  tidemark sync corpus/kernels/softmax.tm\n"
           "  tidemark sync corpus/kernels/softmax.tm --with barrier -o /tmp/softmax.tms\n"
           "  tidemark check corpus/kernels/softmax.tm /tmp/softmax.tms";
  }

  void declare(Flags& flags) override {
    flags.required_file("P.tm", program_path_, "the program, or - for standard input");
    synchronizers_ = &flags.synchronizers();
    flags.choice("--with", with_, synchronizers_->names(), "the synchronizer (default dynamic)");
    target_.declare(flags);
    flags.assignments("--most", most_, "NAME=VALUE",
                      "with --target: the most that a param will ever be");
    flags.text("-o,--output", output_path_, "S.tms",
               "write the streams there (default, or -: standard output)");
  }

  Report run(std::istream& standard_in) override {
    const auto program = read_program(program_path_, standard_in);
    if (!program) return program.error();
    Synchronized result = synchronizers_->find(with_)->synchronize(*program);
    if (auto failure = lower_to_target(*program, result)) return *std::move(failure);
    const std::string text = print(result.streams, *program);
    Report report;
    report.json = {{"program", program->name}, {"with", with_}, {"notes", result.notes}};
    for (const std::string& note : result.notes) report.remarks += "note: " + note + "\n";
    if (!output_path_ || *output_path_ == "-") {
      report.text = text;
      report.json["streams"] = text;
      return report;
    }
    if (auto failure = write_text(*output_path_, text)) return *std::move(failure);
    report.text = fmt::format("done: wrote {} streams of {} to {}\n", result.streams.streams.size(),
                              program->name, *output_path_);
    report.json["output"] = *output_path_;
    return report;
  }

 private:
  // What goes wrong, if anything does.
  std::optional<Report> lower_to_target(const Program& program, Synchronized& result) const {
    if (!target_.is_given()) {
      if (!most_.empty()) return bad_input("--most: only with --target");
      return std::nullopt;
    }
    const auto target = target_.load();
    if (!target) return target.error();
    std::optional<Inputs> most;
    if (!most_.empty()) {
      const auto inputs = InputFlags{most_, {}, 0}.inputs_for(program);
      if (!inputs) return inputs.error();
      most = *inputs;
    }
    Lowered lowered = lower(program, std::move(result.streams), *target, most);
    result.streams = std::move(lowered.streams);
    std::ranges::move(lowered.notes, std::back_inserter(result.notes));
    return std::nullopt;
  }

  std::string program_path_;
  std::string with_ = "dynamic";
  TargetFlags target_;
  std::vector<std::string> most_;
  const Synchronizers* synchronizers_ = nullptr;
  std::optional<std::string> output_path_;
};

}  // namespace

std::unique_ptr<Command> make_sync_command() { return std::make_unique<SyncCommand>(); }

}  // namespace tidemark
