#include "cli/subject.h"

#include <fmt/format.h>

#include "cli/files.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

constexpr std::string_view kDefault = "dynamic";

Report malformed(const Diagnostics& diagnostics) {
  return {.exit = Exit::finding,
          .text = fmt::format("{}malformed: {}\n", to_string(diagnostics),
                              diagnostics.empty() ? "" : diagnostics.front().message),
          .json = {{"verdict", "malformed"},
                   {"instances", 0},
                   {"witness", nullptr},
                   {"waits", nullptr},
                   {"summary", diagnostics.empty() ? "malformed"
                                                   : "malformed: " + diagnostics.front().message},
                   {"diagnostics", to_json(diagnostics)}}};
}

}  // namespace

void SubjectFlags::declare(Flags& flags) {
  flags.required_file("P.tm", program_path_, "the program, or - for standard input");
  flags.optional_file("S.tms", streams_path_, "streams of it; without, a synchronizer makes them");
  synchronizers_ = &flags.synchronizers();
  flags.choice("--with", with_, synchronizers_->names(),
               "the synchronizer, where there is no S.tms (default dynamic)");
  command_.declare(flags);
  command_.declare_keep(flags);
}

std::expected<Subject, Report> SubjectFlags::load(std::istream& standard_in) const {
  if ((streams_path_ ? 1 : 0) + (with_.empty() ? 0 : 1) + (command_.is_given() ? 1 : 0) > 1)
    return std::unexpected(bad_input("S.tms, --with and --with-command: give one of them"));
  if (auto wrong = command_.wrong()) return std::unexpected(*std::move(wrong));
  if (streams_path_ == "-" && program_path_ == "-")
    return std::unexpected(bad_input("only one of P.tm and S.tms can be standard input"));
  auto program = read_program(program_path_, standard_in);
  if (!program) return std::unexpected(std::move(program).error());
  if (command_.is_given()) {
    auto streams = command_.synchronize(*program);
    if (!streams) return std::unexpected(std::move(streams).error());
    return Subject{*std::move(program), *std::move(streams)};
  }
  if (!streams_path_) {
    const auto* synchronizer = synchronizers_->find(with_.empty() ? kDefault : with_);
    Streams streams = synchronizer->synchronize(*program).streams;
    return Subject{*std::move(program), std::move(streams)};
  }
  const auto text = read_text(*streams_path_, standard_in);
  if (!text) return std::unexpected(text.error());
  auto streams = parse_streams(*text, *program, display_name(*streams_path_));
  if (streams) return Subject{*std::move(program), *std::move(streams)};
  switch (streams.error().kind) {
    case StreamsError::Kind::bad_input:
      return std::unexpected(bad_input(streams.error().diagnostics));
    case StreamsError::Kind::malformed:
      return std::unexpected(malformed(streams.error().diagnostics));
  }
  __builtin_unreachable();
}

std::string SubjectFlags::arguments() const {
  if (streams_path_) return fmt::format("{} {}", program_path_, *streams_path_);
  if (command_.is_given()) return fmt::format("{} {}", program_path_, command_.arguments());
  return fmt::format("{}{}{}", program_path_, with_.empty() ? "" : " --with ", with_);
}

}  // namespace tidemark
