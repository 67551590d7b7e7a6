// tidemark gen: a random program, or what random programs are like.
#include <fmt/format.h>

#include "cli/command.h"
#include "core/text/print.h"
#include "gen/random_program.h"
#include "gen/trait_counts.h"

namespace tidemark {
namespace {

constexpr DrawRange kInputs = {0, 4};  // as the command line draws them
constexpr std::uint64_t kMostStatements = 10'000;

class GenCommand : public Command {
 public:
  std::string_view name() const override { return "gen"; }
  std::string_view summary() const override { return "a random program"; }
  std::string_view lesson() const override {
    return "The same seed, size, features and kind give the same program. Each program uses a\n"
           "random part of the features that it may use, so that none drowns the others.\n"
           "  inflight params ranges rings arrays affine counters branches otherwise remainders\n"
           "  loads whiles constants triangles steps labels attributes shapes\n"
           "\n"
           "Examples: a program; one of loops and rings only; what ring-heavy ones have\n"
           "  tidemark gen --seed 7\n"
           "  tidemark gen --seed 7 --size 6 --features params,rings,affine\n"
           "  tidemark gen --kind ring-heavy --stats 1000";
  }

  void declare(Flags& flags) override {
    flags.number("--seed", seed_, "which program (default 0)");
    flags.number("--size", size_, "at most so many statements (default 12)");
    flags.text("--features", features_, "NAME,...",
               "what it may use: names, or all,-NAME,... (default all)");
    flags.choice("--kind", kind_, {"general", "ring-heavy"}, "(default general)");
    flags.number("--stats", stats_, "counts what N programs have, from this seed on");
  }

  Report run(std::istream&) override {
    RandomProgramOptions options;
    if (size_ == 0 || size_ > kMostStatements)
      return bad_input(fmt::format("--size {}: expected 1 to {}", size_, kMostStatements));
    options.statements = static_cast<std::int64_t>(size_);
    const auto features = parse_features(features_.value_or("all"));
    if (!features) return bad_input("--features: " + features.error());
    options.features = *features;
    if (kind_ == "ring-heavy") options.kind = ProgramKind::ring_heavy;
    if (stats_ == 0) return bad_input("--stats 0: expected at least one program");
    return stats_ ? count(options) : print_one(options);
  }

 private:
  Report print_one(const RandomProgramOptions& options) const {
    const std::string text = print(random_program(seed_, options));
    return {.text = text, .json = {{"program", text}}};
  }

  Report count(const RandomProgramOptions& options) const {
    TraitCounts counts;
    for (std::uint64_t i = 0; i < *stats_; ++i) {
      const Program program = random_program(seed_ + i, options);
      counts.add(program, Inputs(program, seed_ + i, kInputs));
    }
    Report report;
    report.json = {{"programs", counts.programs()}, {"statements", counts.statements()}};
    for (std::size_t i = 0; i < kProgramTraits; ++i) {
      const auto trait = static_cast<ProgramTrait>(i);
      report.text += fmt::format("{:7.2f}%  {}\n", counts.percent(trait), tidemark::name(trait));
      report.json["percent"][std::string(tidemark::name(trait))] = counts.percent(trait);
    }
    report.text += fmt::format("done: {} programs, {:.1f} statements on average\n",
                               counts.programs(), counts.statements());
    return report;
  }

  std::uint64_t seed_ = 0;
  std::uint64_t size_ = 12;
  std::optional<std::string> features_;
  std::string kind_;
  std::optional<std::uint64_t> stats_;
};

}  // namespace

std::unique_ptr<Command> make_gen_command() { return std::make_unique<GenCommand>(); }

}  // namespace tidemark
