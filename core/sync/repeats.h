// The needs by which a site comes back to a key that has not been set again: some loop around
// the site neither sets the key nor chooses another slot. From the second time on there is
// nothing to wait for.
#pragma once

#include "core/sync/operands.h"
#include "core/sync/outline.h"

namespace tidemark::sync {

using Repeats = Table<NeedId, bool>;

// One walk; what a loop leaves open is asked again of the loop around it.
Repeats find_repeats(const Outline& outline, const Operands& operands);

}  // namespace tidemark::sync
