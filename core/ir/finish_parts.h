// The parts of `finish`, in the order in which it runs them. Not for use elsewhere.
#pragma once

#include <string>
#include <vector>

#include "core/ir/finish.h"

namespace tidemark::internal {

// Collects errors up to a limit; the first ones are the ones worth reading.
class ProgramErrors {
 public:
  void add(SourceLine line, std::string subject, std::string message, std::string hint = {}) {
    if (errors_.size() < kLimit)
      errors_.push_back({line, std::move(subject), std::move(message), std::move(hint)});
  }
  bool empty() const { return errors_.empty(); }
  std::vector<ProgramError> take() { return std::move(errors_); }

 private:
  static constexpr std::size_t kLimit = 20;
  std::vector<ProgramError> errors_;
};

// Engines, params, memories, buffers, counters: names, sizes and ranges.
void check_declarations(const Program& program, const ProgramLimits& limits, ProgramErrors& errors);

// The tree: every statement stands in it once, numbered in order of text. Returns the
// instructions and controls in that order. What follows relies on it.
std::vector<Statement> check_tree(const Program& program, const ProgramLimits& limits,
                                  ProgramErrors& errors);

// Scopes, operands, attributes: what every single statement says.
void check_statements(const Program& program, ProgramErrors& errors);

// Sets `name` of every instruction and control, given in order of text.
void name_statements(Program& program, const std::vector<Statement>& order, ProgramErrors& errors);

}  // namespace tidemark::internal
