// Where statements stand in streams, and the parts of one that a mistake can change.
// For gen/mutate_streams.h.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/ir/streams.h"

namespace tidemark {

// Valid until a statement is added or removed.
struct StreamPlace {
  Streams* streams = nullptr;
  Stream* stream = nullptr;
  StreamBlock* block = nullptr;
  std::size_t index = 0;
  StreamBlock* outer_block = nullptr;  // that of the innermost loop around; null at the top
  std::size_t outer_index = 0;
  std::vector<ControlId> loops;  // `for` around, outermost first

  StreamStatement& statement() const { return (*block)[index]; }
  StreamBlock::iterator position() const {
    return block->begin() + static_cast<std::ptrdiff_t>(index);
  }
};

// Of one stream, in order of text.
std::vector<StreamPlace> places_of(Streams& streams, std::size_t stream);

// The program's control statement that this one follows.
std::optional<ControlId> control_of(const StreamStatement& statement);
// Is there an issue or a read in it?
bool issues(const StreamStatement& statement);
// The body of this loop, wherever it stands; null where the block leaves it out.
StreamBlock* loop_body(StreamBlock& block, ControlId loop);

// Ways to name another register or another loop's variable in a wait's threshold or a
// register's value.
std::int64_t count_other_symbols(const StreamPlace& place);
void use_other_symbol(StreamPlace& place, std::int64_t which);

// Ways to make the divisor of a remainder one more or one less.
std::int64_t count_depths(const StreamPlace& place);
void change_depth(StreamPlace& place, std::int64_t which);

}  // namespace tidemark
