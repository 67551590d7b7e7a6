// A program and streams of it, flattened once for any number of runs, one after the other:
// whatever does not depend on the inputs.
//
// A run and a walk write into the code that they go through, so at any moment there is at
// most one run, and one walk of each stream.
#pragma once

#include <vector>

#include "checker/stream_code.h"
#include "core/ir/cells.h"
#include "core/run/run_code.h"

namespace tidemark {

struct Compiled {
  // The program is finished and the streams match it (core/ir/match.h). All must outlive this.
  Compiled(const Program& the_program, const Cells& the_cells, const Streams& the_streams)
      : program(the_program),
        cells(the_cells),
        streams(the_streams),
        run(compile_run(program, cells)) {
    codes.reserve(streams.streams.size());
    for (const Stream& stream : streams.streams)
      codes.push_back(compile_stream(program, streams, stream));
  }

  const Program& program;
  const Cells& cells;
  const Streams& streams;
  RunCode run;
  std::vector<StreamCode> codes;  // of streams.streams, in their order
};

}  // namespace tidemark
