#include "cli/replay/add_to_corpus.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>

#include "cli/files.h"
#include "cli/replay/cause.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "fuzz/cases/fuzz_case.h"
#include "gen/shrink.h"

namespace tidemark {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCauseLine = "# cause: ";

// The regression in the folder that has this cause in its head.
std::optional<fs::path> find_known(const fs::path& folder, const std::string& signature) {
  const std::string wanted = std::string(kCauseLine) + signature;
  for (const fs::directory_entry& each : fs::directory_iterator(folder)) {
    std::ifstream stream(each.path());
    for (std::string line; std::getline(stream, line) && line.starts_with("#");)
      if (line == wanted) return each.path();
  }
  return std::nullopt;
}

fs::path free_path(const fs::path& folder, const std::string& name) {
  fs::path path = folder / (name + ".tm");
  for (int i = 2; fs::exists(path); ++i) path = folder / fmt::format("{}_{}.tm", name, i);
  return path;
}

class Adding {
 public:
  Adding(const std::string& file, const AddOptions& options) : file_(file), options_(options) {}

  Report run(const std::string& text) const {
    const FuzzCase split = split_case(text);
    const auto program = parse_program(split.program, file_);
    if (!program) return bad_input(program.error());
    const auto header = parse_corpus_header(split.program, file_);
    if (!header) return bad_input(header.error());
    const auto inputs = inputs_of(*header, *program, 0);
    if (!inputs) return bad_input(inputs.error());
    if (!fs::is_directory(options_.folder))
      return bad_input(options_.folder.string() + " is no folder");
    if (split.streams) return add_streams(*program, *split.streams, *inputs);
    return add_program(*program, *inputs);
  }

 private:
  Report add_program(const Program& program, const Inputs& inputs) const {
    const auto cause = cause_of(program, inputs);
    if (!cause) return nothing();
    // Values by name, so that they stay with what the smaller program still has.
    const std::string head = head_lines(inputs, program);
    const auto still_there = [&](const Program& smaller) {
      const auto found = cause_of(smaller, inputs_in(head, smaller));
      return found && found->is_like(*cause);
    };
    const Shrunk small = shrink(program, still_there, {.time = options_.shrinking});
    const auto left = cause_of(small.program, inputs_in(head, small.program));
    return write(left.value_or(*cause), small.program, nullptr);
  }

  // Streams do not shrink with their program: both are added as they are.
  Report add_streams(const Program& program, std::string_view text, const Inputs& inputs) const {
    const auto streams = parse_streams(text, program, file_);
    if (!streams) return bad_input(streams.error().diagnostics);
    const auto cause = cause_of(program, *streams, inputs);
    if (!cause) return nothing();
    return write(*cause, program, &*streams);
  }

  static Inputs inputs_in(const std::string& head, const Program& program) {
    const auto header = parse_corpus_header(head, "");
    if (header)
      if (auto inputs = inputs_of(*header, program, 0)) return *std::move(inputs);
    return Inputs(program);
  }

  Report write(const Cause& cause, const Program& program, const Streams* streams) const {
    const std::string signature = cause.signature();
    if (const auto known = find_known(options_.folder, signature))
      return {.text = fmt::format("known: {} has this cause: {}\n", known->string(), signature),
              .json = {{"known", known->string()}, {"cause", signature}}};
    fs::path path = free_path(options_.folder, cause.file_name());
    std::string text = head(cause) + head_lines(cause.inputs, program) + print(program);
    if (auto failure = write_text(path.string(), text)) return *std::move(failure);
    if (streams != nullptr) {
      text =
          fmt::format("{}# program: {}\n# expect: {}\n{}{}", head(cause), path.filename().string(),
                      cause.truth, head_lines(cause.inputs, program), print(*streams, program));
      path.replace_extension(".tms");
      if (auto failure = write_text(path.string(), text)) return *std::move(failure);
    }
    const std::string line = fmt::format("added {}: {}", path.string(), signature);
    return {.exit = Exit::finding,
            .text = text + line + "\n",
            .json = {{"added", path.string()}, {"cause", signature}, {"summary", line}}};
  }

  static std::string head(const Cause& cause) {
    return fmt::format(
        "# Found by fuzzing: {} {}.\n{}{}\n# why: {}\n# from: fuzzing, made smaller\n",
        cause.subject, cause.finding, kCauseLine, cause.signature(), cause.summary);
  }

  static Report nothing() {
    const std::string line = "nothing is wrong with it: every promise is kept, deciders agree";
    return {.text = line + "\n", .json = {{"summary", line}}};
  }

  const std::string& file_;
  const AddOptions& options_;
};

}  // namespace

Report add_to_corpus(const std::string& text, const std::string& file, const AddOptions& options) {
  return Adding(file, options).run(text);
}

}  // namespace tidemark
