// Every synchronizer, decided by the clocks and by visiting every state, which must agree;
// and what each promises: `dynamic` is exact, `barrier` and `serial` are safe and end.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

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

struct Decided {
  Streams streams;
  Agreed agreed;
};

// Of small programs several synchronizers often make the same, which is decided once.
const Decided& decide(const FuzzSubject& subject, Streams streams, std::string_view synchronizer,
                      std::deque<Decided>& decided) {
  const auto known = std::ranges::find(decided, streams, &Decided::streams);
  if (known != decided.end()) return *known;
  const Agreed agreed = decide_by_all(subject, streams, synchronizer);
  return decided.emplace_back(std::move(streams), agreed);
}

void fuzz(std::string_view text) {
  counters.add(0);
  const auto subject = subject_of(text);
  if (!subject) return;
  counters.add(1);
  bool visited_all = true;
  std::deque<Decided> decided;
  const std::vector<std::string_view> names = synchronizer_names();
  std::vector<Synchronized> all = synchronize_by_all(subject->program);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string_view synchronizer = names[i];
    const auto& [streams, agreed] =
        decide(*subject, std::move(all[i].streams), synchronizer, decided);
    // Of `none` all states are those up to the first that is unsafe.
    visited_all &= agreed.visited_all || agreed.verdict == Verdict::unsafe;
    if (all[i].notes.empty() && !is_promised(synchronizer, agreed.verdict))
      report_finding(fmt::format("{} is {}\n{}", synchronizer, name(agreed.verdict),
                                 print(streams, subject->program)),
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
