// The ways in which a program can be made smaller, as edits of a draft of it.
//
// A pass lists the edits of one kind for one program. They are independent: any subset may
// be applied to one draft of that program, in order. An edit may turn out to leave no
// program, or none that is smaller (gen/draft.h, gen/program_size.h): who applies it looks.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "gen/draft.h"

namespace tidemark {

using Edit = std::function<void(Draft&)>;

struct Pass {
  std::string_view name;
  std::vector<Edit> (*edits)(const Program&);
};

// Drops the statements inside `depth` blocks, each by itself; no edits where there are none.
std::vector<Edit> drop_statements(const Program& program, std::size_t depth);

// Everything else, in the order in which it pays: what removes most comes first.
const std::vector<Pass>& passes();

namespace edits {  // the passes, by what they change

std::vector<Pass> of_control();       // unroll a loop, take a branch, lower its bounds
std::vector<Pass> of_operands();      // fewer operands, simpler indices and numbers
std::vector<Pass> of_declarations();  // merge buffers and engines, fix params, rename

}  // namespace edits
}  // namespace tidemark
