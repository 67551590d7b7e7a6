#include "fuzz/campaign/finding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "core/run/hash.h"
#include "core/text/print.h"
#include "gen/program_size.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostInstances = 100'000;

// How often the run reads each buffer for control.
Table<BufferId, std::uint64_t> loads_of(const Program& program, const Inputs& inputs) {
  Table<BufferId, std::uint64_t> reads(program.buffers.size());
  const Cells cells(program);
  SequentialRun run(program, cells, inputs, {.instances = kMostInstances});
  while (const Instance* instance = run.next())
    if (instance->is_read) ++reads[load_of(program.controls[instance->control])->buffer];
  const std::uint64_t engines = participants(program).size();
  for (std::uint64_t& count : reads) count = engines == 0 ? 0 : count / engines;
  return reads;
}

// The same inputs with every value written out, whatever the seed and range.
Inputs given(const Program& program, const Inputs& inputs) {
  Inputs result(program);
  for (const ParamId param : program.params.ids()) result.set(param, inputs.param(param));
  const auto loads = loads_of(program, inputs);
  for (const BufferId buffer : program.buffers.ids()) {
    std::vector<std::int64_t> values;
    for (std::uint64_t i = 0; i < loads[buffer]; ++i) values.push_back(inputs.load(buffer, i));
    if (!values.empty()) result.set_loads(buffer, std::move(values));
  }
  return result;
}

std::string input_lines(const CampaignFinding& finding) {
  std::string lines;
  for (const ParamId param : finding.program.params.ids())
    lines += fmt::format("# set: {}={}\n", finding.program.params[param].name,
                         finding.inputs.param(param));
  for (const BufferId buffer : finding.program.buffers.ids())
    if (const auto& values = finding.inputs.given_loads(buffer); !values.empty())
      lines += fmt::format("# load: {}={}\n", finding.program.buffers[buffer].name,
                           fmt::join(values, ","));
  return lines;
}

// Fills in what the shrunk program shows, and for which inputs.
void explain(const Trial& small, const StreamsMaker& maker, std::uint64_t runs,
             CampaignFinding& finding) {
  const auto streams = maker(small.program);
  if (!streams) {
    finding.summary = streams.error().reason;
    return;
  }
  const auto checked = check_runs(small.program, *streams, small.inputs(), runs);
  if (!checked) return;
  const CheckReport& report = checked->report;
  finding.inputs = given(small.program, report.witness ? report.witness->inputs : report.inputs);
  finding.summary = summary(report, small.program);
}

}  // namespace

CampaignFinding shrink_finding(const Trial& failing, const StreamsMaker& maker,
                               const Judgement& judgement, const ShrinkPlan& plan) {
  Trial small = failing;
  const auto is_interrupted = [&] { return plan.interrupted && plan.interrupted(); };
  const auto fails = [&](const Program& program) {
    if (is_interrupted()) return false;
    small.program = program;
    return is_alike(judge(small, maker, plan.runs), judgement);
  };
  Shrunk shrunk = shrink(failing.program, fails, plan.limits);
  small.program = shrunk.program;
  CampaignFinding finding{.program = std::move(shrunk.program),
                          .inputs = small.inputs(),
                          .verdict = judgement.verdict,
                          .how = judgement.no_streams ? judgement.no_streams->how : "",
                          .summary = judgement.reason,
                          .number = failing.number,
                          .statements = statement_count(failing.program),
                          .shrink_calls = shrunk.calls};
  // A command that gave no streams may take its time to fail again: nobody waits for that now.
  if (!judgement.no_streams || !is_interrupted()) explain(small, maker, plan.runs, finding);
  return finding;
}

std::string corpus_text(const CampaignFinding& finding, const std::string& synchronizer,
                        const std::string& from) {
  return fmt::format(
      "# A program whose streams by {} are not as asked.\n# expect: {} {}\n{}"
      "# why: {}\n# from: {}\n{}",
      synchronizer, synchronizer, name(finding.verdict), input_lines(finding), finding.summary,
      from, print(finding.program));
}

std::string corpus_name(const CampaignFinding& finding, const std::string& synchronizer) {
  std::uint64_t hash = 0;
  for (const char c : print(finding.program)) hash = mix(hash ^ static_cast<unsigned char>(c));
  return fmt::format("{}_{}_{:08x}.tm", synchronizer,
                     finding.how.empty() ? name(finding.verdict) : finding.how, hash >> 32);
}

}  // namespace tidemark
