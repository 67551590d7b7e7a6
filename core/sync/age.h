// How far an engine has come, and how far back a value of its keys lies.
#pragma once

#include <cstdint>

#include "core/check.h"
#include "core/sync/coverage.h"
#include "core/sync/distance.h"

namespace tidemark::sync {

// A stretch of the walk over which counts of one engine can be compared.
using Era = std::uint32_t;

struct Progress {         // of one engine
  Position position = 0;  // of its last instance
  Era era = 0;
  std::int64_t count = 0;
  std::int64_t issued = 0;  // instances on every path here, at least

  friend bool operator==(const Progress&, const Progress&) = default;
};

// When a value was set.
struct Age {
  Era era = 0;
  enum class Span : std::uint8_t { exact, at_least, none } span = Span::at_least;
  // The count of the engine less the distances allowed, so that it need not change as
  // the count grows. Meaningful while the engine's era is `era`.
  std::int64_t base = 0;
  std::int64_t issued = 0;  // Progress::issued when it was set, or less

  friend bool operator==(const Age&, const Age&) = default;
};

// What the age allows, seen from where the engine's progress is `by`.
inline Distance distance_of(const Age& age, const Progress& by) {
  if (age.era != by.era) return Distance::none();
  switch (age.span) {
    case Age::Span::exact:
      return Distance::exactly(by.count - age.base);
    case Age::Span::at_least:
      return Distance::at_least(by.count - age.base);
    case Age::Span::none:
      return Distance::none();
  }
  CHECK(false);
}

// The age of a value that is so far behind, in counts and in instances issued.
inline Age age_at(Distance distance, const Progress& by, std::int64_t behind) {
  const std::int64_t issued = by.issued - behind;
  if (distance.is_none()) return {by.era, Age::Span::none, 0, issued};
  const bool exact = distance.least == distance.greatest;
  return {by.era, exact ? Age::Span::exact : Age::Span::at_least, by.count - distance.least,
          issued};
}

}  // namespace tidemark::sync
