// Proofs of the corpus: `dynamic` exact for all inputs, for every kernel and regression, with
// the seconds of one core that each took; `barrier` safe for all inputs and shown to overwait,
// for every kernel; streams by hand as their files say. Then each figure beside its mark.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <string>
#include <vector>

#include "checker/check.h"
#include "cli/replayed.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"
#include "oracle/bounded.h"
#include "oracle/unbounded.h"
#include "tests/corpus/corpus_files.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr double kMostSeconds = 5;      // of one program
constexpr double kMedianSeconds = 1;    // of all
constexpr double kSecondsInSum = 180;   // of all
constexpr std::uint64_t kRuns = 50;     // that look for overwaiting
constexpr std::int64_t kMostTrips = 5;  // that refute streams by hand

struct Row {
  std::string program;
  UnboundedResult result;
  double seconds = 0;
};

Row row_of(const std::string& path) {
  const Program program = program_of(read_corpus_file(path));
  const Streams streams = synchronize(program).streams;
  const std::clock_t start = std::clock();  // of this process: others may be busy
  UnboundedResult result = prove_unbounded(program, streams);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return {path, std::move(result), seconds};
}

void print_row(const Row& row) {
  const UnboundedResult& r = row.result;
  fmt::print("{:<45}{:>9}{:>8.2f}{:>8.2f}{:>9}{:>10}{:>8}  {}\n", row.program,
             r.is_proved ? "proved" : "unknown", row.seconds, r.solver.seconds, r.solver.queries,
             r.steps, r.certificate ? r.certificate->places.size() : 0, r.reason);
  std::fflush(stdout);
}

// Is `barrier` safe for all inputs, and does some run overwait (a run that nothing holds
// back cannot)?
struct BarrierTally {
  double kernels = 0, safe = 0, overwaiting = 0;
};
void prove_barrier(const std::string& path, BarrierTally& tally) {
  const Program program = program_of(read_corpus_file(path));
  const Streams streams = find_synchronizer("barrier")->synchronize(program).streams;
  UnboundedOptions options;
  options.goal = Goal::safe;
  const UnboundedResult safe = prove_unbounded(program, streams, options);
  const auto checked = check_runs(program, streams, Inputs(program), kRuns);
  const bool overwaits = checked && checked->report.verdict == Verdict::overwaits;
  ++tally.kernels;
  tally.safe += safe.is_proved;
  tally.overwaiting += overwaits;
  if (!safe.is_proved || !overwaits)
    fmt::print("{} with barrier: {}{}\n", path, safe.reason, overwaits ? "" : ", no overwaiting");
}

// Proved exactly if announced exact; else refuted by the search, with that verdict, replayed.
bool is_decided_rightly(const CorpusFile& file) {
  const Program program = program_of(read_program_named_by(file));
  const auto streams = parse_streams(file.text, program, file.path);
  if (!streams) return false;
  const std::string& expected = file.header.expected.at(0).verdict;
  const bool is_exact = expected == "exact";
  if (prove_unbounded(program, *streams).is_proved) return is_exact;
  for (std::int64_t trips = 1; trips <= kMostTrips; ++trips) {
    BoundedOptions options;
    options.unroll.trips = trips;
    const BoundedResult found = prove_bounded(program, *streams, options);
    if (!found.counterexample) continue;
    const auto witness = replayed(program, *streams, *found.counterexample);
    return witness && expected == name(witness->verdict);
  }
  return false;
}

void report_streams_by_hand(Marks& marks) {
  double files = 0, right = 0;
  for (const std::string& path : corpus_paths("streams", ".tms")) {
    const CorpusFile file = read_corpus_file(path);
    if (file.header.program.find("kernels/") == std::string::npos) continue;
    const bool is_right = is_decided_rightly(file);
    if (!is_right) fmt::print("{}: not decided as announced\n", path);
    ++files;
    right += is_right;
  }
  marks.at_least("streams by hand of kernels, proved or refuted rightly", right,
                 std::max(files, 3.0));
}

int report(const std::vector<std::string>& only) {
  fmt::print("{:<45}{:>9}{:>8}{:>8}{:>9}{:>10}{:>8}\n", "program", "", "s", "in Z3", "queries",
             "steps", "places");
  Marks marks;
  std::vector<Row> rows;
  BarrierTally barrier;
  for (const std::string_view folder : {"kernels", "regressions"})
    for (const std::string& path : corpus_paths(folder, ".tm")) {
      const bool is_wanted = only.empty() || std::ranges::any_of(only, [&](const auto& word) {
                               return path.find(word) != path.npos;
                             });
      if (!is_wanted) continue;
      rows.push_back(row_of(path));
      print_row(rows.back());
      if (folder == "kernels") prove_barrier(path, barrier);
    }
  std::vector<double> seconds;
  double proved = 0, sum = 0, most = 0;
  for (const Row& row : rows) {
    seconds.push_back(row.seconds);
    proved += row.result.is_proved;
    sum += row.seconds;
    most = std::max(most, row.seconds);
  }
  std::ranges::sort(seconds);
  marks.at_least("proved for all inputs", proved, static_cast<double>(rows.size()));
  marks.at_most("seconds of one core, the slowest", most, kMostSeconds);
  marks.at_most("seconds of one core, median", seconds[seconds.size() / 2], kMedianSeconds);
  marks.at_most("seconds of one core, all", sum, kSecondsInSum);
  marks.at_least("kernels with barrier proved safe", barrier.safe, barrier.kernels);
  marks.at_least("kernels with barrier shown to overwait", barrier.overwaiting, barrier.kernels);
  if (only.empty()) report_streams_by_hand(marks);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int count, char** words) try {
  return tidemark::report(std::vector<std::string>(words + 1, words + count));
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
