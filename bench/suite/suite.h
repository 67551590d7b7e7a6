// The suite's report: every kernel with each way to synchronize it on one target, and how the
// figures move with what nobody knows for certain. All figures are simulated.
//
// The parameters are those of the target's file, fixed before anything was measured; sweeps
// change one at a time.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "bench/suite/measure.h"
#include "bench/suite/report_table.h"

namespace tidemark {

enum class Sweeps : std::uint8_t { none, all };

struct SuiteOptions {
  std::string corpus = "corpus";
  Target target;
  Sweeps sweeps = Sweeps::all;
  std::function<void(std::string_view)> progress;  // what is measured next; may be empty
};

struct SuiteKernelResult {
  std::string name;
  Measured measured;
  Overhead dynamic, by_hand;
};

struct Suite {
  std::string target;
  std::vector<SuiteKernelResult> kernels;
  std::vector<ReportTable> tables;  // the first is the main one
};

// An error: a file of the corpus that cannot be read.
std::expected<Suite, std::string> run_suite(const SuiteOptions& options);

// The ranges over all kernels but the micro-benchmark, in one sentence.
std::string headline(const Suite& suite);

std::string to_markdown(const Suite& suite);
nlohmann::ordered_json to_json(const Suite& suite);
std::string to_svg(const Suite& suite);  // the main table as bars

}  // namespace tidemark
