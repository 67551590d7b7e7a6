#include "checker/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/draw_witness.h"
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

struct Subject {
  const Program& program;
  const Cells& cells;
  const Streams& streams;
};

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

CheckReport with_witness(const Subject& subject, Found found, const CheckOptions& options) {
  CheckReport report = report_of(found.inputs, found.result);
  if (!has_witness(report.verdict)) return report;
  const Found small = shrink_inputs(subject.program, subject.cells, subject.streams,
                                    std::move(found), options.shrink_tries);
  std::expected<Witness, RunError> witness =
      make_witness(subject.program, subject.streams, small.inputs, small.result);
  if (witness)
    report.witness = *std::move(witness);
  else
    report.reason = fmt::format("no schedule is shown: {}", witness.error().message);
  return report;
}

}  // namespace

std::expected<CheckReport, RunError> check(const Program& program, const Streams& streams,
                                           const Inputs& inputs, const CheckOptions& options) {
  if (const auto mismatch = first_mismatch(program, streams)) return malformed(inputs, *mismatch);
  const Cells cells(program);
  auto result = decide_by_clocks(program, cells, streams, inputs, options.limits);
  if (!result) return std::unexpected(result.error());
  return with_witness({program, cells, streams}, {inputs, *std::move(result)}, options);
}

std::expected<RunsReport, RunError> check_runs(const Program& program, const Streams& streams,
                                               const Inputs& inputs, std::uint64_t runs,
                                               const CheckOptions& options) {
  if (const auto mismatch = first_mismatch(program, streams))
    return RunsReport{.report = malformed(inputs, *mismatch)};
  const Cells cells(program);
  RunsReport all{.report = report_of(inputs, {})};
  std::optional<Found> first;  // with the verdict that is named first
  const std::uint64_t most_draws = 10 * runs + 100;
  for (std::uint64_t draw = 0; all.runs < runs; ++draw) {
    Inputs drawn = draw == 0 ? inputs : inputs.redrawn(program, inputs.seed() + draw);
    auto result = decide_by_clocks(program, cells, streams, drawn, options.limits);
    if (!result) {
      ++all.redrawn;
      if (draw + 1 < most_draws) continue;
      if (all.runs == 0) return std::unexpected(result.error());
      break;
    }
    ++all.runs;
    all.instances += result->instances;
    ++all.verdicts[static_cast<std::size_t>(result->verdict)];
    if (!first || result->verdict < first->result.verdict)
      first = {std::move(drawn), *std::move(result)};
  }
  if (first) all.report = with_witness({program, cells, streams}, *std::move(first), options);
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
