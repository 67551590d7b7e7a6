// Expressions of streams as text, appended to one that is being made.
#pragma once

#include <string>

#include "core/ir/streams.h"

namespace tidemark::text {

// With only the brackets that the tree needs; linear in its size, no recursion.
void append(std::string& out, const Expression& e, const Stream& stream, const Program& program);

}  // namespace tidemark::text
