// The tree of a program in one piece of memory, for the steps that walk all of it: the
// program's own blocks lie wherever they were made, and each of them would be waited for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ir/program.h"

namespace tidemark::sync {

class Outline {
 public:
  using Block = std::span<const Statement>;
  enum class Kind : std::uint8_t { for_loop, while_loop, branch };

  explicit Outline(const Program& program);

  Block whole() const { return block(whole_); }
  Kind kind(ControlId control) const { return controls_[control].kind; }
  // Of a loop, or the first of a branch.
  Block body(ControlId control) const { return block(controls_[control].body); }
  // The other one of a branch; a loop's is empty.
  Block else_body(ControlId control) const { return block(controls_[control].else_body); }

 private:
  struct Extent {  // in `statements_`
    std::uint32_t begin = 0, end = 0;
  };
  struct Entry {
    Kind kind = Kind::for_loop;
    Extent body, else_body;
  };

  Block block(Extent extent) const {
    return Block(statements_).subspan(extent.begin, extent.end - extent.begin);
  }
  Extent keep(const tidemark::Block& block);
  Entry keep(const Control& control);

  std::vector<Statement> statements_;  // block by block
  Extent whole_;
  Table<ControlId, Entry> controls_;
};

}  // namespace tidemark::sync
