// The flags that choose a machine: --target, --machine.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/report.h"
#include "core/target/target.h"

namespace tidemark {

class TargetFlags {
 public:
  void declare(Flags& flags);
  bool is_given() const { return !target_.empty(); }

  // A target that comes with Tidemark, by name, or a file; with the figures changed.
  std::expected<Target, Report> load() const;

 private:
  std::string target_;  // empty: trn2
  std::vector<std::string> figures_;
};

}  // namespace tidemark
