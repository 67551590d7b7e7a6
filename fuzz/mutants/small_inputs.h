// Every input of a program with small values: each param 0 to 4, or to 9 where there are at
// most two, and the first loads of each buffer that is read for control 0 to 4, then 0.
//
// Where there are more than `kMost`, that many, spread evenly: `is_complete` says so.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run/inputs.h"

namespace tidemark::mutants {

class SmallInputs {
 public:
  static constexpr std::uint64_t kValues = 5;
  static constexpr std::uint64_t kValuesOfFewParams = 10;
  static constexpr std::size_t kLoads = 3;  // of a buffer; later ones are 0
  static constexpr std::uint64_t kMost = 100'000;

  explicit SmallInputs(const Program& program);
  explicit SmallInputs(Program&&) = delete;

  std::uint64_t size() const { return size_; }
  bool is_complete() const { return size_ == all_; }
  Inputs at(std::uint64_t index) const;

 private:
  const Program* program_;
  std::uint64_t param_values_;
  std::vector<BufferId> loaded_;
  std::uint64_t all_ = 1;
  std::uint64_t size_ = 1;
};

}  // namespace tidemark::mutants
