#include "cli/subject.h"

#include <fmt/format.h>

#include "cli/files.h"
#include "core/sync/synchronizer.h"
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
  flags.choice("--with", with_, synchronizer_names(),
               "the synchronizer, where there is no S.tms (default dynamic)");
}

std::expected<Subject, Report> SubjectFlags::load(std::istream& standard_in) const {
  if (streams_path_ && !with_.empty())
    return std::unexpected(bad_input("S.tms and --with: give one of the two"));
  if (streams_path_ == "-" && program_path_ == "-")
    return std::unexpected(bad_input("only one of P.tm and S.tms can be standard input"));
  auto program = read_program(program_path_, standard_in);
  if (!program) return std::unexpected(std::move(program).error());
  if (!streams_path_) {
    const auto* synchronizer = find_synchronizer(with_.empty() ? kDefault : with_);
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
  return fmt::format("{}{}{}", program_path_, with_.empty() ? "" : " --with ", with_);
}

}  // namespace tidemark
