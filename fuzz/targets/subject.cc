#include "fuzz/targets/subject.h"

#include <fmt/format.h>

#include "checker/clocks.h"
#include "checker/explore/exhaustive.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "fuzz/targets/finding.h"

namespace tidemark {
namespace {

constexpr std::size_t kMostBytes = 4'096;
constexpr ProgramLimits kSmallProgram = {
    .nesting = 12, .engines = 8, .statements = 60, .slots = 64, .cells = 256};
constexpr RunLimits kSmallRun = {.instances = 120, .steps = 2'000};
constexpr ExploreLimits kFewStates = {.states = 1'000, .seconds = 5, .bytes = 64 << 20};

struct Explored {
  Verdict verdict = Verdict::unknown;
  bool visited_all = false;
};

Explored explore_all(Compiled& compiled, const Inputs& inputs) {
  const auto lines = make_lines(compiled, inputs, kSmallRun);
  if (!lines) {
    const bool malformed = lines.error().kind == RunError::Kind::malformed;
    return {malformed ? Verdict::malformed : Verdict::unknown, malformed};
  }
  Tracks tracks(compiled.program, *lines);
  mark_prompt_steps(tracks);
  const ExploreResult result = explore(tracks, {.limits = kFewStates, .progress = {}});
  // Unsafe ends the search: what was found is true, whatever is left.
  const bool whole = result.reason.empty() && result.verdict != Verdict::unsafe;
  if (!result.reason.empty() && result.verdict != Verdict::unsafe) return {};
  return {result.verdict, whole};
}

}  // namespace

std::optional<FuzzSubject> subject_of(std::string_view text) {
  if (text.size() > kMostBytes) return std::nullopt;
  const FuzzCase split = split_case(text);
  auto program = parse_program(split.program, "case", kSmallProgram);
  if (!program) return std::nullopt;
  const auto header = parse_corpus_header(split.program, "case");
  if (!header) return std::nullopt;
  auto inputs = inputs_of(*header, *program, 0);
  if (!inputs) return std::nullopt;
  if (!is_short_run(*program, *inputs, kSmallRun)) return std::nullopt;
  Cells cells(*program);
  return FuzzSubject{text, *std::move(program), std::move(cells), *std::move(inputs)};
}

Agreed decide_by_all(const FuzzSubject& subject, const Streams& streams, std::string_view what) {
  Compiled compiled(subject.program, subject.cells, streams);
  const auto clocks = decide_by_clocks(compiled, subject.inputs, kSmallRun);
  const Explored explored = explore_all(compiled, subject.inputs);
  const Verdict by_clocks = clocks ? clocks->verdict : Verdict::unknown;
  if (by_clocks == Verdict::unknown) return {explored.verdict, explored.visited_all};
  if (explored.verdict != Verdict::unknown && explored.verdict != by_clocks)
    report_finding(fmt::format("{}: {} by clocks, {} by all states\n{}", what, name(by_clocks),
                               name(explored.verdict), print(streams, subject.program)),
                   subject.text);
  return {by_clocks, explored.visited_all};
}

}  // namespace tidemark
