// What the targets that decide have in common: the case's program with inputs, small enough
// to be decided in a moment, and the demand that all deciders agree.
#pragma once

#include <optional>
#include <string_view>

#include "checker/verdict.h"
#include "core/ir/cells.h"
#include "core/ir/streams.h"
#include "core/run/inputs.h"
#include "fuzz/cases/fuzz_case.h"

namespace tidemark {

struct FuzzSubject {
  std::string_view text;  // of the case, for findings
  Program program;
  Cells cells;
  Inputs inputs;
};

// nullopt where the program does not parse, is large, or its run has no verdict or is long.
std::optional<FuzzSubject> subject_of(std::string_view text);

struct Agreed {
  Verdict verdict = Verdict::unknown;
  bool visited_all = false;  // the exhaustive mode came to its end
};

// Clocks against exhaustive: where both decide and differ, that is a finding, and so are
// streams of ours that do not match the program. `what` names the streams in it.
Agreed decide_by_all(const FuzzSubject& subject, const Streams& streams, std::string_view what);

}  // namespace tidemark
