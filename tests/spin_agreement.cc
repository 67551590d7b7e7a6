// SPIN's answers beside ours: `spin_agreement N` draws N random small programs with streams,
// sound and broken, exports each, and asks SPIN apart whether an assertion is violated
// (unsafe) and, of safe streams, whether there is an invalid end state (deadlocks).
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "checker/explore/exhaustive.h"
#include "checker/export/promela.h"
#include "core/ir/match.h"
#include "core/text/print.h"
#include "gen/mutate_streams.h"
#include "gen/random_program.h"
#include "gen/random_streams.h"
#include "gen/run_list.h"
#include "tests/mark.h"

namespace tidemark {
namespace {

constexpr std::uint64_t kMostInstances = 14;

class Spin {
 public:
  Spin()
      : folder_(std::filesystem::temp_directory_path() /
                fmt::format("tidemark-spin-{}", getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~Spin() { std::filesystem::remove_all(folder_); }
  Spin(const Spin&) = delete;
  Spin& operator=(const Spin&) = delete;

  // False where SPIN does not take the model.
  bool load(const std::string& model) {
    std::ofstream(folder_ / "model.pml") << model;
    return shell("spin -a model.pml >spin.log 2>&1 && cc -w -O0 -DNOREDUCE -o pan pan.c") == 0;
  }
  bool violates_assertion() { return has_errors("-E"); }
  bool has_invalid_end() { return has_errors("-A"); }

 private:
  int shell(const std::string& command) const {
    return std::system(fmt::format("cd {} && {}", folder_.string(), command).c_str());
  }

  bool has_errors(const std::string& flag) const {
    shell(fmt::format("./pan {} -m100000 >pan.log 2>&1", flag));
    std::ifstream log(folder_ / "pan.log");
    std::stringstream text;
    text << log.rdbuf();
    return text.str().find("errors: 0") == std::string::npos;
  }

  std::filesystem::path folder_;
};

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t differences = 0;
  std::map<Verdict, std::uint64_t> verdicts;
};

void compare(std::uint64_t seed, Spin& spin, Tally& tally) {
  Random random(seed);
  const Program program = random_program(
      seed, {.engines = random.between(2, 4), .statements = random.between(3, 8), .nesting = 2});
  const Inputs inputs(program, seed, {0, 3});
  const auto size = list_run(program, inputs, kMostInstances + 1).size();
  if (size < 3 || size > kMostInstances) return;
  Streams streams = random_streams(program, inputs, random);
  for (std::uint64_t i = random.below(3); i > 0; --i)
    mutate(streams, static_cast<StreamMutation>(random.below(kStreamMutations)), random);
  const auto lines = make_lines(program, streams, inputs);
  if (!lines || !mismatches(program, streams, 1).empty()) return;
  const auto model = to_promela(program, *lines);
  if (!model) return;
  Tracks tracks(program, *lines);
  mark_prompt_steps(tracks);
  const Verdict ours = explore(tracks).verdict;
  ++tally.programs;
  ++tally.verdicts[ours];
  const bool loaded = spin.load(*model);
  const bool is_unsafe = loaded && spin.violates_assertion();
  const bool deadlocks = loaded && !is_unsafe && spin.has_invalid_end();
  if (loaded && is_unsafe == (ours == Verdict::unsafe) &&
      (is_unsafe || deadlocks == (ours == Verdict::deadlocks)))
    return;
  ++tally.differences;
  fmt::print("ours: {}, SPIN: {}\n{}\n{}\n{}\n", name(ours),
             !loaded     ? "takes no such model"
             : is_unsafe ? "unsafe"
             : deadlocks ? "deadlocks"
                         : "ok",
             inputs.flags(program), print(program), print(streams, program));
}

int run(std::uint64_t programs) {
  Spin spin;
  Tally tally;
  for (std::uint64_t seed = 0; tally.programs < programs; ++seed) compare(seed, spin, tally);
  for (const auto& [verdict, count] : tally.verdicts)
    fmt::print("  {:<10} {}\n", name(verdict), count);
  Marks marks;
  marks.at_most(fmt::format("differences from SPIN in {} programs", programs),
                static_cast<double>(tally.differences), 0);
  return marks.exit_code();
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  return tidemark::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 5);
}
