// Schedules as text, one step a line; `#` begins a comment:
//
//   issue dma
//   complete dma          # with stripes: complete dma PART, from 0
//   step act              # a silent step that changes a semaphore, passes a barrier, or
//                         # passes a wait that might cease to hold
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "checker/step.h"
#include "core/ir/diagnostic.h"
#include "core/ir/program.h"

namespace tidemark {

// All that is wrong with the text. Whether a machine can take the steps is for replay.
std::expected<Schedule, Diagnostics> parse_schedule(std::string_view text, const Program& program,
                                                    const std::string& file = "<schedule>");

// parse(print(schedule)) == schedule.
std::string print(const Schedule& schedule, const Program& program);
std::string print(const Step& step, const Program& program);

}  // namespace tidemark
