#include "core/external/external_command.h"

#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <string_view>

#include "core/text/parse.h"
#include "core/text/print.h"

namespace tidemark {
namespace {

constexpr int kRefused = 3;

// ": what it said last", from its standard error.
std::string last_words(std::string_view errors) {
  while (!errors.empty() && (errors.back() == '\n' || errors.back() == '\r'))
    errors.remove_suffix(1);
  const std::string_view line = errors.substr(errors.rfind('\n') + 1);
  return line.empty() ? "" : fmt::format(": {}", line);
}

std::optional<ExternalFailure> failure_of(const CommandResult& result,
                                          const CommandLimits& limits) {
  using Kind = ExternalFailure::Kind;
  const std::string words = last_words(result.errors);
  switch (result.end) {
    case CommandResult::End::exited:
      if (result.code == 0) return std::nullopt;
      if (result.code == kRefused) return ExternalFailure{Kind::refused, "refused" + words, {}};
      return ExternalFailure{
          Kind::failed, fmt::format("failed: exit status {}{}", result.code, words), {}};
    case CommandResult::End::signalled:
      return ExternalFailure{
          Kind::crashed,
          fmt::format("crashed: signal {} ({}){}", result.code, strsignal(result.code), words),
          {}};
    case CommandResult::End::out_of_time:
      return ExternalFailure{
          Kind::hung, fmt::format("hung: no answer in {} ms", limits.time.count()), {}};
    case CommandResult::End::too_much_output:
      return ExternalFailure{
          Kind::flooded,
          fmt::format("flooded: more than {} bytes of output", limits.output_bytes),
          {}};
    case CommandResult::End::not_started:
      return ExternalFailure{Kind::not_started, "not started: " + result.errors, {}};
  }
  __builtin_unreachable();
}

ExternalFailure failure_of(StreamsError error) {
  const std::string first =
      error.diagnostics.empty() ? "" : ": " + error.diagnostics.front().message;
  switch (error.kind) {
    case StreamsError::Kind::bad_input:
      return {ExternalFailure::Kind::garbage, "wrote garbage" + first,
              std::move(error.diagnostics)};
    case StreamsError::Kind::malformed:
      return {ExternalFailure::Kind::malformed, "malformed" + first, std::move(error.diagnostics)};
  }
  __builtin_unreachable();
}

}  // namespace

std::string_view name(ExternalFailure::Kind kind) {
  switch (kind) {
    case ExternalFailure::Kind::refused:
      return "refused";
    case ExternalFailure::Kind::failed:
      return "failed";
    case ExternalFailure::Kind::crashed:
      return "crashed";
    case ExternalFailure::Kind::hung:
      return "hung";
    case ExternalFailure::Kind::flooded:
      return "flooded";
    case ExternalFailure::Kind::garbage:
      return "garbage";
    case ExternalFailure::Kind::malformed:
      return "malformed";
    case ExternalFailure::Kind::not_started:
      return "not_started";
  }
  __builtin_unreachable();
}

std::expected<Streams, ExternalFailure> answer_of(const CommandResult& result,
                                                  const CommandLimits& limits,
                                                  const Program& program) {
  if (auto failure = failure_of(result, limits)) return std::unexpected(*std::move(failure));
  auto streams = parse_streams(result.output, program, "<command>");
  if (!streams) return std::unexpected(failure_of(std::move(streams).error()));
  return *std::move(streams);
}

std::expected<Streams, ExternalFailure> ExternalCommand::synchronize(const Program& program) const {
  return answer_of(run_command(command_, print(program), limits_), limits_, program);
}

}  // namespace tidemark
