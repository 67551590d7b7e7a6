#include "fuzz/mutants/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/text/print.h"
#include "gen/program_size.h"
#include "oracle/unbounded.h"

namespace tidemark::mutants {
namespace {

// Programs between the first seeds of two hunts.
constexpr std::uint64_t kSeedsApart = 1'000'000;

template <class T>
std::optional<T> median(std::vector<T> values) {
  if (values.empty()) return std::nullopt;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::vector<Kill> kills(const std::vector<Hunt>& hunts) {
  std::vector<Kill> kills;
  for (const Hunt& hunt : hunts)
    if (const auto kill = hunt.first()) kills.push_back(*kill);
  return kills;
}

std::optional<std::size_t> ended(const std::vector<Hunt>& hunts, std::optional<Kill> Hunt::* by) {
  const auto count =
      std::ranges::count_if(hunts, [&](const Hunt& hunt) { return (hunt.*by).has_value(); });
  if (count == 0 && std::ranges::all_of(hunts, &Hunt::is_outside_clocks)) return std::nullopt;
  return count;
}

bool proof_refuses(const Program& program, const Streams& streams) {
  UnboundedOptions options;
  options.walk.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  return !prove_unbounded(program, streams, options).is_proved;
}

std::string ratio(std::optional<std::size_t> ended, std::size_t hunts) {
  return ended ? fmt::format("{}/{}", *ended, hunts) : "-";
}

std::string row(const HuntReport& report) {
  const std::size_t hunts = report.hunts.size();
  const auto programs = report.median_programs();
  return fmt::format("| `{}` | {} | {} | {} | {:.2f} | {} | {} | {} | {} |\n", report.mutant->name,
                     report.caught ? name(report.caught->verdict) : "**alive**",
                     programs ? fmt::format("{}", *programs) : "-", report.most_programs(),
                     report.median_seconds(), ratio(report.ended_by_clocks(), hunts),
                     ratio(report.ended_by_explorer(), hunts),
                     !report.caught         ? "-"
                     : report.proof_refuses ? "refuses"
                                            : "**proves**",
                     report.smallest ? fmt::format("{}", statement_count(*report.smallest)) : "-");
}

std::uint64_t mistakes(const OperatorScore& score) { return score.killed + score.alive; }

std::string row(const OperatorScore& score) {
  const std::uint64_t all = mistakes(score);
  const auto inputs = median(score.inputs);
  return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.3f} |\n",
                     name(score.mutation), score.made, score.no_streams, score.proved,
                     score.exhausted, all == 0 ? "-" : fmt::format("{}/{}", score.killed, all),
                     score.over_waiting, score.by_clocks, score.by_explorer,
                     inputs ? fmt::format("{}", *inputs) : "-",
                     score.killed == 0 ? 0.0 : score.seconds / static_cast<double>(score.killed));
}

}  // namespace

bool HuntReport::is_dead() const {
  return std::ranges::all_of(hunts, &Hunt::is_dead) && caught.has_value() && proof_refuses;
}

std::optional<std::uint64_t> HuntReport::median_programs() const {
  std::vector<std::uint64_t> programs;
  for (const Kill& kill : kills(hunts)) programs.push_back(kill.programs);
  return median(std::move(programs));
}

std::uint64_t HuntReport::most_programs() const {
  std::uint64_t most = 0;
  for (const Hunt& hunt : hunts) most = std::max(most, hunt.programs);
  return most;
}

double HuntReport::median_seconds() const {
  std::vector<double> seconds;
  for (const Kill& kill : kills(hunts)) seconds.push_back(kill.seconds);
  return median(std::move(seconds)).value_or(0);
}

std::optional<std::size_t> HuntReport::ended_by_clocks() const {
  return ended(hunts, &Hunt::by_clocks);
}

std::optional<std::size_t> HuntReport::ended_by_explorer() const {
  return ended(hunts, &Hunt::by_explorer);
}

HuntReport hunt_all(const SyncMutant& mutant, std::uint64_t hunts, std::uint64_t seed,
                    std::uint64_t most_programs) {
  HuntReport report;
  report.mutant = &mutant;
  for (std::uint64_t i = 0; i < hunts; ++i)
    report.hunts.push_back(hunt(mutant, seed + i * kSeedsApart, most_programs));
  for (const Hunt& hunt : report.hunts) {
    if (!hunt.first()) continue;
    Program small = smallest_killer(mutant, hunting_program(hunt.first()->seed));
    if (report.smallest && size_of(*report.smallest) <= size_of(small)) continue;
    if (auto found = caught(mutant, small)) {
      report.caught = std::move(found);
      report.smallest = std::move(small);
    }
  }
  if (report.smallest)
    report.proof_refuses =
        proof_refuses(*report.smallest, broken_streams(mutant, *report.smallest));
  return report;
}

