// The unbounded proof of `dynamic` for every kernel and regression of the corpus: seconds
// for each, then each figure beside its mark.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "core/sync/synchronizer.h"
#include "oracle/unbounded.h"
#include "tests/corpus/corpus_files.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr double kMostSeconds = 5;     // of one program
constexpr double kMedianSeconds = 1;   // of all
constexpr double kSecondsInSum = 180;  // of all

struct Row {
  std::string program;
  UnboundedResult result;
  double seconds = 0;
};

Row row_of(const std::string& path) {
  const Program program = program_of(read_corpus_file(path));
  const Streams streams = synchronize(program).streams;
  const auto start = std::chrono::steady_clock::now();
  UnboundedResult result = prove_unbounded(program, streams);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return {path, std::move(result), seconds.count()};
}

void print_row(const Row& row) {
  const UnboundedResult& r = row.result;
  fmt::print("{:<45}{:>9}{:>8.2f}{:>8.2f}{:>9}{:>10}{:>8}  {}\n", row.program,
             r.is_proved ? "proved" : "unknown", row.seconds, r.solver.seconds, r.solver.queries,
             r.steps, r.certificate ? r.certificate->places.size() : 0, r.reason);
  std::fflush(stdout);
}

int report(const std::vector<std::string>& only) {
  fmt::print("{:<45}{:>9}{:>8}{:>8}{:>9}{:>10}{:>8}\n", "program", "", "s", "in Z3", "queries",
             "steps", "places");
  Marks marks;
  std::vector<Row> rows;
  for (const std::string_view folder : {"kernels", "regressions"})
    for (const std::string& path : corpus_paths(folder, ".tm")) {
      const bool is_wanted = only.empty() || std::ranges::any_of(only, [&](const auto& word) {
                               return path.find(word) != path.npos;
                             });
      if (!is_wanted) continue;
      rows.push_back(row_of(path));
      print_row(rows.back());
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
  marks.at_most("seconds of the slowest", most, kMostSeconds);
  marks.at_most("seconds, median", seconds[seconds.size() / 2], kMedianSeconds);
  marks.at_most("seconds, all", sum, kSecondsInSum);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int count, char** words) {
  return tidemark::report(std::vector<std::string>(words + 1, words + count));
}
