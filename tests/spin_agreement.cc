// SPIN's answers beside ours: `spin_agreement N` draws N random small programs with streams,
// sound and broken, exports each, and asks SPIN apart whether an assertion is violated
// (unsafe) and, of safe streams, whether there is an invalid end state (deadlocks).
#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "checker/explore/exhaustive.h"
#include "checker/export/promela.h"
#include "core/ir/match.h"
#include "core/text/print.h"
#include "gen/disturb_streams.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"
#include "tests/mark.h"
#include "tests/spin.h"
#include "tests/verdict_shares.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostInstances = 14;

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t differences = 0;
  VerdictCounts verdicts;
};

enum class Answer : std::uint8_t { no_model, no_end, unsafe, deadlocks, neither };

std::string_view name(Answer answer) {
  switch (answer) {
    case Answer::no_model:
      return "takes no such model";
    case Answer::no_end:
      return "did not end";
    case Answer::unsafe:
      return "unsafe";
    case Answer::deadlocks:
      return "deadlocks";
    case Answer::neither:
      return "neither unsafe nor deadlocks";
  }
  std::unreachable();
}

// The two questions, asked apart.
Answer ask(Spin& spin, const std::string& model) {
  if (!spin.load(model, "-O0 -DNOREDUCE")) return Answer::no_model;
  const auto assertions = spin.search("-E -m100000");
  if (!assertions) return Answer::no_end;
  if (assertions->has_errors) return Answer::unsafe;
  const auto ends = spin.search("-A -m100000");
  if (!ends) return Answer::no_end;
  return ends->has_errors ? Answer::deadlocks : Answer::neither;
}

std::optional<Answer> expected(Verdict verdict) {
  switch (verdict) {
    case Verdict::unsafe:
      return Answer::unsafe;
    case Verdict::deadlocks:
      return Answer::deadlocks;
    case Verdict::overwaits:
    case Verdict::exact:
      return Answer::neither;
    case Verdict::malformed:
    case Verdict::unknown:
      return std::nullopt;
  }
  std::unreachable();
}

void compare(std::uint64_t seed, Spin& spin, Tally& tally) {
  Random random(seed);
  const Program program = random_program(
      seed, {.engines = random.between(2, 4), .statements = random.between(3, 8), .nesting = 2});
  const Inputs inputs(program, seed, {0, 3});
  const auto size = list_run(program, inputs, kMostInstances + 1).size();
  if (size < 3 || size > kMostInstances) return;
  Streams streams = random_streams(program, inputs, random);
  for (std::uint64_t i = random.below(3); i > 0; --i)
    mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
  for (std::uint64_t i = random.below(3); i > 0; --i) disturb(streams, random);
  const auto lines = make_lines(program, streams, inputs);
  if (!lines || !mismatches(program, streams, 1).empty()) return;
  const auto model = to_promela(program, *lines);
  if (!model) return;
  Tracks tracks(program, *lines);
  mark_prompt_steps(tracks);
  const Verdict ours = explore(tracks).verdict;
  ++tally.programs;
  ++tally.verdicts[ours];
  const Answer answer = ask(spin, *model);
  if (answer == expected(ours)) return;
  ++tally.differences;
  fmt::print("ours: {}, SPIN: {}\n{}\n{}\n{}\n", name(ours), name(answer), inputs.flags(program),
             print(program), print(streams, program));
}

int run(std::uint64_t programs) {
  Spin spin;
  Tally tally;
  for (std::uint64_t seed = 0; tally.programs < programs; ++seed) compare(seed, spin, tally);
  print_counts(tally.verdicts);
  Marks marks;
  marks.at_least("programs that SPIN was asked about", static_cast<double>(tally.programs),
                 static_cast<double>(programs));
  marks.at_most("differences from SPIN in 'unsafe' and 'deadlocks'",
                static_cast<double>(tally.differences), 0);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  return tidemark::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 6);
}