bool CampaignReport::all_dead() const {
  return std::ranges::all_of(synchronizers, &HuntReport::is_dead) &&
         std::ranges::all_of(streams, [](const OperatorScore& score) {
           return score.alive == 0 && score.disagreements == 0;
         });
}

std::optional<std::uint64_t> CampaignReport::median_programs() const {
  std::vector<std::uint64_t> programs;
  for (const HuntReport& report : synchronizers)
    for (const Kill& kill : kills(report.hunts)) programs.push_back(kill.programs);
  return median(std::move(programs));
}

std::string to_line(const HuntReport& report) {
  const std::size_t hunts = report.hunts.size();
  std::string disagreement;
  for (const Hunt& hunt : report.hunts)
    if (disagreement.empty() && hunt.disagreements > 0)
      disagreement = "\ndeciders disagree: " + hunt.disagreement;
  const auto programs = report.median_programs();
  return fmt::format(
             "{:<6} {:<26} {:>6} programs (at most {:>6}), {:6.2f} s, clocks {}, "
             "explorer {}, proof {}",
             report.is_dead() ? "dead" : "ALIVE", report.mutant->name,
             programs ? fmt::format("{}", *programs) : "-", report.most_programs(),
             report.median_seconds(), ratio(report.ended_by_clocks(), hunts),
             ratio(report.ended_by_explorer(), hunts),
             !report.caught         ? "-"
             : report.proof_refuses ? "refuses"
                                    : "PROVES") +
         disagreement;
}

std::string to_line(const OperatorScore& score) {
  std::string line = fmt::format(
      "{:<6} {:<16} {:>5} made: {} no streams, {} proved right, {} right for small inputs, "
      "{} of {} killed ({} by clocks, {} by explorer), {} disagreements",
      score.alive == 0 ? "dead" : "ALIVE", name(score.mutation), score.made, score.no_streams,
      score.proved, score.exhausted, score.killed, mistakes(score), score.by_clocks,
      score.by_explorer, score.disagreements);
  for (const std::string& living : score.living) line += "\n         " + living;
  return line;
}

std::string corpus_text(const HuntReport& report) {
  const std::string flags = report.caught->inputs.flags(*report.smallest);
  return fmt::format(
      "# mutant: {} {}\n# why: the smallest program that kills the synchronizer with this fault; "
      "it is found out\n# why: with {}\n# from: shrunk from a random program\n{}",
      report.mutant->name, name(report.caught->verdict), flags.empty() ? "any inputs" : flags,
      print(*report.smallest));
}

std::string to_markdown(const CampaignReport& report) {
  std::uint64_t killed = 0, over_waiting = 0, alive = 0;
  for (const OperatorScore& score : report.streams) {
    killed += score.killed;
    over_waiting += score.over_waiting;
    alive += score.alive;
  }
  std::string page = fmt::format(
      "# Mutants\n\nWritten by `{}`.\n\nWhat an oracle is worth is what it catches. Mistakes as "
      "compilers make them are made on\npurpose, and every one must be found out, or be shown to "
      "be none.\n\n## Broken synchronizers\n\nEach is `dynamic` (the last two: `barrier`) with one "
      "fault planted (`core/sync/mutant.h`),\nhunted with random programs, several times over with "
      "other seeds. `programs` and `seconds`:\nthe median until it was found out; `most`: the "
      "longest of the hunts until every decider had\nfound it out; `clocks`, `explorer`: in how "
      "many "
      "hunts each did (-: such streams are outside its\ndomain); `proof`: what the proof for all "
      "inputs says of the smallest program's streams;\n`size`: statements of the smallest program "
      "that kills it, which is in `corpus/mutants/`.\n\nMedian of all hunts: {} programs.\n\n"
      "| mutant | it is | programs | most | seconds | clocks | explorer | proof | size |\n"
      "|---|---|---|---|---|---|---|---|---|\n",
      report.command, report.median_programs().value_or(0));
  for (const HuntReport& each : report.synchronizers) page += row(each);
  page += fmt::format(
      "\n## Mistakes in streams\n\nEvery wait, threshold, signal, register operation, loop and "
      "branch "
      "of the streams of every\nkernel and regression, changed at its place. `none`: the mistake "
      "leaves "
      "no streams of the\nprogram, which the parser says; `proved`: it is no mistake, by proof for "
      "all "
      "inputs; `small`: it\nis none for every small input (params 0 to 4 or 9, the first three "
      "loads of "
      "a "
      "buffer 0 to 4);\n`killed`: of those that are mistakes; `late`: killed as waiting too long "
      "and "
      "nothing worse;\n`inputs`: drawn until it was killed, the median; `seconds` the mean.\n\n{} "
      "killed, "
      "{} of them for waiting too long alone; {} alive.\n\n"
      "| mistake | made | none | proved | small | killed | late | clocks | explorer | inputs | "
      "seconds "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|\n",
      killed, over_waiting, alive);
  for (const OperatorScore& score : report.streams) page += row(score);
  return page;
}

}  // namespace tidemark::mutants
