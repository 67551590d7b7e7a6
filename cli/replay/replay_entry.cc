#include "cli/replay/replay_entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "checker/clocks.h"
#include "checker/explore/exhaustive.h"
#include "core/ir/match.h"
#include "oracle/unbounded.h"

namespace tidemark {
namespace {

constexpr RunLimits kRunLimits = {.instances = 200'000, .steps = 2'000'000};
constexpr std::uint64_t kMostExplored = 40;  // instances
constexpr ExploreLimits kExploreLimits = {
    .states = 300'000, .seconds = 600, .bytes = std::uint64_t{512} << 20};

class Replaying {
 public:
  Replaying(const CorpusEntry& entry, const ReplayOptions& options)
      : entry_(entry), options_(options), cells_(entry.program) {}

  Replayed run() && {
    const auto begin = std::chrono::steady_clock::now();
    const auto inputs = inputs_of(entry_);
    if (!inputs)
      fail(inputs.error());
    else
      for (const CorpusSubject& subject : entry_.subjects) decide(subject, *inputs);
    result_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(result_);
  }

 private:
  void decide(const CorpusSubject& subject, const std::vector<Inputs>& inputs) {
    if (const auto malformed = malformed_by_text(subject))
      return expect(subject, Verdict::malformed, *malformed);
    Verdict verdict = Verdict::exact;
    std::uint64_t with_verdict = 0;
    for (const Inputs& each : inputs)
      if (const auto one = decide(subject, each)) {
        verdict = std::min(verdict, *one);
        ++with_verdict;
      }
    if (with_verdict == 0) return fail(subject.name + ": no inputs have a verdict");
    expect(subject, verdict, fmt::format("{} runs", with_verdict));
    if (options_.proof_seconds > 0) prove(subject);
  }

  std::optional<std::string> malformed_by_text(const CorpusSubject& subject) const {
    if (!subject.malformed.empty()) return subject.malformed;
    const auto found = mismatches(entry_.program, subject.streams, 1);
    if (found.empty()) return std::nullopt;
    return found.front().message;
  }

  // The verdict for these inputs; nullopt where they have none.
  std::optional<Verdict> decide(const CorpusSubject& subject, const Inputs& inputs) {
    const auto clocks =
        decide_by_clocks(entry_.program, cells_, subject.streams, inputs, kRunLimits);
    if (!clocks) return std::nullopt;
    ++result_.by_clocks;
    if (clocks->verdict == Verdict::unknown) note_unknown("clocks", subject, clocks->reason);
    const bool is_long = clocks->instances > kMostExplored;
    if (is_long && clocks->verdict != Verdict::unknown) return clocks->verdict;
    const Verdict states = decide_by_states(subject, inputs);
    if (states == Verdict::unknown) return clocks->verdict;
    if (clocks->verdict != Verdict::unknown && clocks->verdict != states)
      fail(fmt::format("{}: {} by clocks, {} by all states, {}", subject.name,
                       name(clocks->verdict), name(states), inputs.flags(entry_.program)));
    return states;
  }

  Verdict decide_by_states(const CorpusSubject& subject, const Inputs& inputs) {
    const auto lines = make_lines(entry_.program, subject.streams, inputs);
    if (!lines && lines.error().kind == RunError::Kind::malformed) return Verdict::malformed;
    if (!lines) return note_unknown("states", subject, lines.error().message);
    Tracks tracks(entry_.program, *lines);
    mark_prompt_steps(tracks);
    const ExploreResult result = explore(tracks, {.limits = kExploreLimits, .progress = {}});
    if (!result.reason.empty()) return note_unknown("states", subject, result.reason);
    ++result_.by_states;
    return result.verdict;
  }

  void prove(const CorpusSubject& subject) {
    const bool exact = subject.expected == std::vector<std::string>{"exact"};
    UnboundedOptions options;
    options.walk.deadline =
        std::chrono::steady_clock::now() +
        std::chrono::milliseconds(static_cast<std::int64_t>(1'000 * options_.proof_seconds));
    const UnboundedResult result = prove_unbounded(entry_.program, subject.streams, options);
    ++result_.proofs;
    if (result.is_proved && !is_expected(subject, Verdict::exact))
      fail(subject.name + ": proved exact for all inputs");
    if (!result.is_proved && exact) note_unknown("proof", subject, result.reason);
  }

  Verdict note_unknown(std::string_view decider, const CorpusSubject& subject,
                       const std::string& reason) {
    if (std::ranges::find(entry_.header.unknown_to, decider) != entry_.header.unknown_to.end())
      ++result_.unknown;
    else
      fail(fmt::format("{}: unknown to {}, which the head does not announce: {}", subject.name,
                       decider, reason));
    return Verdict::unknown;
  }

  static bool is_expected(const CorpusSubject& subject, Verdict verdict) {
    return subject.expected.empty() ||
           std::ranges::find(subject.expected, name(verdict)) != subject.expected.end();
  }

  void expect(const CorpusSubject& subject, Verdict verdict, const std::string& what) {
    if (!is_expected(subject, verdict))
      fail(fmt::format("{}: {}, not {} ({})", subject.name, name(verdict),
                       fmt::join(subject.expected, " or "), what));
  }

  void fail(std::string failure) { result_.failures.push_back(std::move(failure)); }

  const CorpusEntry& entry_;
  const ReplayOptions& options_;
  Cells cells_;
  Replayed result_;
};

}  // namespace

Replayed replay_entry(const CorpusEntry& entry, const ReplayOptions& options) {
  return Replaying(entry, options).run();
}

}  // namespace tidemark
