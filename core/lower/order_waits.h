// Of several waits before an instruction, those stand on it that are likely to hold last.
//
// What stands on an instruction holds only the engine; a wait of its own keeps the sequencer
// after its semaphore has come, too. Waits side by side may be reordered freely: only all of
// them together let the instruction go. Likely last is the producer with the most work in
// the innermost loop around, since the others run ahead of it or are held up by it; of
// equals, the one that passes data on comes after the one that gives a slot free.
#pragma once

#include "core/ir/streams.h"
#include "core/target/target.h"

namespace tidemark::lowering {

void order_waits(const Program& program, Streams& streams, const Target& target);

}  // namespace tidemark::lowering
