#include "bench/suite/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "bench/suite/sweeps.h"

namespace tidemark {
namespace {

constexpr double kNsPerUs = 1000;
constexpr std::string_view kMicro = "sync_bound";

using Kernels = std::vector<std::unique_ptr<LoadedKernel>>;

std::expected<Kernels, std::string> load(const SuiteOptions& options) {
  Kernels kernels;
  for (const SuiteEntry& entry : suite_entries()) {
    auto kernel = load_kernel(options.corpus, entry);
    if (!kernel) return std::unexpected(kernel.error());
    kernels.push_back(std::make_unique<LoadedKernel>(*std::move(kernel), options.target));
  }
  return kernels;
}

SuiteKernelResult result_of(const LoadedKernel& loaded, const Target& target) {
  const Inputs inputs = loaded.kernel.inputs();
  const Contenders& of = loaded.contenders;
  return {loaded.kernel.entry->name, measure(of, inputs, target),
          overhead_of(of.program, of.dynamic, inputs, target),
          overhead_of(of.program, *of.by_hand, inputs, target)};
}

ReportTable main_table(const std::vector<SuiteKernelResult>& kernels) {
  ReportTable table{"kernels",
                    "Every kernel, with each way to synchronize it",
                    "us: simulated latency of the whole run. The bound is the ideal system: each "
                    "instruction starts the moment its dependences allow, signals keep their "
                    "latency, synchronization and control take nothing.",
                    "kernel",
                    {{"barrier us", FigureKind::us},
                     {"barrier x4 us", FigureKind::us},
                     {"by hand us", FigureKind::us},
                     {"dynamic us", FigureKind::us},
                     {"bound us", FigureKind::us},
                     {"below barrier", FigureKind::percent},
                     {"below barrier x4", FigureKind::percent},
                     {"over by hand", FigureKind::ratio},
                     {"over bound", FigureKind::ratio}},
                    {}};
  for (const auto& [name, m, dynamic, by_hand] : kernels)
    table.rows.push_back(
        {name,
         {m.barrier_ns / kNsPerUs, m.barrier_x4_ns / kNsPerUs, *m.by_hand_ns / kNsPerUs,
          m.dynamic_ns / kNsPerUs, m.bound_ns / kNsPerUs, m.below_barrier(), m.below_barrier_x4(),
          m.dynamic_ns / *m.by_hand_ns, m.over_bound()}});
  return table;
}

// For each instance: comparable between kernels, whatever their loops.
ReportTable overhead_table(const std::vector<SuiteKernelResult>& kernels) {
  ReportTable table{"overhead",
                    "What synchronization takes for each instance",
                    "least: waits that no streams could do without. wait instructions: those that "
                    "stand on no instruction. register operations: assignments and what thresholds "
                    "take. control: trips and branches that the streams follow.",
                    "kernel",
                    {{"waits, dynamic", FigureKind::ratio},
                     {"by hand", FigureKind::ratio},
                     {"least", FigureKind::ratio},
                     {"wait instructions, dynamic", FigureKind::ratio},
                     {"by hand", FigureKind::ratio},
                     {"register operations, dynamic", FigureKind::ratio},
                     {"by hand", FigureKind::ratio},
                     {"control, dynamic", FigureKind::ratio},
                     {"by hand", FigureKind::ratio}},
                    {}};
  for (const auto& [name, measured, dynamic, hand] : kernels) {
    const auto each = [&](std::uint64_t count) {
      return static_cast<double>(count) / static_cast<double>(dynamic.instances);
    };
    table.rows.push_back({name,
                          {each(dynamic.waits), each(hand.waits), each(dynamic.necessary_waits),
                           each(dynamic.wait_instructions), each(hand.wait_instructions),
                           each(dynamic.register_work), each(hand.register_work),
                           each(dynamic.control_steps), each(hand.control_steps)}});
  }
  return table;
}

void append(std::vector<ReportTable>& tables, std::vector<ReportTable> more) {
  std::ranges::move(more, std::back_inserter(tables));
}

// "21% to 70%", over the kernels but the micro-benchmark.
template <class FigureOf>
std::string range_of(const Suite& suite, FigureOf&& figure_of, bool is_percent) {
  double low = 1e300, high = -1e300;
  for (const SuiteKernelResult& kernel : suite.kernels) {
    if (kernel.name == kMicro) continue;
    low = std::min(low, figure_of(kernel.measured));
    high = std::max(high, figure_of(kernel.measured));
  }
  return is_percent ? fmt::format("{:.0f}% to {:.0f}%", 100 * low, 100 * high)
                    : fmt::format("{:.3f} to {:.3f}", low, high);
}

}  // namespace

std::string headline(const Suite& suite) {
  return fmt::format(
      "Simulated on {}: `dynamic` takes {} less than `barrier` and {} less than `barrier x4`, "
      "and is {} times the bound, over {} kernels.",
      suite.target,
      range_of(
          suite, [](const Measured& m) { return m.below_barrier(); }, true),
      range_of(
          suite, [](const Measured& m) { return m.below_barrier_x4(); }, true),
      range_of(
          suite, [](const Measured& m) { return m.over_bound(); }, false),
      suite.kernels.size() - 1);
}

std::expected<Suite, std::string> run_suite(const SuiteOptions& options) {
  const auto kernels = load(options);
  if (!kernels) return std::unexpected(kernels.error());
  const auto tell = [&](std::string_view what) {
    if (options.progress) options.progress(what);
  };
  Suite suite{options.target.name, {}, {}};
  std::vector<const LoadedKernel*> all;
  for (const auto& kernel : *kernels) {
    tell(kernel->kernel.entry->name);
    suite.kernels.push_back(result_of(*kernel, options.target));
    all.push_back(kernel.get());
  }
  suite.tables = {main_table(suite.kernels), overhead_table(suite.kernels)};
  if (options.sweeps == Sweeps::none) return suite;
  tell("figures of the target");
  append(suite.tables, sweep_target(all, options.target));
  tell("trips and rings");
  suite.tables.push_back(sweep_trips(all, options.target));
  suite.tables.push_back(sweep_rings(all, options.target));
  tell("the micro-benchmark");
  append(suite.tables, sweep_micro(options.target));
  return suite;
}

std::string to_markdown(const Suite& suite) {
  std::string text = fmt::format(
      "# The kernel suite on {}\n\n{}\n\nAll figures are simulated; where each cost of the machine "
      "comes from stands in its target file.\n\n",
      suite.target, headline(suite));
  for (const ReportTable& table : suite.tables) text += to_markdown(table);
  return text;
}

nlohmann::ordered_json to_json(const Suite& suite) {
  nlohmann::ordered_json json = {{"target", suite.target}, {"headline", headline(suite)}};
  for (const ReportTable& table : suite.tables) json["tables"][table.key] = to_json(table);
  return json;
}

}  // namespace tidemark
