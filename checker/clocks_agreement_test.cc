// The clocks against a naive walk of all states, on 20,000 small runs: programs, inputs
// and streams are drawn from a seed, and up to two mistakes are made in the streams. Every
// witness is replayed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

#include "checker/clocks.h"
#include "checker/naive_walk_test_util.h"
#include "checker/witness.h"
#include "core/ir/match.h"
#include "core/text/print.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kCases = 20'000;
constexpr std::uint64_t kMostInstances = 16;
constexpr std::size_t kMostStates = 50'000;

struct Case {
  Program program;
  Inputs inputs;
  Streams streams;
  std::vector<ListedInstance> run;

  std::string text(std::uint64_t seed) const {
    return fmt::format("seed {}, {}\n{}\n{}", seed, inputs.flags(program), print(program),
                       print(streams, program));
  }
};

// nullopt where the run has an error, is too small to say much or too large to walk.
std::optional<Case> draw_case(std::uint64_t seed) {
  Random random(seed);
  const RandomProgramOptions options{.engines = random.between(2, 4),
                                     .buffers = random.between(1, 4),
                                     .statements = random.between(3, 8),
                                     .nesting = 2};
  Program program = random_program(seed, options);
  Inputs inputs(program, seed, {0, 3});
  std::vector<ListedInstance> run = list_run(program, inputs, kMostInstances + 1);
  if (run.size() < 4 || run.size() > kMostInstances) return std::nullopt;
  Streams streams = random_streams(program, inputs, random);
  for (std::uint64_t i = random.below(3); i > 0; --i)
    mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
  return Case{std::move(program), std::move(inputs), std::move(streams), std::move(run)};
}

enum class Feature : std::uint8_t {
  several_in_flight,
  control_read,
  ring,
  amount_above_one,
  barrier_with_reset,
  take,
  wait_for_later,
};
constexpr std::size_t kFeatures = 7;

bool uses_ring(const Case& c) {
  return std::ranges::any_of(c.run, [&](const ListedInstance& instance) {
    if (instance.is_read) return false;
    const Instruction& i = c.program.instructions[instance.instruction];
    const auto is_slot = [](const Access& access) { return access.slot.has_value(); };
    return std::ranges::any_of(i.reads, is_slot) || std::ranges::any_of(i.writes, is_slot);
  });
}

bool has_event(const Lines& lines, StreamEvent::Kind kind) {
  return std::ranges::any_of(lines.of, [&](const Line& line) {
    return std::ranges::find(line.events, kind, &LineEvent::kind) != line.events.end();
  });
}

// Is there a wait that only a completion from later in the program than the instance after
// it can meet? Counted where nothing lowers semaphores.
bool waits_for_later(const Case& c, const Lines& lines) {
  if (has_event(lines, StreamEvent::Kind::take) || !lines.barriers.empty()) return false;
  for (const EngineId engine : c.program.engines.ids()) {
    std::vector<std::int64_t> totals(lines.semaphores.size());  // before the next instance
    std::uint64_t next = 0;
    auto place = c.run.begin();
    const auto advance = [&] {  // up to the engine's next instance
      ++next;
      for (; place != c.run.end() && (place->engine != engine || place->ordinal != next); ++place)
        for (const Raise& raise :
             lines.raises_of(lines.of[place->engine].instances[place->ordinal - 1]))
          totals[raise.semaphore] += raise.amount;
    };
    advance();
    for (const LineEvent& event : lines.of[engine].events) {
      if (event.kind == StreamEvent::Kind::issue || event.kind == StreamEvent::Kind::read)
        advance();
      else if (event.kind == StreamEvent::Kind::wait && event.value > totals[event.index])
        return true;
    }
  }
  return false;
}

std::array<bool, kFeatures> features_of(const Case& c, const Lines& lines) {
  std::array<bool, kFeatures> has{};
  const auto set = [&](Feature feature, bool value) {
    has[static_cast<std::size_t>(feature)] = value;
  };
  set(Feature::several_in_flight, std::ranges::any_of(c.run, [&](const ListedInstance& i) {
        return c.program.engines[i.engine].inflight > 1;
      }));
  set(Feature::control_read, std::ranges::any_of(c.run, &ListedInstance::is_read));
  set(Feature::ring, uses_ring(c));
  set(Feature::amount_above_one,
      std::ranges::any_of(lines.raises, [](const Raise& raise) { return raise.amount > 1; }));
  set(Feature::barrier_with_reset, std::ranges::any_of(lines.barriers, [](const auto& barrier) {
        return !barrier.resets.empty();
      }));
  set(Feature::take, has_event(lines, StreamEvent::Kind::take));
  set(Feature::wait_for_later, waits_for_later(c, lines));
  return has;
}

// What the 20,000 cases had.
struct Tally {
  std::uint64_t cases = 0;
  std::uint64_t malformed = 0;
  std::array<std::uint64_t, kFeatures> features{};
  std::map<Verdict, std::uint64_t> verdicts;

  void add(Verdict verdict, const std::array<bool, kFeatures>& has) {
    ++cases;
    ++verdicts[verdict];
    for (std::size_t i = 0; i < kFeatures; ++i) features[i] += has[i];
  }
};

void compare(const Case& c, const std::string& text, Tally& tally) {
  const Cells cells(c.program);
  Compiled compiled(c.program, cells, c.streams);
  if (classify(compiled, c.inputs).outside) return;
  const auto clocks = decide_by_clocks(compiled, c.inputs);
  ASSERT_TRUE(clocks) << text << clocks.error().message;
  const auto lines = make_lines(compiled, c.inputs);
  if (!lines) {
    ++tally.malformed;
    ASSERT_EQ(name(clocks->verdict), name(Verdict::malformed)) << text << lines.error().message;
    return;
  }
  const Machine machine(c.program, *lines);
  const std::optional<Verdict> walked = NaiveWalk(machine).verdict(kMostStates);
  if (!walked) return;
  tally.add(*walked, features_of(c, *lines));
  ASSERT_EQ(name(clocks->verdict), name(*walked)) << text;
  if (*walked == Verdict::exact) return;
  const auto witness = make_witness(c.program, c.streams, c.inputs, *clocks);
  ASSERT_TRUE(witness) << text;
  EXPECT_TRUE(replays(*witness, machine)) << text;
}

TEST(ClocksAgreement, WithTheWalkOfAllStates) {
  Tally tally;
  for (std::uint64_t seed = 0; tally.cases < kCases; ++seed) {
    const std::optional<Case> drawn = draw_case(seed);
    if (!drawn) continue;
    const std::string text = drawn->text(seed);
    ASSERT_TRUE(mismatches(drawn->program, drawn->streams).empty()) << text;
    compare(*drawn, text, tally);
    if (HasFatalFailure()) return;
  }
  for (std::size_t i = 0; i < kFeatures; ++i) {
    RecordProperty(fmt::format("feature_{}", i), fmt::format("{}", tally.features[i]));
    EXPECT_GE(10 * tally.features[i], kCases) << "feature " << i;
  }
  for (const Verdict verdict :
       {Verdict::unsafe, Verdict::deadlocks, Verdict::overwaits, Verdict::exact})
    EXPECT_GE(20 * tally.verdicts[verdict], kCases) << name(verdict);
  EXPECT_GT(tally.malformed, 0U);
}

}  // namespace
}  // namespace tidemark
