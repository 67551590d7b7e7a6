#include "fuzz/mutants/hunt.h"

#include <fmt/format.h>

#include <chrono>

#include "core/text/print.h"
#include "fuzz/mutants/deciders.h"
#include "fuzz/mutants/small_inputs.h"
#include "gen/random_program.h"
#include "gen/ring_program.h"
#include "gen/shrink.h"

namespace tidemark::mutants {
namespace {

constexpr std::uint64_t kDraws = 4;  // inputs of each program

// Small trips and larger ones in turn: rings of several slots take some to turn.
DrawRange range_of_draw(std::uint64_t draw) {
  return draw % 2 == 0 ? DrawRange{0, 4} : DrawRange{2, 9};
}

class Hunter {
 public:
  explicit Hunter(const SyncMutant& mutant) : mutant_(mutant) {}

  Hunt run(std::uint64_t first_seed, std::uint64_t most_programs) {
    while (hunt_.programs < most_programs && !is_over()) {
      ++hunt_.programs;
      try_program(first_seed + hunt_.programs - 1);
    }
    return hunt_;
  }

 private:
  bool is_over() const { return hunt_.by_explorer && (hunt_.by_clocks || hunt_.is_outside_clocks); }

  void try_program(std::uint64_t seed) {
    const Program program = hunting_program(seed);
    const Streams streams = broken_streams(mutant_, program);
    if (streams == right_streams(mutant_, program)) return;
    ++hunt_.changed;
    const Cells cells(program);
    for (std::uint64_t draw = 0; draw < kDraws && !is_over(); ++draw) {
      const Inputs inputs(program, seed * kDraws + draw, range_of_draw(draw));
      const auto clocks = ask_clocks(program, cells, streams, inputs);
      const auto explorer = ask_explorer(program, streams, inputs);
      hunt_.is_outside_clocks |= !clocks && finds(explorer, mutant_.tolerated);
      if (clocks && explorer && clocks != explorer)
        note_disagreement(program, streams, inputs, *clocks, *explorer);
      note(clocks, seed, hunt_.by_clocks);
      note(explorer, seed, hunt_.by_explorer);
    }
  }

  void note_disagreement(const Program& program, const Streams& streams, const Inputs& inputs,
                         Verdict clocks, Verdict explorer) {
    if (hunt_.disagreements++ > 0) return;
    hunt_.disagreement =
        fmt::format("{} by clocks, {} by the explorer, for {}:\n{}{}", name(clocks), name(explorer),
                    inputs.flags(program), print(program), print(streams, program));
  }

  void note(std::optional<Verdict> verdict, std::uint64_t seed, std::optional<Kill>& kill) const {
    if (kill || !finds(verdict, mutant_.tolerated)) return;
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin_;
    kill = {hunt_.programs, time.count(), seed, *verdict};
  }

  const SyncMutant& mutant_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Hunt hunt_;
};

std::optional<Caught> caught_among(const SyncMutant& mutant, const Program& program,
                                   std::uint64_t most) {
  const Streams streams = broken_streams(mutant, program);
  const Cells cells(program);
  const SmallInputs all(program);
  const Reach reach{.instances = 2'000};
  for (std::uint64_t i = 0; i < std::min(all.size(), most); ++i) {
    const Inputs inputs = all.at(i * all.size() / std::min(all.size(), most));
    auto verdict = ask_clocks(program, cells, streams, inputs, reach);
    if (!verdict) verdict = ask_explorer(program, streams, inputs, reach);
    if (finds(verdict, mutant.tolerated)) return Caught{inputs, *verdict};
  }
  return std::nullopt;
}

}  // namespace

Program hunting_program(std::uint64_t seed) {
  if (seed % 3 == 0) return ring_program(seed);
  const ProgramKind kind = seed % 3 == 1 ? ProgramKind::general : ProgramKind::ring_heavy;
  return random_program(seed, {.kind = kind});
}

Hunt hunt(const SyncMutant& mutant, std::uint64_t first_seed, std::uint64_t most_programs) {
  return Hunter(mutant).run(first_seed, most_programs);
}

std::optional<Caught> caught(const SyncMutant& mutant, const Program& program) {
  return caught_among(mutant, program, SmallInputs::kMost);
}

Program smallest_killer(const SyncMutant& mutant, const Program& program) {
  constexpr std::uint64_t kInputs = 150;  // tried for each candidate
  const auto is_caught = [&](const Program& candidate) {
    return caught_among(mutant, candidate, kInputs).has_value();
  };
  const ShrinkLimits limits{.calls = 4'000};  // no time: the same on a busy machine
  return is_caught(program) ? shrink(program, is_caught, limits).program : program;
}

}  // namespace tidemark::mutants
