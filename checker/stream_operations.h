// The operations of one stream, each made from its statement (see checker/stream_code.h).
#pragma once

#include <span>
#include <vector>

#include "checker/stream_code.h"

namespace tidemark {

class StreamOperations {
 public:
  // Adds places for the stream's registers and its trips to the layout, which must
  // outlive this.
  StreamOperations(const Streams& streams, const Stream& stream, ValueLayout& layout);

  // Of a statement that is no control.
  StreamOperation make(const StreamStatement& statement) const;

  // The loops N whose trips(N) these statements ask for (not those inside of control), and
  // where such a count is to stand.
  std::vector<ControlId> loops_asked_in(std::span<const StreamStatement> statements) const;
  ValueSlot trips_place(ControlId loop) const { return trips_[loop]; }

 private:
  class Maker;

  const Streams& streams_;
  const ValueLayout& layout_;
  Table<SemaphoreId, SemaphoreIndex> first_;  // of each declared semaphore
  Table<RegisterId, RegisterPlace> registers_;
  Table<ControlId, ValueSlot> trips_;
};

}  // namespace tidemark
