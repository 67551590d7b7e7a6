// tidemark sync: a program in, streams out.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/files.h"
#include "core/sync/synchronizer.h"
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
           "exactly, a note on standard error says what and where.\n"
           "\n"
           "Example: what a consumer waits for, and the whole way from text to verdict\n"
           "  tidemark sync corpus/kernels/softmax.tm\n"
           "  tidemark sync corpus/kernels/softmax.tm --with barrier -o /tmp/softmax.tms\n"
           "  tidemark check corpus/kernels/softmax.tm /tmp/softmax.tms";
  }

  void declare(Flags& flags) override {
    flags.required_file("P.tm", program_path_, "the program, or - for standard input");
    flags.choice("--with", with_, synchronizer_names(), "the synchronizer (default dynamic)");
    flags.text("-o,--output", output_path_, "S.tms",
               "write the streams there (default, or -: standard output)");
  }

  Report run(std::istream& standard_in) override {
    const auto program = read_program(program_path_, standard_in);
    if (!program) return program.error();
    const Synchronized result = find_synchronizer(with_)->synchronize(*program);
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
  std::string program_path_;
  std::string with_ = "dynamic";
  std::optional<std::string> output_path_;
};

}  // namespace

std::unique_ptr<Command> make_sync_command() { return std::make_unique<SyncCommand>(); }

}  // namespace tidemark
