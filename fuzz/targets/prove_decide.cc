// What is proved for all inputs is exact for those of the case and for others that are
// drawn; the streams are those of the case, or else of `dynamic`.
#include <fmt/format.h>

#include "checker/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "fuzz/targets/counter.h"
#include "fuzz/targets/finding.h"
#include "fuzz/targets/subject.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kRuns = 12;
constexpr CheckOptions kQuick = {.limits = {.instances = 2'000, .steps = 20'000},
                                 .shrink_tries = 0,
                                 .explore = {.states = 3'000, .seconds = 5, .bytes = 64 << 20}};

Counters counters("prove_decide", {"inputs", "asked", "proved"});

// A second of a build with sanitizers, in which Z3's allocations take five times as long.
UnboundedOptions quick() {
  UnboundedOptions options;
  options.walk.steps = 1'000;
  options.places = 400;
  options.solver.all_steps = 30'000;
  options.solver.memory_mb = 400;
  return options;
}

std::optional<Streams> streams_of(const FuzzSubject& subject) {
  const auto text = split_case(subject.text).streams;
  if (!text) return synchronize(subject.program).streams;
  auto streams = parse_streams(*text, subject.program);
  if (!streams) return std::nullopt;
  return *std::move(streams);
}

void fuzz(std::string_view text) {
  counters.add(0);
  const auto subject = subject_of(text);
  if (!subject) return;
  const auto streams = streams_of(*subject);
  if (!streams) return;
  counters.add(1);
  if (!prove_unbounded(subject->program, *streams, quick()).is_proved) return;
  counters.add(2);
  const auto checked = check_runs(subject->program, *streams, subject->inputs, kRuns, kQuick);
  if (checked && checked->report.verdict < Verdict::unknown)
    report_finding(fmt::format("proved, but {} at {}", name(checked->report.verdict),
                               checked->report.inputs.flags(subject->program)),
                   text);
}

}  // namespace
}  // namespace tidemark

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  tidemark::fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
