// Every synchronizer, decided by the clocks and by visiting every state, which must agree;
// and what each promises: `dynamic` is exact, `barrier` and `serial` are safe and end.
#include <fmt/format.h>

#include "core/sync/synchronizer.h"
#include "core/text/print.h"
#include "fuzz/targets/counter.h"
#include "fuzz/targets/finding.h"
#include "fuzz/targets/subject.h"

namespace tidemark {
namespace {

Counters counters("sync_decide",
                  {"inputs", "decided", "of them by the exhaustive mode to the end"});

bool is_promised(std::string_view synchronizer, Verdict verdict) {
  if (verdict == Verdict::unknown || synchronizer == "none") return verdict != Verdict::malformed;
  if (synchronizer == "dynamic") return verdict == Verdict::exact;
  return verdict == Verdict::exact || verdict == Verdict::overwaits;
}

void fuzz(std::string_view text) {
  counters.add(0);
  const auto subject = subject_of(text);
  if (!subject) return;
  counters.add(1);
  bool visited_all = true;
  for (const std::string_view synchronizer : synchronizer_names()) {
    const Synchronized made = find_synchronizer(synchronizer)->synchronize(subject->program);
    const Agreed agreed = decide_by_all(*subject, made.streams, synchronizer);
    // Of `none` all states are those up to the first that is unsafe.
    visited_all &= agreed.visited_all || agreed.verdict == Verdict::unsafe;
    if (made.notes.empty() && !is_promised(synchronizer, agreed.verdict))
      report_finding(fmt::format("{} is {}\n{}", synchronizer, name(agreed.verdict),
                                 print(made.streams, subject->program)),
                     text);
  }
  if (visited_all) counters.add(2);
}

}  // namespace
}  // namespace tidemark

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  tidemark::fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
