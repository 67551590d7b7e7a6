// The blocks of a control statement: a loop's body, a branch's two arms (the second may be
// empty).
#pragma once

#include <vector>

#include "core/ir/program.h"

namespace tidemark {

inline std::vector<const Block*> blocks_of(const Control& control) {
  if (const auto* loop = std::get_if<For>(&control.form)) return {&loop->body};
  if (const auto* loop = std::get_if<While>(&control.form)) return {&loop->body};
  const If& branch = std::get<If>(control.form);
  return {&branch.then_block, &branch.else_block};
}

}  // namespace tidemark
