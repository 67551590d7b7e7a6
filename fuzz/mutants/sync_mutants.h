// The broken synchronizers (core/sync/mutant.h), each with its name and what it is.
#pragma once

#include <span>
#include <string_view>

#include "checker/verdict.h"
#include "core/ir/streams.h"
#include "core/sync/mutant.h"

namespace tidemark::mutants {

struct SyncMutant {
  sync::Mutant mutant;
  std::string_view name;
  std::string_view synchronizer = "dynamic";  // which is broken
  // What the synchronizer's streams may be when nothing is planted, besides exact.
  Verdict tolerated = Verdict::exact;
};

std::span<const SyncMutant> sync_mutants();

// Null where there is none of this name.
const SyncMutant* find_sync_mutant(std::string_view name);

// The streams that its synchronizer makes with the fault planted, and without.
Streams broken_streams(const SyncMutant& mutant, const Program& program);
Streams right_streams(const SyncMutant& mutant, const Program& program);

}  // namespace tidemark::mutants
