#include "bench/suite/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace tidemark {
namespace {

constexpr double kLeast = 1.03;  // medians nearer to one another are taken as equal

struct Samples {
  std::vector<std::string> order;
  std::map<std::string, std::vector<double>> of;  // CPU time in ns, sorted
};

double nanoseconds(const nlohmann::json& run) {
  static const std::map<std::string, double> units = {
      {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  const auto unit = units.find(run.value("time_unit", "ns"));
  return run.at("cpu_time").get<double>() * (unit == units.end() ? 1 : unit->second);
}

// Throws where a run's figures are not of their kind.
Samples samples_of(const nlohmann::json& runs) {
  Samples samples;
  for (const nlohmann::json& run : runs) {
    if (run.value("run_type", "iteration") != "iteration" || !run.contains("cpu_time")) continue;
    const std::string name = run.value("run_name", run.value("name", ""));
    std::vector<double>& times = samples.of[name];
    if (times.empty()) samples.order.push_back(name);
    times.push_back(nanoseconds(run));
  }
  for (auto& [name, times] : samples.of) std::ranges::sort(times);
  return samples;
}

std::expected<Samples, std::string> samples_in(const nlohmann::json& document) {
  constexpr const char* kExpected = "expected Google Benchmark's JSON";
  if (!document.is_object() || !document.contains("benchmarks"))
    return std::unexpected(fmt::format("no `benchmarks` in it: {}", kExpected));
  try {
    return samples_of(document.at("benchmarks"));
  } catch (const nlohmann::json::exception& error) {
    return std::unexpected(fmt::format("{}: {}", kExpected, error.what()));
  }
}

double median(const std::vector<double>& sorted) { return sorted[sorted.size() / 2]; }

Change change_between(const std::vector<double>& before, const std::vector<double>& after) {
  const double ratio = median(after) / median(before);
  if (after.front() > before.back() && ratio > kLeast) return Change::slower;
  if (after.back() < before.front() && ratio < 1 / kLeast) return Change::faster;
  return Change::none;
}

}  // namespace

std::string_view name(Change change) {
  switch (change) {
    case Change::none:
      return "same";
    case Change::slower:
      return "slower";
    case Change::faster:
      return "faster";
    case Change::only_old:
      return "gone";
    case Change::only_new:
      return "new";
  }
  std::unreachable();
}

std::expected<std::vector<BenchmarkPair>, std::string> compare_benchmarks(
    const nlohmann::json& before, const nlohmann::json& after) {
  const auto old_samples = samples_in(before);
  if (!old_samples) return std::unexpected("old: " + old_samples.error());
  const auto new_samples = samples_in(after);
  if (!new_samples) return std::unexpected("new: " + new_samples.error());
  std::vector<BenchmarkPair> result;
  for (const std::string& benchmark : old_samples->order) {
    const std::vector<double>& old_times = old_samples->of.at(benchmark);
    const auto found = new_samples->of.find(benchmark);
    if (found == new_samples->of.end())
      result.push_back({benchmark, Change::only_old, median(old_times), 0});
    else
      result.push_back({benchmark, change_between(old_times, found->second), median(old_times),
                        median(found->second)});
  }
  for (const std::string& benchmark : new_samples->order)
    if (!old_samples->of.contains(benchmark))
      result.push_back({benchmark, Change::only_new, 0, median(new_samples->of.at(benchmark))});
  return result;
}

}  // namespace tidemark
