// tidemark export: streams for other tools.
#include <fmt/format.h>

#include "checker/export/promela.h"
#include "cli/command.h"
#include "cli/run_inputs.h"
#include "cli/subject.h"
#include "core/ir/match.h"

namespace tidemark {
namespace {

class ExportCommand : public Command {
 public:
  std::string_view name() const override { return "export"; }
  std::string_view summary() const override { return "a run of streams as a model for SPIN"; }
  std::string_view lesson() const override {
    return "Writes a Promela model of all schedules for the inputs given. Its assertions are\n"
           "safety, its invalid end states deadlock:\n"
           "  tidemark export --promela P.tm --set n=3 > model.pml\n"
           "  spin -a model.pml && cc -O2 -o pan pan.c\n"
           "  ./pan -E -m1000000     # an assertion violated: unsafe\n"
           "  ./pan -A -m1000000     # an invalid end state: deadlocks";
  }

  void declare(Flags& flags) override {
    subject_.declare(flags);
    inputs_.declare(flags);
    flags.present("--promela", is_promela_, "as a Promela model, for SPIN");
  }

  Report run(std::istream& standard_in) override {
    if (!is_promela_) return bad_input("say in which form: --promela");
    const auto subject = subject_.load(standard_in);
    if (!subject) return subject.error();
    const auto inputs = inputs_.inputs_for(subject->program);
    if (!inputs) return inputs.error();
    const auto wrong = mismatches(subject->program, subject->streams, 1);
    if (!wrong.empty()) return outcome(Exit::finding, "malformed", wrong.front().message);
    const auto lines = make_lines(subject->program, subject->streams, *inputs);
    if (!lines) return cannot_run(lines.error());
    const auto model = to_promela(subject->program, *lines);
    if (!model) return bad_input("no Promela model: " + model.error());
    return {.text = *model, .json = {{"model", *model}}};
  }

 private:
  SubjectFlags subject_;
  InputFlags inputs_;
  bool is_promela_ = false;
};

}  // namespace

std::unique_ptr<Command> make_export_command() { return std::make_unique<ExportCommand>(); }

}  // namespace tidemark
