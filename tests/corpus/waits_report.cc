// For each kernel with every trip count at 16: the waits that `dynamic` executes beside
// the least possible, its register operations, and the registers of its fullest stream.
// Prints a table, then each figure beside its mark.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/corpus/corpus_files.h"
#include "tests/corpus/kernel_figures.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr std::int64_t kTrips = 16;
constexpr double kMostOverLeast = 1.15;       // of one kernel
constexpr double kMostOverLeastInSum = 1.05;  // of all together
constexpr double kRegisters = 64;             // of a Trainium sequencer

struct Row {
  std::string kernel;
  KernelFigures figures;
  std::string waits;
};

double ratio(std::uint64_t waits, std::uint64_t least) {
  if (least == 0) return waits == 0 ? 1.0 : static_cast<double>(waits);
  return static_cast<double>(waits) / static_cast<double>(least);
}

double per_iteration(const KernelFigures& f) {
  return static_cast<double>(f.register_operations) / static_cast<double>(f.iterations);
}

Row row_of(const std::string& path) {
  const Program program = program_of(read_corpus_file(path));
  const Inputs inputs = steady_inputs(program, kTrips);
  return {program.name, figures_of(program, inputs), busiest_waits(program, inputs)};
}

void print_table(const std::vector<Row>& rows) {
  fmt::print("{:<18}{:>10}{:>10}{:>10}{:>8}{:>8}{:>10}{:>11}{:>10}\n", "kernel", "instances",
             "waits", "least", "ratio", "<= 0", "reg ops", "/iteration", "registers");
  for (const auto& [kernel, f, waits] : rows)
    fmt::print("{:<18}{:>10}{:>10}{:>10}{:>8.3f}{:>8}{:>10}{:>11.2f}{:>10}\n", kernel, f.instances,
               f.waits, f.necessary_waits, ratio(f.waits, f.necessary_waits), f.trivial_waits,
               f.register_operations, per_iteration(f), f.registers);
  fmt::print(
      "waits: executed with a threshold above 0; <= 0: the others. least: those that neither\n"
      "another wait nor anything earlier implies. reg ops: of all streams; /iteration: for each\n"
      "trip of an innermost loop with run-time bounds. registers: of the fullest stream.\n\n");
}

int report() {
  std::vector<Row> rows;
  for (const std::string& path : corpus_paths("kernels", ".tm")) rows.push_back(row_of(path));
  print_table(rows);

  Marks marks;
  std::uint64_t waits = 0, least = 0;
  for (const auto& [kernel, f, executed] : rows) {
    marks.at_least(fmt::format("exact, {}", kernel), f.is_exact ? 1 : 0, 1);
    const double over = ratio(f.waits, f.necessary_waits);
    marks.at_most(fmt::format("waits over the least possible, {}", kernel), over, kMostOverLeast);
    if (over > kMostOverLeast) fmt::print("{}", executed);
    marks.at_most(fmt::format("registers of the fullest stream, {}", kernel),
                  static_cast<double>(f.registers), kRegisters);
    waits += f.waits;
    least += f.necessary_waits;
  }
  marks.at_most("waits over the least possible, all kernels", ratio(waits, least),
                kMostOverLeastInSum);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main() { return tidemark::report(); }
