// tidemark explain: why each instruction waits for what it waits for, and for nothing else.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/files.h"
#include "core/sync/explain.h"
#include "core/text/nearest.h"

namespace tidemark {
namespace {

std::string in_words(const std::string& access, const std::string& dependence,
                     const std::string& producer) {
  return fmt::format("{} of {} on {}", dependence, access, producer);
}

std::string text_of(const ExplainedInstruction& explained) {
  std::string text = fmt::format("{} on {}", explained.name, explained.engine);
  if (explained.line.number != 0) text += fmt::format(", line {}", explained.line.number);
  text += "\n";
  for (const ExplainedWait& wait : explained.waits)
    text += fmt::format("  wait {} >= {}\n    for {}\n    from {}\n", wait.producer, wait.threshold,
                        in_words(wait.access, wait.dependence, wait.producer), wait.source);
  for (const DroppedWait& dropped : explained.dropped)
    text +=
        fmt::format("  no wait for {}\n    {}\n",
                    in_words(dropped.access, dropped.dependence, dropped.producer), dropped.reason);
  if (explained.waits.empty() && explained.dropped.empty())
    text += "  depends on nothing that another instance touches\n";
  return text;
}

nlohmann::ordered_json json_of(const ExplainedInstruction& explained) {
  nlohmann::ordered_json json = {{"name", explained.name},
                                 {"engine", explained.engine},
                                 {"line", explained.line.number},
                                 {"waits", nlohmann::ordered_json::array()},
                                 {"dropped", nlohmann::ordered_json::array()}};
  for (const ExplainedWait& wait : explained.waits)
    json["waits"].push_back({{"access", wait.access},
                             {"dependence", wait.dependence},
                             {"producer", wait.producer},
                             {"threshold", wait.threshold},
                             {"source", wait.source}});
  for (const DroppedWait& dropped : explained.dropped)
    json["dropped"].push_back({{"access", dropped.access},
                               {"dependence", dropped.dependence},
                               {"producer", dropped.producer},
                               {"reason", dropped.reason}});
  return json;
}

Report unknown_label(const std::string& label, const Program& program) {
  Nearest nearest(label);
  for (const Instruction& instruction : program.instructions) nearest.consider(instruction.name);
  for (const Control& control : program.controls) nearest.consider(control.name);
  return bad_input(fmt::format("--at {}: {} has no instruction or control statement '{}'{}", label,
                               program.name, label, nearest.found() ? "; " + nearest.hint() : ""));
}

bool has_statement(const Program& program, const std::string& label) {
  return std::ranges::count(program.instructions, label, &Instruction::name) != 0 ||
         std::ranges::count(program.controls, label, &Control::name) != 0;
}

class ExplainCommand : public Command {
 public:
  std::string_view name() const override { return "explain"; }
  std::string_view summary() const override {
    return "why `dynamic` waits where it does, and nowhere else";
  }
  std::string_view lesson() const override {
    return "For each instruction, and each engine's read for a control statement: its waits, with\n"
           "the cell and the dependence behind each (RAW: it reads what was written; WAR, WAW: it\n"
           "overwrites what was read or written) and where the threshold comes from. Then the\n"
           "dependences that need no wait, and what makes them certain already.\n"
           "\n"
           "Example: one instruction, and what became of all its dependences\n"
           "  tidemark explain corpus/kernels/flash_attention.tm --at score\n"
           "  tidemark explain corpus/streams/copy.tm";
  }

  void declare(Flags& flags) override {
    flags.required_file("P.tm", program_path_, "the program, or - for standard input");
    flags.text("--at", label_, "LABEL", "only this instruction, or the reads of this control");
  }

  Report run(std::istream& standard_in) override {
    const auto program = read_program(program_path_, standard_in);
    if (!program) return program.error();
    if (label_ && !has_statement(*program, *label_)) return unknown_label(*label_, *program);
    Report report;
    report.json = {{"program", program->name}, {"instructions", nlohmann::ordered_json::array()}};
    std::size_t instructions = 0, waits = 0, dropped = 0;
    for (const ExplainedInstruction& explained : explain(*program)) {
      if (label_ && explained.label != *label_) continue;
      report.text += text_of(explained);
      report.json["instructions"].push_back(json_of(explained));
      ++instructions;
      waits += explained.waits.size();
      dropped += explained.dropped.size();
    }
    report.text += fmt::format("done: {} explained, {} waits, {} dependences without a wait\n",
                               instructions, waits, dropped);
    report.json["waits"] = waits;
    report.json["dropped"] = dropped;
    return report;
  }

 private:
  std::string program_path_;
  std::optional<std::string> label_;
};

}  // namespace

std::unique_ptr<Command> make_explain_command() { return std::make_unique<ExplainCommand>(); }

}  // namespace tidemark
