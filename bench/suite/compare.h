// Two runs of Google Benchmark programs (their JSON, with repetitions), held side by side.
//
// A benchmark has changed beyond noise if every repetition of one run is slower than every
// one of the other, and the medians differ by more than 3%. With five repetitions each,
// chance alone does the former in 1 of 126 cases.
#pragma once

#include <expected>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

enum class Change : std::uint8_t { none, slower, faster, only_old, only_new };
std::string_view name(Change change);

struct BenchmarkPair {
  std::string benchmark;
  Change change = Change::none;
  double old_ns = 0, new_ns = 0;  // medians of the CPU time; 0: there is none
};

// In the order of the old run, then what only the new one has. An error where a document
// holds no benchmarks.
std::expected<std::vector<BenchmarkPair>, std::string> compare_benchmarks(
    const nlohmann::json& before, const nlohmann::json& after);

}  // namespace tidemark
