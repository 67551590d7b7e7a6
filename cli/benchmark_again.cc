#include "cli/benchmark_again.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string_view>

#include "core/external/run_command.h"

namespace tidemark {
namespace {

constexpr CommandLimits kLimits = {.time = std::chrono::hours(24),
                                   .bytes = std::uint64_t{1} << 40,
                                   .output_bytes = std::uint64_t{64} << 20};

// As a regular expression that matches this name alone.
std::string pattern_of(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

struct Earlier {
  std::string executable;
  std::set<std::string> patterns;  // of its benchmarks
  std::int64_t repetitions = 1;
};

std::expected<Earlier, std::string> read(const nlohmann::json& document) try {
  Earlier earlier{document.at("context").at("executable"), {}, 1};
  for (const nlohmann::json& benchmark : document.at("benchmarks")) {
    if (benchmark.value("run_type", "") != "iteration") continue;
    earlier.patterns.insert(pattern_of(benchmark.at("run_name").get<std::string>()));
    earlier.repetitions = std::max(earlier.repetitions, benchmark.value("repetitions", 1L));
  }
  if (earlier.patterns.empty()) return std::unexpected("there are no benchmarks in it");
  return earlier;
} catch (const nlohmann::json::exception&) {
  return std::unexpected("it does not say which program wrote it");
}

}  // namespace

std::expected<nlohmann::json, std::string> run_benchmarks_again(const nlohmann::json& before) {
  const auto earlier = read(before);
  if (!earlier) return std::unexpected(earlier.error());
  if (!std::filesystem::exists(earlier->executable))
    return std::unexpected(fmt::format("{}, which wrote it, is not there", earlier->executable));
  const std::string command =
      fmt::format("{} --benchmark_format=json --benchmark_repetitions={} --benchmark_filter={}",
                  shell_quoted(earlier->executable), earlier->repetitions,
                  shell_quoted(fmt::format("^({})$", fmt::join(earlier->patterns, "|"))));
  const CommandResult result = run_command(command, "", kLimits);
  if (result.end != CommandResult::End::exited || result.code != 0)
    return std::unexpected(fmt::format("{} failed: {}", earlier->executable, result.errors));
  nlohmann::json now = nlohmann::json::parse(result.output, nullptr, false);
  if (now.is_discarded()) return std::unexpected(earlier->executable + " wrote no JSON");
  return now;
}

}  // namespace tidemark
