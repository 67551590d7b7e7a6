// Runs a Google Benchmark program again as it was run when it wrote a document: the same
// benchmarks, as many repetitions each. The document names the program (`context.executable`),
// as seen from the folder in which it was started then.
#pragma once

#include <expected>
#include <nlohmann/json.hpp>
#include <string>

namespace tidemark {

// What the program writes now, or why there is nothing.
std::expected<nlohmann::json, std::string> run_benchmarks_again(const nlohmann::json& before);

}  // namespace tidemark
