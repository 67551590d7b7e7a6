// The kernels of the suite: programs of corpus/kernels with the bounds that they are timed
// for, and the streams that somebody wrote by hand for them.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/streams.h"
#include "core/run/inputs.h"

namespace tidemark {

struct SuiteParam {
  std::string name;
  std::int64_t value = 0;
  bool is_outer = false;  // its loop holds all others: the trips that sweeps change
};

struct SuiteEntry {
  std::string name;  // of the kernel's file
  std::vector<SuiteParam> params;
  // A buffer whose loads bound a loop or go on with a `while`, and their values, which repeat.
  std::string loaded;
  std::vector<std::int64_t> loads;
  bool goes_on = false;  // the loads are of a `while`
};

// In the order of the report. Outer loops have at least 64 iterations.
const std::vector<SuiteEntry>& suite_entries();

struct SuiteKernel {
  const SuiteEntry* entry = nullptr;
  Program program;
  std::optional<Streams> by_hand;

  // The entry's inputs, with so many trips of the outer loop where it is given.
  Inputs inputs(std::optional<std::int64_t> outer = {}) const;
};

// From CORPUS/kernels/NAME.tm and CORPUS/by_hand/NAME.tms. An error says what is wrong with
// a file.
std::expected<SuiteKernel, std::string> load_kernel(const std::string& corpus,
                                                    const SuiteEntry& entry);

}  // namespace tidemark
