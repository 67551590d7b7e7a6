#include "core/sync/outline.h"

#include <variant>

namespace tidemark::sync {

Outline::Outline(const Program& program) {
  statements_.reserve(program.instructions.size() + program.controls.size() +
                      program.assignments.size());
  controls_.reserve(program.controls.size());
  whole_ = keep(program.body);
  for (const Control& control : program.controls) controls_.push(keep(control));
}

Outline::Extent Outline::keep(const tidemark::Block& block) {
  const auto begin = static_cast<std::uint32_t>(statements_.size());
  statements_.insert(statements_.end(), block.begin(), block.end());
  return {begin, static_cast<std::uint32_t>(statements_.size())};
}

Outline::Entry Outline::keep(const Control& control) {
  if (const auto* loop = std::get_if<For>(&control.form))
    return {Kind::for_loop, keep(loop->body), {}};
  if (const auto* branch = std::get_if<If>(&control.form))
    return {Kind::branch, keep(branch->then_block), keep(branch->else_block)};
  return {Kind::while_loop, keep(std::get<While>(control.form).body), {}};
}

}  // namespace tidemark::sync
