#include "cli/command_flags.h"

#include <fmt/format.h>

#include "cli/files.h"
#include "core/external/run_command.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

constexpr const char* kKeepPath = "command-finding.tm";

}  // namespace

void CommandFlags::declare(Flags& flags) {
  flags.text("--with-command", command_, "CMD",
             "a synchronizer of yours: CMD reads a .tm and writes a .tms (exit 3: refused)");
  flags.number("--command-seconds", seconds_, "at most this long for CMD (default 10)");
  flags.number("--command-memory", mebibytes_, "at most this many MiB for CMD (default 1024)");
}

void CommandFlags::declare_keep(Flags& flags) {
  flags.text("--keep", keep_path_, "FILE",
             "where the program is kept for which CMD fails (default command-finding.tm)");
}

std::optional<Report> CommandFlags::wrong() const {
  if (command_ && command_->find_first_not_of(" \t\n") == std::string::npos)
    return bad_input("--with-command: expected a command");
  if (seconds_ == 0) return bad_input("--command-seconds 0: expected at least one second");
  if (mebibytes_ == 0) return bad_input("--command-memory 0: expected at least one MiB");
  return std::nullopt;
}

ExternalCommand CommandFlags::external() const {
  constexpr std::uint64_t kMost = 1'000'000;  // seconds, MiB
  CommandLimits limits;
  limits.time = std::chrono::seconds(std::min(seconds_, kMost));
  limits.bytes = std::min(mebibytes_, kMost) << 20;
  return ExternalCommand(command_.value(), limits);
}

std::expected<Streams, Report> CommandFlags::synchronize(const Program& program) const {
  auto streams = external().synchronize(program);
  if (streams) return *std::move(streams);
  return std::unexpected(failed(program, streams.error()));
}

std::string CommandFlags::arguments() const { return "--with-command " + shell_quoted(*command_); }

Report CommandFlags::failed(const Program& program, const ExternalFailure& failure) const {
  using Kind = ExternalFailure::Kind;
  if (failure.kind == Kind::not_started) return bad_input("the command was " + failure.message);
  if (failure.kind == Kind::refused) {
    Report refused = outcome(Exit::unknown, "unknown", "the command " + failure.message);
    refused.json["instances"] = 0;
    refused.json["witness"] = refused.json["waits"] = nullptr;
    return refused;
  }
  const std::string path = keep_path_.value_or(kKeepPath);
  if (auto problem = write_text(path, print(program))) return *std::move(problem);
  const bool is_malformed = failure.kind == Kind::malformed;
  const std::string line =
      is_malformed ? failure.message : "failed: the command " + failure.message;
  Report report{.exit = Exit::finding};
  report.text = fmt::format("{}    kept in {}\n{}\n", to_string(failure.diagnostics), path, line);
  report.json = {{"verdict", is_malformed ? "malformed" : "failed"},
                 {"instances", 0},
                 {"witness", nullptr},
                 {"waits", nullptr},
                 {"summary", line},
                 {"program", path},
                 {"diagnostics", to_json(failure.diagnostics)}};
  return report;
}

}  // namespace tidemark
