// A finding of a fuzzer becomes a regression: made as small as it can be with the same
// cause, named by its cause, written with its head. Not where the folder has that cause.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "cli/report.h"

namespace tidemark {

struct AddOptions {
  std::filesystem::path folder = "corpus/regressions";
  std::chrono::seconds shrinking = std::chrono::seconds(60);  // at most
};

// `text` is a case (fuzz/cases/fuzz_case.h) from `file`. A program becomes a .tm; streams of a
// program are not shrunk, and become a .tms with its .tm.
Report add_to_corpus(const std::string& text, const std::string& file, const AddOptions& options);

}  // namespace tidemark
