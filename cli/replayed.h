// A counterexample of the solver, replayed by the interpreter: only then is it a finding.
#pragma once

#include <optional>

#include "checker/witness.h"
#include "oracle/bounded.h"

namespace tidemark {

// The verdict that it claims.
Verdict verdict_of(Counterexample::Kind kind);

// What the model claims, where the interpreter finds it so; nullopt where it does not. Not
// for malformed streams, which have no schedule.
std::optional<Witness> replayed(const Program& program, const Streams& streams,
                                const Counterexample& found);

// Are the streams malformed for its inputs, as it claims?
bool is_malformed(const Program& program, const Streams& streams, const Counterexample& found);

}  // namespace tidemark
