#include "checker/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/draw_witness.h"
#include "checker/explore/explored_witness.h"
#include "checker/smaller_inputs.h"
#include "core/ir/match.h"

namespace tidemark {
namespace {

// "1,234,567"
std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string plural(std::uint64_t number, const char* noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::optional<std::string> first_mismatch(const Program& program, const Streams& streams) {
  const std::vector<Mismatch> found = mismatches(program, streams, 1);
  if (found.empty()) return std::nullopt;
  const std::uint32_t line = found.front().line.number;
  return line == 0 ? found.front().message
                   : fmt::format("line {}: {}", line, found.front().message);
}

CheckReport report_of(const Inputs& inputs, ClocksResult result) {
  return {.verdict = result.verdict,
          .reason = std::move(result.reason),
          .inputs = inputs,
          .instances = result.instances,
          .necessary_waits = result.necessary_waits,
          .costs = result.costs,
          .explored = {},
          .witness = {}};
}

CheckReport malformed(const Inputs& inputs, std::string reason) {
  CheckReport report = report_of(inputs, {});
  report.verdict = Verdict::malformed;
  report.reason = std::move(reason);
  return report;
}

bool has_witness(Verdict verdict) {
  switch (verdict) {
    case Verdict::unsafe:
    case Verdict::deadlocks:
    case Verdict::overwaits:
      return true;
    case Verdict::malformed:
    case Verdict::unknown:
    case Verdict::exact:
      return false;
  }
  __builtin_unreachable();
}

CheckReport with_witness(Compiled& subject, const Found& found, const CheckOptions& options) {
  CheckReport report = report_of(found.inputs, found.result);
  if (!has_witness(report.verdict)) return report;
  const Found small = shrink_inputs(subject, found, options.shrink_tries);
  std::expected<Witness, RunError> witness =
      make_witness(subject.program, subject.streams, small.inputs, small.result);
  if (witness)
    report.witness = *std::move(witness);
  else
    report.reason = fmt::format("no schedule is shown: {}", witness.error().message);
  return report;
}

// What the clocks did not decide, by visiting every state; a witness where there is one.
void explore_states(Compiled& subject, const CheckOptions& options, CheckReport& report) {
  const auto lines = make_lines(subject, report.inputs);
  if (!lines) {
    if (lines.error().kind == RunError::Kind::malformed) report.verdict = Verdict::malformed;
    report.reason = lines.error().message;
    return;
  }
  Tracks tracks(subject.program, *lines);
  mark_prompt_steps(tracks);
  const ExploreResult result = explore(tracks, {.limits = options.explore, .progress = {}});
  report.verdict = result.verdict;
  report.explored = result.figures;
  report.reason =
      result.verdict == Verdict::unknown ? fmt::format("{}; {}", report.reason, result.reason) : "";
  if (!result.found) return;
  auto witness =
      make_explored_witness(tracks, report.inputs, *result.found, nullptr, options.witness_states);
  if (witness)
    report.witness = *std::move(witness);
  else
    report.reason = witness.error();
}

// Decided, with no witness yet where the clocks found something.
struct Decided {
  Found found;
  std::optional<CheckReport> report;  // where the clocks did not decide
  Verdict verdict() const { return report ? report->verdict : found.result.verdict; }
};

std::expected<Decided, RunError> decide(Compiled& subject, const Inputs& inputs,
                                        const CheckOptions& options) {
  auto result = decide_by_clocks(subject, inputs, options.limits);
  if (!result) return std::unexpected(result.error());
  Decided decided{{inputs, *std::move(result)}, {}};
  if (!decided.found.result.is_outside) return decided;
  if (decided.found.result.verdict != Verdict::unknown) return decided;
  decided.report = report_of(inputs, decided.found.result);
  explore_states(subject, options, *decided.report);
  return decided;
}

CheckReport finished(Compiled& subject, Decided decided, const CheckOptions& options) {
  if (decided.report) return *std::move(decided.report);
  return with_witness(subject, decided.found, options);
}

}  // namespace

std::expected<CheckReport, RunError> check(const Program& program, const Streams& streams,
                                           const Inputs& inputs, const CheckOptions& options) {
  if (const auto mismatch = first_mismatch(program, streams)) return malformed(inputs, *mismatch);
  const Cells cells(program);
  Compiled subject(program, cells, streams);
  auto decided = decide(subject, inputs, options);
  if (!decided) return std::unexpected(decided.error());
  return finished(subject, *std::move(decided), options);
}

std::expected<RunsReport, RunError> check_runs(const Program& program, const Streams& streams,
                                               const Inputs& inputs, std::uint64_t runs,
                                               const CheckOptions& options) {
  if (const auto mismatch = first_mismatch(program, streams))
    return RunsReport{.report = malformed(inputs, *mismatch)};
  const Cells cells(program);
  RunsReport all{.report = report_of(inputs, {})};
  Compiled subject(program, cells, streams);
  std::optional<Decided> first;  // with the verdict that is named first
  const std::uint64_t most_draws = 10 * runs + 100;
  for (std::uint64_t draw = 0; all.runs < runs; ++draw) {
    const Inputs drawn = draw == 0 ? inputs : inputs.redrawn(program, inputs.seed() + draw);
    auto result = decide(subject, drawn, options);
    if (!result) {
      ++all.redrawn;
      if (draw + 1 < most_draws) continue;
      if (all.runs == 0) return std::unexpected(result.error());
      break;
    }
    ++all.runs;
    all.instances += result->found.result.instances;
    ++all.verdicts[static_cast<std::size_t>(result->verdict())];
    if (!first || result->verdict() < first->verdict()) first = *std::move(result);
  }
  if (first) all.report = finished(subject, *std::move(first), options);
  return all;
}

std::string summary(const CheckReport& report, const Program& program) {
  if (report.witness) return headline(*report.witness, program);
  const std::string verdict(name(report.verdict));
  if (!report.reason.empty()) return fmt::format("{}: {}", verdict, report.reason);
  return fmt::format("{}: all schedules of {} for these inputs", verdict,
                     plural(report.instances, "instance"));
}

std::string summary(const RunsReport& report, const Program& program) {
  const std::string redrawn =
      report.redrawn == 0
          ? ""
          : fmt::format("; {} redrawn, whose run has an error", plural(report.redrawn, "input"));
  if (report.report.verdict == Verdict::exact)
    return fmt::format("exact: all schedules of {} in {} with drawn inputs{}",
                       plural(report.instances, "instance"), plural(report.runs, "run"), redrawn);
  if (report.runs == 0) return summary(report.report, program);
  const std::uint64_t same = report.verdicts[static_cast<std::size_t>(report.report.verdict)];
  return fmt::format("{} ({} of {}{})", summary(report.report, program), grouped(same),
                     plural(report.runs, "run"), redrawn);
}

}  // namespace tidemark
