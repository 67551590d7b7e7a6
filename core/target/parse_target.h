// Target files: one figure on a line, with where it comes from.
//
//   target trn2
//   engine.pe.clock         2.4 GHz     official  architecture guide, tensor engine
//   cost.pe.matmul.start    64  cycles  official  the first of a chain fills the array
//   semaphore.latency       100 ns      guess     nothing published; sweep 30 to 300
//
// A line is key, number, unit, evidence (`official`, `reported` or `guess`) and a source,
// which is never empty; `#` begins a comment. `engine.NAME.clock` names an engine and
// `cost.ENGINE.OPCODE.{column,fixed,start,floor}` makes a rule for one of them; all other
// keys are those of `target_keys`, once each. What a file leaves out has no limit and
// costs nothing.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/diagnostic.h"
#include "core/target/target.h"

namespace tidemark {

std::expected<Target, Diagnostics> parse_target(std::string_view text, const std::string& file);

// The fixed keys with their units: "semaphore.latency", "ns".
struct TargetKey {
  std::string_view name;
  std::string_view unit;
};
std::vector<TargetKey> target_keys();

// `KEY=NUMBER` on top of a file, as for a sweep: any key that a file may have. What is wrong with
// it, or nothing.
std::expected<void, std::string> set_figure(Target& target, std::string_view setting);

}  // namespace tidemark
