// Any streams against a program: the deciders agree, and what `check` finds has a witness
// that replays (a CHECK of ours holds that) and can be drawn.
#include <fmt/format.h>

#include "checker/check.h"
#include "checker/draw_witness.h"
#include "core/text/parse.h"
#include "fuzz/targets/counter.h"
#include "fuzz/targets/finding.h"
#include "fuzz/targets/subject.h"

namespace tidemark {
namespace {

constexpr CheckOptions kQuick = {.limits = {.instances = 120, .steps = 2'000},
                                 .shrink_tries = 10,
                                 .explore = {.states = 3'000, .seconds = 5, .bytes = 64 << 20},
                                 .witness_states = 30'000};

constexpr const char* kAgain = "how to see it again";

Counters counters("streams", {"inputs", "decided", "of them not exact"});

bool wants_witness(Verdict verdict) {
  return verdict == Verdict::unsafe || verdict == Verdict::deadlocks ||
         verdict == Verdict::overwaits;
}

void fuzz(std::string_view text) {
  counters.add(0);
  const auto subject = subject_of(text);
  if (!subject) return;
  const auto streams_text = split_case(text).streams;
  if (!streams_text) return;
  const auto streams = parse_streams(*streams_text, subject->program);
  if (!streams) return;
  const Agreed agreed = decide_by_all(*subject, *streams, "streams");
  if (agreed.verdict == Verdict::unknown) return;
  counters.add(1);
  if (agreed.verdict == Verdict::exact) return;
  counters.add(2);
  const auto report = check(subject->program, *streams, subject->inputs, kQuick);
  if (!report || report->verdict != agreed.verdict)
    report_finding(fmt::format("check says {}, the deciders {}",
                               report ? name(report->verdict) : "nothing", name(agreed.verdict)),
                   text);
  if (!wants_witness(report->verdict)) return;
  if (!report->witness) report_finding("a finding without a witness: " + report->reason, text);
  const std::string said = headline(*report->witness, subject->program);
  const std::string drawn = draw(*report->witness, subject->program, *streams, kAgain);
  if (!said.starts_with(name(report->verdict)) || !drawn.contains(kAgain))
    report_finding(fmt::format("a witness that is not drawn:\n{}\n{}", said, drawn), text);
}

}  // namespace
}  // namespace tidemark

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  tidemark::fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
