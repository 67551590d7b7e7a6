// One trial of a synchronizer: a program, its streams, and what the deciders say of them.
//
// Programs are numbered: the same seed and number give the same program and inputs,
// whatever else runs, in whatever order. Half of them are general with a random part of all
// features, a quarter general with all of them, a quarter ring-heavy.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include "checker/check.h"
#include "core/ir/streams.h"
#include "gen/random_program.h"

namespace tidemark {

// Why there are no streams. To refuse is no failure: whoever it is does not do such programs.
struct NoStreams {
  enum class Kind : std::uint8_t { refused, failed };
  Kind kind = Kind::failed;
  std::string how = {};     // failed: in a word, by which failures are told apart ("crashed")
  std::string reason = {};  // in full
};

// Whatever makes streams, or says why it did not. Called from several threads at once.
using StreamsMaker = std::function<std::expected<Streams, NoStreams>(const Program&)>;

// What is asked of streams: to be exact, or only to be safe and to end (they may overwait).
enum class Demand : std::uint8_t { exact, safe };

struct Trial {
  Program program;
  std::uint64_t number = 0;
  ProgramKind kind = ProgramKind::general;
  std::uint64_t input_seed = 0;
  DrawRange range;  // of drawn inputs

  Inputs inputs() const { return Inputs(program, input_seed, range); }
};

struct TrialOptions {
  std::int64_t statements = 12;          // of a program, at most
  std::optional<ProgramKind> kind = {};  // all of this one; else as above
};
Trial draw_trial(std::uint64_t seed, std::uint64_t number, const TrialOptions& options = {});

struct Judgement {
  Verdict verdict = Verdict::unknown;        // the first of its order over all runs
  std::string reason;                        // unknown: why
  std::optional<NoStreams> no_streams = {};  // `malformed` where making them failed, else `unknown`
  std::uint64_t runs = 0;
  std::uint64_t redrawn = 0;  // inputs without a verdict
  std::uint64_t instances = 0;
};

// Decides the streams that `maker` makes for `runs` drawn inputs.
// Inputs whose run is too long to be decided quickly give way to smaller ones.
Judgement judge(const Trial& subject, const StreamsMaker& maker, std::uint64_t runs);

bool is_refused(const Judgement& judgement);

bool is_finding(Verdict verdict, Demand demand);

// The same verdict and, where there are no streams, the same failure.
bool is_alike(const Judgement& a, const Judgement& b);

}  // namespace tidemark
