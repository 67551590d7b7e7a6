// What is proved, what is not, and that nothing is proved which the checker refutes.
#include "oracle/unbounded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "checker/check.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "oracle/ring_test_util.h"

namespace tidemark {
namespace {

UnboundedResult prove(const std::string& program_text, const std::string& streams_text) {
  const Program program = parse_program(program_text).value();
  return prove_unbounded(program, parse_streams(streams_text, program).value());
}

TEST(Unbounded, ProvesHandWrittenStreams) {
  const auto result = prove(kRing, stream_pair("wait e >= i - 1", "wait d >= i + 1"));
  EXPECT_TRUE(result.is_proved) << result.reason;
}

TEST(Unbounded, NamesTheObligationThatFails) {
  const auto too_low = prove(kRing, stream_pair("wait e >= i - 1", "wait d >= i"));
  EXPECT_FALSE(too_low.is_proved);
  EXPECT_TRUE(too_low.reason.starts_with("safe: ")) << too_low.reason;
  const auto too_high = prove(kRing, stream_pair("wait e >= i", "wait d >= i + 1"));
  EXPECT_FALSE(too_high.is_proved);
  EXPECT_TRUE(too_high.reason.starts_with("minimal: ")) << too_high.reason;
  const auto later = prove(kRing, stream_pair("wait e >= i + 1", "wait d >= i + 1"));
  EXPECT_FALSE(later.is_proved);
}

// A register that is never set is 0; what is added to it is not.
TEST(Unbounded, KnowsWhatIsAddedToARegister) {
  const auto proves = [](const char* threshold) {
    return prove(
               "program p\nengine dma, pe\nbuffer x, y\n"
               "dma load -> x\npe use y ->\ndma store -> y\npe last x ->\n",
               std::string("streams p\nsemaphore d, e\n"
                           "stream dma {\n issue load signal d\n wait e >= 1\n"
                           " issue store signal d\n}\n"
                           "stream pe {\n reg r\n wait d >= ") +
                   threshold + "\n issue use signal e\n wait d >= 1\n issue last signal e\n}\n")
        .is_proved;
  };
  EXPECT_TRUE(proves("r"));
  EXPECT_FALSE(proves("r + 1"));  // overwaits
  EXPECT_FALSE(proves("r + 2"));  // deadlocks
}

TEST(Unbounded, CountsInTheSemaphoresOwnUnits) {
  std::string text = stream_pair("wait e >= i - 1", "wait d >= 3*i + 3");
  const std::string signal = "signal d\n";
  text.replace(text.find(signal), signal.size(), "signal d +3\n");
  const auto result = prove(kRing, text);
  EXPECT_TRUE(result.is_proved) << result.reason;
}

TEST(Unbounded, SaysWhatIsOutsideItsDomain) {
  const auto result = prove(kRing, stream_pair("take e 1", "wait d >= i + 1"));
  EXPECT_FALSE(result.is_proved);
  EXPECT_NE(result.reason.find("takes tokens"), std::string::npos) << result.reason;
}

// The walk that finds one too many may come to it again.
TEST(Unbounded, EndsWherePlacesDo) {
  const Program program = parse_program(
                              "program p\nengine dma, pe\nbuffer x, y\n"
                              "if load x {\n dma load -> y\n} else {\n pe use y ->\n}\n")
                              .value();
  UnboundedOptions options;
  options.places = 0;
  const auto result = prove_unbounded(program, synchronize(program).streams, options);
  EXPECT_FALSE(result.is_proved);
  EXPECT_EQ(result.reason, "more than 0 places where paths meet");
}

// A stream may ask for the trips of a loaded loop as soon as it has read the bound.
TEST(Unbounded, KnowsALoadedBoundFromItsReadOn) {
  const char* program =
      "program p\nengine dma, pe\nbuffer len, x\n"
      "for i in 0..load len {\n dma fill -> x\n}\npe use x -> len\n";
  const auto streams = [](const char* threshold) {
    return std::string(
               "streams p\nsemaphore d\n"
               "stream dma {\n read i signal d\n for i {\n  issue fill signal d\n }\n}\n"
               "stream pe {\n reg c\n read i\n c = trips(i) + 1\n wait d >= ") +
           threshold + "\n issue use\n}\n";
  };
  const auto is_safe = [&](const char* threshold) {
    const Program parsed = parse_program(program).value();
    UnboundedOptions options;
    options.goal = Goal::safe;
    return prove_unbounded(parsed, parse_streams(streams(threshold), parsed).value(), options)
        .is_proved;
  };
  EXPECT_TRUE(is_safe("c"));
  EXPECT_FALSE(is_safe("c - 1"));
  EXPECT_FALSE(is_safe("c + 1"));  // a completion that may never come
}

TEST(Unbounded, ProvesBarriersSafe) {
  const Program program = parse_program(kRing).value();
  const Streams streams = find_synchronizer("barrier")->synchronize(program).streams;
  UnboundedOptions options;
  EXPECT_FALSE(prove_unbounded(program, streams, options).is_proved);
  options.goal = Goal::safe;
  const auto safe = prove_unbounded(program, streams, options);
  EXPECT_TRUE(safe.is_proved) << safe.reason;

  // Counts that go on make each wait hold before its time.
  const std::string without =
      std::regex_replace(print(streams, program), std::regex(" reset [^\n]*"), "");
  EXPECT_FALSE(
      prove_unbounded(program, parse_streams(without, program).value(), options).is_proved);
}

// Where a key is the later of two, a register holds now the one, now the other.
TEST(Unbounded, KnowsARegisterThatHoldsTheLaterOfTwoKeys) {
  const Program program = parse_program(
                              "program p\nengine a, b\nparam n, m\nbuffer x\n"
                              "a read x ->\n"
                              "if n == m {\n  a write -> x\n}\n"
                              "b overwrite -> x\n")
                              .value();
  const auto streams = [&](const char* taken) {
    return parse_streams(std::string("streams p\nsemaphore s\n"
                                     "stream a {\n issue read signal s\n"
                                     " if if {\n  issue write signal s\n }\n}\n"
                                     "stream b {\n reg r\n r = 1\n if if {\n  r = ") +
                             taken + "\n }\n wait s >= r\n issue overwrite\n}\n",
                         program)
        .value();
  };
  const auto right = prove_unbounded(program, streams("2"));
  EXPECT_TRUE(right.is_proved) << right.reason;
  EXPECT_FALSE(prove_unbounded(program, streams("1")).is_proved);
  EXPECT_FALSE(prove_unbounded(program, streams("3")).is_proved);
}

// A barrier is so many waits: exact where all that it waits for is needed anyway.
TEST(Unbounded, TellsBarriersThatOverwaitFromOthers) {
  const auto in_turn = prove(
      "program p\nengine a, b\nparam n\nbuffer x\n"
      "for i in 0..n {\n  a fill -> x\n  b use x ->\n}\n",
      "streams p\n"
      "stream a {\n for i {\n  barrier {a, b}\n  issue fill\n  barrier {a, b}\n }\n}\n"
      "stream b {\n for i {\n  barrier {a, b}\n  barrier {a, b}\n  issue use\n }\n}\n");
  EXPECT_TRUE(in_turn.is_proved) << in_turn.reason;
  const auto unordered =
      prove("program p\nengine a, b\nbuffer x, y\na fill -> x\nb use y ->\na more -> x\n",
            "streams p\n"
            "stream a {\n issue fill\n barrier {a, b}\n issue more\n}\n"
            "stream b {\n issue use\n barrier {a, b}\n}\n");
  EXPECT_FALSE(unordered.is_proved);
  EXPECT_TRUE(unordered.reason.starts_with("minimal: ")) << unordered.reason;
}

TEST(Unbounded, ChecksTheCertificateAgain) {
  const Program program = parse_program(kRing).value();
  const Streams streams = synchronize(program).streams;
  auto result = prove_unbounded(program, streams);
  ASSERT_TRUE(result.is_proved) << result.reason;
  EXPECT_TRUE(check_certificate(program, streams, *result.certificate));
  EXPECT_NE(print(*result.certificate, program, streams).find("instances(dma)"), std::string::npos);

  Certificate forged = *result.certificate;
  for (Bits& certain : forged.places.back().state.certain)
    for (std::size_t k = 0; k < 4; ++k) certain.set(k);
  EXPECT_FALSE(check_certificate(program, streams, forged));

  Certificate shifted = *result.certificate;
  std::vector<Affine>& columns = shifted.places.back().state.columns;
  const auto equation = std::ranges::find_if(
      columns, [](const Affine& form) { return !form.is_constant() && form.constant != 0; });
  ASSERT_NE(equation, columns.end());
  ++equation->constant;
  EXPECT_FALSE(check_certificate(program, streams, shifted));
}

// Whatever is proved is exact on every run that is tried: our own streams, and mutants.
TEST(Unbounded, ProvesNothingThatTheCheckerRefutes) {
  int proved = 0, refuted = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Program program = random_program(seed);
    Streams streams = synchronize(program).streams;
    Random random(seed);
    for (std::uint64_t i = 0; i < 2; ++i) {
      UnboundedOptions options;
      options.walk.steps = 2'000;
      const bool is_proved = prove_unbounded(program, streams, options).is_proved;
      const auto checked = check_runs(program, streams, Inputs(program, seed), 40);
      const bool is_refuted = checked && checked->report.verdict < Verdict::unknown;
      EXPECT_FALSE(is_proved && is_refuted) << "seed " << seed << "\n"
                                            << print(program) << print(streams, program);
      proved += is_proved;
      refuted += is_refuted;
      mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
    }
  }
  EXPECT_GT(proved, 3);
  EXPECT_GT(refuted, 2);
}

}  // namespace
}  // namespace tidemark
