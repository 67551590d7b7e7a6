// `./tidemark mutants`: makes mistakes on purpose, and counts how many are found out.
//
// An executable of its own, since it links the synchronizer in which faults can be planted.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/text/parse.h"
#include "fuzz/mutants/report.h"
#include "tests/mark.h"

namespace tidemark::mutants {
namespace {

namespace fs = std::filesystem;

constexpr int kDone = 0, kFinding = 1, kBadInput = 2;

struct Options {
  std::vector<std::string> names;  // of mutants; empty: all
  std::string kind = "all";
  std::uint64_t hunts = 5;
  std::uint64_t programs = 10'000;
  std::uint64_t seed = 0;
  std::uint64_t stride = 1;
  std::string programs_in = "corpus";  // kernels/ and regressions/ of it
  std::string table, corpus;
  bool json = false;
  bool list = false;
};

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) fmt::print(stderr, "tidemark: cannot write {}\n", path.string());
  return static_cast<bool>(file);
}

std::vector<Program> corpus_programs(const std::string& top) {
  std::set<fs::path> paths;
  for (const char* folder : {"kernels", "regressions"}) {
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(fs::path(top) / folder, missing))
      if (entry.path().extension() == ".tm") paths.insert(entry.path());
  }
  std::vector<Program> programs;
  for (const fs::path& path : paths)
    if (auto program = parse_program(read(path), path.string()))
      programs.push_back(*std::move(program));
  return programs;
}

bool wants(const Options& options, std::string_view name) {
  return options.names.empty() || std::ranges::find(options.names, name) != options.names.end();
}

void hunt_synchronizers(const Options& options, CampaignReport& report) {
  for (const SyncMutant& mutant : sync_mutants()) {
    if (!wants(options, mutant.name)) continue;
    report.synchronizers.push_back(hunt_all(mutant, options.hunts, options.seed, options.programs));
    if (!options.json) fmt::print("{}\n", to_line(report.synchronizers.back()));
    std::fflush(stdout);
  }
}

// A wait twice is no mistake anywhere: a tenth shows that this is seen.
std::uint64_t stride_of(StreamMutation mutation, const Options& options) {
  return mutation == StreamMutation::double_wait ? 10 * options.stride : options.stride;
}

void score_streams(const Options& options, const std::vector<Program>& programs,
                   CampaignReport& report) {
  for (std::uint64_t kind = 0; kind < kAllStreamMutations; ++kind) {
    OperatorScore score;
    score.mutation = static_cast<StreamMutation>(kind);
    if (!wants(options, name(score.mutation))) continue;
    const std::uint64_t stride = stride_of(score.mutation, options);
    for (std::size_t i = 0; i < programs.size(); ++i)
      mutants::score(programs[i], stride, i % stride, score);
    if (!options.json) fmt::print("{}\n", to_line(score));
    std::fflush(stdout);
    report.streams.push_back(std::move(score));
  }
}

nlohmann::ordered_json to_json(const CampaignReport& report) {
  nlohmann::ordered_json json = {{"all_dead", report.all_dead()}};
  for (const HuntReport& each : report.synchronizers)
    json["synchronizers"].push_back({{"name", each.mutant->name},
                                     {"dead", each.is_dead()},
                                     {"median_programs", each.median_programs().value_or(0)},
                                     {"most_programs", each.most_programs()},
                                     {"median_seconds", each.median_seconds()}});
  for (const OperatorScore& score : report.streams)
    json["streams"].push_back({{"name", name(score.mutation)},
                               {"made", score.made},
                               {"killed", score.killed},
                               {"over_waiting", score.over_waiting},
                               {"proved", score.proved},
                               {"exhausted", score.exhausted},
                               {"alive", score.alive},
                               {"disagreements", score.disagreements}});
  return json;
}

// Before the hunts, so that what they find has a place.
bool make_folder(const std::string& folder) {
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) fmt::print(stderr, "tidemark: cannot make {}: {}\n", folder, error.message());
  return !error;
}

int write_files(const Options& options, const CampaignReport& report) {
  bool written = true;
  if (!options.table.empty()) written &= write(options.table, to_markdown(report));
  if (!options.corpus.empty())
    for (const HuntReport& each : report.synchronizers)
      if (each.smallest)
        written &= write(fs::path(options.corpus) / fmt::format("{}.tm", each.mutant->name),
                         corpus_text(each));
  return written ? kDone : kBadInput;
}

std::string summary(const CampaignReport& report) {
  std::uint64_t killed = 0, alive = 0;
  for (const OperatorScore& score : report.streams) {
    killed += score.killed;
    alive += score.alive;
  }
  const auto dead = std::ranges::count_if(report.synchronizers, &HuntReport::is_dead);
  return fmt::format(
      "{}: {} of {} broken synchronizers dead, {} programs in the median; {} of {} mistakes in "
      "streams killed",
      report.all_dead() ? "done" : "alive", dead, report.synchronizers.size(),
      report.median_programs().value_or(0), killed, killed + alive);
}

