// Streams of a program by real threads, for the build with the thread sanitizer: a race ends
// the process with its report. `thread_runs SYNCHRONIZER PROGRAM...` runs each program a few
// times; kernels that take no thread plan are named, and none may be left out by `dynamic`.
#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <string>

#include "checker/threads/run_threads.h"
#include "core/sync/synchronizer.h"
#include "core/text/parse.h"

namespace tidemark {
namespace {

constexpr std::int64_t kTrips = 3;
constexpr std::uint64_t kRuns = 3;

bool run_program(const std::string& path, const Synchronizer& synchronizer) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const Program program = parse_program(text.str(), path).value();
  const Streams streams = synchronizer.synchronize(program).streams;
  Inputs inputs(program);
  for (const ParamId param : program.params.ids()) inputs.set(param, kTrips);
  const auto lines = make_lines(program, streams, inputs);
  if (!lines) {
    fmt::print("{}: no run, {}\n", path, lines.error().message);
    return lines.error().kind == RunError::Kind::bad_inputs;
  }
  const auto plan = make_thread_plan(program, streams, inputs, *lines);
  if (!plan) {
    fmt::print("{}: no plan, {}\n", path, plan.error());
    return false;
  }
  for (std::uint64_t seed = 0; seed < kRuns; ++seed)
    if (run_threads(*plan, {.seed = seed, .seconds = 120}) != ThreadOutcome::same_memory) {
      fmt::print("{}: other memory, or stuck\n", path);
      return false;
    }
  fmt::print("{}: {} runs\n", path, kRuns);
  return true;
}

}  // namespace
}  // namespace tidemark

int main(int argc, char** argv) {
  const auto* synchronizer = argc > 2 ? tidemark::find_synchronizer(argv[1]) : nullptr;
  if (synchronizer == nullptr) return 2;
  bool all = true;
  for (int i = 2; i < argc; ++i) all &= tidemark::run_program(argv[i], *synchronizer);
  return all ? 0 : 1;
}
