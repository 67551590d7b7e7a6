// A timeline in the trace event format of Chrome, which ui.perfetto.dev opens: engines as
// tracks, instances as slices on them (what an instance takes after it has freed its engine,
// and barriers, as slices of their own tracks beside it), waits that held as flows.
#pragma once

#include <string>

#include "checker/timed/timeline.h"

namespace tidemark {

std::string chrome_trace(const Timeline& timeline, const Program& program);

}  // namespace tidemark
