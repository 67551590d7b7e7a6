#include "fuzz/mutants/deciders.h"

#include "checker/clocks.h"
#include "checker/explore/exhaustive.h"
#include "core/ir/match.h"
#include "gen/run_list.h"

namespace tidemark::mutants {

std::optional<Verdict> ask_clocks(const Program& program, const Cells& cells,
                                  const Streams& streams, const Inputs& inputs,
                                  const Reach& reach) {
  if (!mismatches(program, streams, 1).empty()) return Verdict::malformed;
  const RunLimits limits{.instances = reach.instances, .steps = 20 * reach.instances};
  const auto result = decide_by_clocks(program, cells, streams, inputs, limits);
  if (!result || result->verdict == Verdict::unknown) return std::nullopt;
  return result->verdict;
}

std::optional<Verdict> ask_explorer(const Program& program, const Streams& streams,
                                    const Inputs& inputs, const Reach& reach) {
  if (!mismatches(program, streams, 1).empty()) return Verdict::malformed;
  if (list_run(program, inputs, reach.explored_instances + 1).size() > reach.explored_instances)
    return std::nullopt;
  const auto lines = make_lines(program, streams, inputs, {.instances = 1'000, .steps = 20'000});
  if (!lines && lines.error().kind == RunError::Kind::malformed) return Verdict::malformed;
  if (!lines) return std::nullopt;
  Tracks tracks(program, *lines);
  mark_prompt_steps(tracks);
  ExploreOptions options;
  options.limits.states = reach.explored_states;
  const ExploreResult result = explore(tracks, options);
  // What was found before a limit need not be the verdict that comes first.
  if (!result.reason.empty()) return std::nullopt;
  return result.verdict;
}

bool finds(std::optional<Verdict> verdict, Verdict tolerated) {
  return verdict && *verdict < Verdict::unknown && *verdict != tolerated;
}

}  // namespace tidemark::mutants
