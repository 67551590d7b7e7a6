// tidemark bench: what synchronization without barriers gains, and how fast Tidemark itself is.
#include <fmt/format.h>

#include <cstdio>
#include <sstream>

#include "bench/suite/compare.h"
#include "bench/suite/suite.h"
#include "cli/benchmark_again.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/target_flags.h"

namespace tidemark {
namespace {

class BenchCommand : public Command {
 public:
  std::string_view name() const override { return "bench"; }
  std::string_view summary() const override {
    return "time the kernel suite on a machine (simulated); compare benchmark runs";
  }
  std::string_view lesson() const override {
    return "`bench suite` times every kernel with barriers, with streams by hand and with\n"
           "`dynamic`, beside the bound, then once more for each figure that nobody knows for\n"
           "certain. It reads the kernels from corpus/ in the current folder. All figures are\n"
           "simulated.\n"
           "`bench compare OLD.json NEW.json` holds two runs of Google Benchmark programs\n"
           "(--benchmark_out=FILE --benchmark_repetitions=5) side by side: exit 1 where something\n"
           "became slower beyond noise. Without NEW.json the program that wrote OLD.json is run\n"
           "again, with the same benchmarks.\n"
           "\n"
           "Examples:\n"
           "  tidemark bench suite --sweeps none\n"
           "  tidemark bench suite --target trn2 --markdown suite.md --svg suite.svg\n"
           "  tidemark bench compare old.json new.json";
  }

  void declare(Flags& flags) override {
    flags.required_file("WHAT", what_, "suite or compare");
    flags.optional_file("OLD.json", old_path_, "compare: the earlier run");
    flags.optional_file("NEW.json", new_path_, "compare: the later run (default: one made now)");
    target_.declare(flags);
    flags.text("--corpus", corpus_, "DIR", "where kernels/ and by_hand/ are (default corpus)");
    flags.choice("--sweeps", sweeps_, {"all", "none"}, "the tables beside the main one");
    flags.text("--markdown", markdown_path_, "FILE", "write the report there");
    flags.text("--svg", svg_path_, "FILE", "draw the main table there");
  }

  Report run(std::istream& standard_in) override {
    if (what_ == "suite") return run_suite_here();
    if (what_ == "compare") return compare(standard_in);
    return bad_input(fmt::format("bench {}: expected suite or compare", what_));
  }

 private:
  Report run_suite_here() const {
    if (old_path_) return bad_input("bench suite takes no files");
    const auto target = target_.load();
    if (!target) return target.error();
    const auto suite = run_suite(
        {.corpus = corpus_.value_or("corpus"),
         .target = *target,
         .sweeps = sweeps_ == "all" ? Sweeps::all : Sweeps::none,
         .progress = [](std::string_view what) { fmt::print(stderr, "measuring {}\n", what); }});
    if (!suite) return bad_input(suite.error());
    Report report;
    report.json = to_json(*suite);
    report.text = to_markdown(*suite);
    if (markdown_path_)
      if (auto failure = write_text(*markdown_path_, report.text)) return *std::move(failure);
    if (svg_path_)
      if (auto failure = write_text(*svg_path_, to_svg(*suite))) return *std::move(failure);
    return report;
  }

  static std::expected<nlohmann::json, Report> read_json(const std::string& path,
                                                         std::istream& standard_in) {
    const auto text = read_text(path, standard_in);
    if (!text) return std::unexpected(text.error());
    nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
    if (json.is_discarded()) return std::unexpected(bad_input(path + " is no JSON"));
    return json;
  }

  std::expected<nlohmann::json, Report> run_again(const nlohmann::json& before) const {
    auto now = run_benchmarks_again(before);
    if (!now) return std::unexpected(bad_input(fmt::format("{}: {}", *old_path_, now.error())));
    return *std::move(now);
  }

  Report compare(std::istream& standard_in) const {
    if (!old_path_) return bad_input("bench compare: expected OLD.json [NEW.json]");
    if (*old_path_ == "-" && new_path_ == "-")
      return bad_input("only one of OLD.json and NEW.json can be standard input");
    const auto before = read_json(*old_path_, standard_in);
    if (!before) return before.error();
    const auto after = new_path_ ? read_json(*new_path_, standard_in) : run_again(*before);
    if (!after) return after.error();
    const auto compared = compare_benchmarks(*before, *after);
    if (!compared) return bad_input(compared.error());
    return report_of(*compared);
  }

  static Report report_of(const std::vector<BenchmarkPair>& compared) {
    Report report;
    report.json["benchmarks"] = nlohmann::ordered_json::array();
    std::size_t slower = 0;
    for (const BenchmarkPair& c : compared) {
      slower += c.change == Change::slower ? 1 : 0;
      report.json["benchmarks"].push_back({{"name", c.benchmark},
                                           {"change", tidemark::name(c.change)},
                                           {"old_ns", c.old_ns},
                                           {"new_ns", c.new_ns}});
      report.text += fmt::format(
          "{:<7} {:<40} {:>14.0f} ns {:>14.0f} ns{}\n", tidemark::name(c.change), c.benchmark,
          c.old_ns, c.new_ns,
          c.old_ns > 0 && c.new_ns > 0 ? fmt::format("  {:.3f}", c.new_ns / c.old_ns) : "");
    }
    if (slower > 0) report.exit = Exit::finding;
    report.text +=
        fmt::format("compared: {} benchmarks, {} slower beyond noise\n", compared.size(), slower);
    report.json["slower"] = slower;
    return report;
  }

  std::string what_;
  std::optional<std::string> old_path_, new_path_, corpus_, markdown_path_, svg_path_;
  std::string sweeps_ = "all";
  TargetFlags target_;
};

}  // namespace

std::unique_ptr<Command> make_bench_command() { return std::make_unique<BenchCommand>(); }

}  // namespace tidemark
