// What random streams turned out to be, in campaigns in which deciders must agree: agreement
// says little where all of them are of one kind.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>

#include "checker/verdict.h"
#include "tests/mark.h"

namespace tidemark {

using VerdictCounts = std::map<Verdict, std::uint64_t>;

inline void print_counts(const VerdictCounts& counts) {
  for (const auto& [verdict, count] : counts) fmt::print("  {:<10} {}\n", name(verdict), count);
}

// At least one stream in a hundred is of each kind.
inline void mark_shares(const VerdictCounts& counts, std::uint64_t streams, Marks& marks) {
  for (const Verdict verdict :
       {Verdict::unsafe, Verdict::deadlocks, Verdict::overwaits, Verdict::exact}) {
    const auto found = counts.find(verdict);
    const auto count = static_cast<double>(found == counts.end() ? 0 : found->second);
    marks.at_least(fmt::format("streams that are {}, percent", name(verdict)),
                   100.0 * count / static_cast<double>(streams), 1);
  }
}

}  // namespace tidemark