// The whole campaign's figures beside what they must be.
void print_marks(const CampaignReport& report) {
  Marks marks;
  std::uint64_t most = 0, killed = 0, alive = 0, disagreements = 0;
  for (const HuntReport& each : report.synchronizers) most = std::max(most, each.most_programs());
  for (const OperatorScore& score : report.streams) {
    killed += score.killed;
    alive += score.alive;
    disagreements += score.disagreements;
  }
  const auto dead = std::ranges::count_if(report.synchronizers, &HuntReport::is_dead);
  if (!report.synchronizers.empty()) {
    marks.at_least("broken synchronizers dead", static_cast<double>(dead),
                   static_cast<double>(sync_mutants().size()));
    marks.at_most("programs until every decider found one out, the most", static_cast<double>(most),
                  10'000);
    marks.at_most("programs until one was found out, the median",
                  static_cast<double>(report.median_programs().value_or(10'000)), 200);
  }
  if (!report.streams.empty()) {
    marks.at_least("mistakes in streams killed", static_cast<double>(killed), 2'000);
    marks.at_most("mistakes in streams alive", static_cast<double>(alive), 0);
    marks.at_most("disagreements of the deciders about them", static_cast<double>(disagreements),
                  0);
  }
}

int list() {
  for (const SyncMutant& mutant : sync_mutants()) fmt::print("synchronizer {}\n", mutant.name);
  for (std::uint64_t kind = 0; kind < kAllStreamMutations; ++kind)
    fmt::print("streams      {}\n", name(static_cast<StreamMutation>(kind)));
  return kDone;
}

int run(const Options& options) {
  if (options.list) return list();
  const bool hunts = options.kind != "streams", scores = options.kind != "synchronizers";
  const std::vector<Program> programs =
      scores ? corpus_programs(options.programs_in) : std::vector<Program>();
  if (scores && programs.empty()) {
    fmt::print(stderr, "tidemark: no programs in {}/kernels and {}/regressions\n",
               options.programs_in, options.programs_in);
    return kBadInput;
  }
  if (!make_folder(options.corpus)) return kBadInput;
  CampaignReport report;
  report.command =
      fmt::format("./tidemark mutants --hunts {} --stride {}", options.hunts, options.stride);
  if (hunts) hunt_synchronizers(options, report);
  if (scores) score_streams(options, programs, report);
  if (report.synchronizers.empty() && report.streams.empty()) {
    fmt::print(stderr, "tidemark: there is no such mutant; --list names them\n");
    return kBadInput;
  }
  if (const int failed = write_files(options, report); failed != kDone) return failed;
  if (options.json) {
    fmt::print("{}\n", to_json(report).dump(2));
  } else {
    if (options.names.empty()) print_marks(report);
    fmt::print("{}\n", summary(report));
  }
  return report.all_dead() ? kDone : kFinding;
}

void declare(CLI::App& app, Options& options) {
  app.add_option("NAME", options.names, "these mutants only (--list names them)");
  app.add_option("--kind", options.kind, "broken synchronizers, mistakes in streams, or both")
      ->check(CLI::IsMember({"synchronizers", "streams", "all"}));
  app.add_option("--hunts", options.hunts, "hunts of each synchronizer, each with other seeds")
      ->check(CLI::Range(1, 1000));
  app.add_option("--programs", options.programs, "at most this many in one hunt")
      ->check(CLI::Range(1, 100'000'000));
  app.add_option("--seed", options.seed, "of the first hunt's first program");
  app.add_option("--stride", options.stride, "every STRIDE-th mistake of a program's streams")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--programs-in", options.programs_in, "mistakes in the streams of these");
  app.add_option("--table", options.table, "write the page docs/mutants.md there");
  app.add_option("--corpus", options.corpus, "write each synchronizer's smallest killer there");
  app.add_flag("--json", options.json, "one JSON document on standard output, nothing else");
  app.add_flag("--list", options.list, "the names of all mutants");
  app.footer(
      "\nEvery mutant must be found out by every decider in whose domain it falls, or be shown\n"
      "to be no mistake: by proof, or by every small input. Exit: 0 all dead, 1 one lives.\n"
      "\nExamples\n"
      "  ./tidemark mutants forget_war threshold_low\n"
      "  ./tidemark mutants --table docs/mutants.md --corpus corpus/mutants");
}

}  // namespace
}  // namespace tidemark::mutants

int main(int count, char** words) {
  CLI::App app("Makes mistakes on purpose, and counts how many are found out.", "tidemark mutants");
  tidemark::mutants::Options options;
  tidemark::mutants::declare(app, options);
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return tidemark::mutants::run(options);
}
