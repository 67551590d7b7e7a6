// What drawings call an instance: its instruction's name, or "read NAME" of a control read.
#pragma once

#include <string>

#include "checker/timed/timeline.h"

namespace tidemark {

inline std::string name_of(const Span& span, const Program& program) {
  return span.is_read ? "read " + program.controls[ControlId(span.source)].name
                      : program.instructions[InstructionId(span.source)].name;
}

}  // namespace tidemark
