// What the texts, the synchronizers and the deciders owe each other on every program.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "checker/clocks.h"
#include "checker/explore/exhaustive.h"
#include "core/ir/match.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "fuzz/properties/property.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kDraws = 3;           // of inputs
constexpr std::uint64_t kMostInstances = 14;  // of a run whose states are visited
constexpr std::uint64_t kMostStates = 20'000;

// Absent: these inputs have no verdict, or clocks do not decide.
std::optional<Verdict> by_clocks(const Program& program, const Streams& streams,
                                 const Inputs& inputs) {
  if (!mismatches(program, streams, 1).empty()) return Verdict::malformed;
  const auto result = decide_by_clocks(program, Cells(program), streams, inputs,
                                       {.instances = 20'000, .steps = 400'000});
  if (!result || result->verdict == Verdict::unknown) return std::nullopt;
  return result->verdict;
}

std::optional<Verdict> by_states(const Program& program, const Streams& streams,
                                 const Inputs& inputs) {
  if (!mismatches(program, streams, 1).empty()) return Verdict::malformed;
  if (list_run(program, inputs, kMostInstances + 1).size() > kMostInstances) return std::nullopt;
  const auto lines = make_lines(program, streams, inputs);
  if (!lines) return std::nullopt;
  Tracks tracks(program, *lines);
  mark_prompt_steps(tracks);
  ExploreOptions options;
  options.limits.states = kMostStates;
  const ExploreResult result = explore(tracks, options);
  if (!result.reason.empty()) return std::nullopt;
  return result.verdict;
}

std::string told(const Program& program, const Streams& streams, const Inputs& inputs,
                 Verdict verdict) {
  return fmt::format("{} for {}\n{}", name(verdict), inputs.flags(program),
                     print(streams, program));
}

TEST(Property, ParsingWhatIsPrintedGivesTheSame) {
  expect_property("parse and print",
                  [](const Program& program, std::uint64_t) -> std::optional<std::string> {
                    const auto again = parse_program(print(program));
                    if (!again || *again != program) return "the program is another one";
                    for (const std::string_view name : synchronizer_names()) {
                      const Streams streams = find_synchronizer(name)->synchronize(program).streams;
                      const auto parsed = parse_streams(print(streams, program), program);
                      if (!parsed || *parsed != streams)
                        return fmt::format("the streams of {} are others", name);
                    }
                    return std::nullopt;
                  });
}

TEST(Property, DynamicIsExact) {
  expect_property("dynamic is exact",
                  [](const Program& program, std::uint64_t seed) -> std::optional<std::string> {
                    const Streams streams = synchronize(program).streams;
                    for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
                      const Inputs inputs(program, seed + draw);
                      const auto verdict = by_clocks(program, streams, inputs);
                      if (verdict && verdict != Verdict::exact)
                        return told(program, streams, inputs, *verdict);
                    }
                    return std::nullopt;
                  });
}

TEST(Property, BarrierAndSerialAreSafe) {
  expect_property("barrier and serial are safe",
                  [](const Program& program, std::uint64_t seed) -> std::optional<std::string> {
                    for (const char* name : {"barrier", "serial"}) {
                      const Streams streams = find_synchronizer(name)->synchronize(program).streams;
                      for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
                        const Inputs inputs(program, seed + draw);
                        const auto verdict = by_clocks(program, streams, inputs);
                        if (verdict && verdict != Verdict::exact && verdict != Verdict::overwaits)
                          return told(program, streams, inputs, *verdict);
                      }
                    }
                    return std::nullopt;
                  });
}

// The right streams of a small run, with up to two mistakes in them.
Streams drawn_streams(const Program& program, const Inputs& inputs, Random& random) {
  Streams streams = random_streams(program, inputs, random);
  for (std::uint64_t i = random.below(3); i > 0; --i)
    mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
  return streams;
}

Program small_program(std::uint64_t seed) {
  return random_program(seed, {.engines = 3, .statements = 6, .nesting = 2});
}

bool has_small_run(const Program& program, const Inputs& inputs) {
  const Cells cells(program);
  SequentialRun run(program, cells, inputs);
  std::uint64_t instances = 0;
  while (instances <= kMostInstances && run.next() != nullptr) ++instances;
  return instances <= kMostInstances && !run.error();
}

TEST(Property, DecidersAgree) {
  expect_property(
      "deciders agree",
      [](const Program& program, std::uint64_t seed) -> std::optional<std::string> {
        const Inputs inputs(program, seed, {0, 3});
        if (!has_small_run(program, inputs)) return std::nullopt;
        Random random(seed);
        const Streams streams = drawn_streams(program, inputs, random);
        const auto clocks = by_clocks(program, streams, inputs);
        const auto states = by_states(program, streams, inputs);
        if (!clocks || !states || clocks == states) return std::nullopt;
        return fmt::format("{} by all states, by clocks {}", name(*states),
                           told(program, streams, inputs, *clocks));
      },
      small_program);
}

// At a drawn place, for a drawn semaphore and value.
bool add_wait(Streams& streams, Random& random) {
  if (streams.semaphores.empty() || streams.streams.empty()) return false;
  const SemaphoreId semaphore(random.below(streams.semaphores.size()));
  if (streams.semaphores[semaphore].count) return false;
  Stream& stream = streams.streams[random.below(streams.streams.size())];
  stream.body.insert(
      stream.body.begin() + static_cast<std::ptrdiff_t>(random.below(stream.body.size() + 1)),
      {Wait{{semaphore, {}}, WaitKind::at_least, Expression(random.between(0, 4))}, {}});
  return true;
}

TEST(Property, OneMoreWaitMakesNothingUnsafe) {
  expect_property(
      "one more wait makes nothing unsafe",
      [](const Program& program, std::uint64_t seed) -> std::optional<std::string> {
        const Inputs inputs(program, seed, {0, 3});
        if (!has_small_run(program, inputs)) return std::nullopt;
        Random random(seed);
        const Streams before = drawn_streams(program, inputs, random);
        Streams after = before;
        if (!add_wait(after, random)) return std::nullopt;
        const auto was = by_states(program, before, inputs), is = by_states(program, after, inputs);
        if (!was || was == Verdict::unsafe || was == Verdict::malformed || is != Verdict::unsafe)
          return std::nullopt;
        return fmt::format("{} before, now {}", name(*was), told(program, after, inputs, *is));
      },
      small_program);
}

}  // namespace
}  // namespace tidemark
