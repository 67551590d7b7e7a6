// The waits of a program's streams, and where each threshold comes from.
#pragma once

#include <span>

#include "core/sync/lists.h"
#include "core/sync/plan.h"

namespace tidemark::sync {

// A register, or register ring, of one stream: snapshot_groups.h.
using GroupId = Index<struct GroupTag>;

struct PlannedWait {
  enum class Source : std::uint8_t {
    count,     // C[e] less an affine distance
    snapshot,  // a register of `Snapshots`
  };

  NeedId need = {};
  EngineId producer = {};
  Source source = Source::snapshot;
  bool clears = false;  // with `snapshot`: it is rarely needed, so clear it after the wait
  // With `count`: the distance is this, and what the form in Analysis::affine adds for the
  // variables of the innermost loops; -1: nothing.
  std::int32_t affine = -1;
  std::int64_t distance = 0;
  GroupId group = {};               // with `snapshot`
  SetterSet setters = kAllSetters;  // whose values may be waited for
};

// Of all streams: those of one follow one another, in order of need.
class PlannedWaits {
 public:
  // Without groups: make_snapshot_groups fills them in.
  explicit PlannedWaits(const Plan& plan);

  std::span<PlannedWait> items() { return of_site_.items(); }
  std::span<const PlannedWait> items() const { return of_site_.items(); }
  std::span<PlannedWait> of_site(SiteId site) { return of_site_[site]; }
  std::span<const PlannedWait> of_site(SiteId site) const { return of_site_[site]; }
  std::span<PlannedWait> of_stream(EngineId stream) {
    return of_site_.items().subspan(begin_[stream], size_[stream]);
  }
  std::span<const PlannedWait> of_stream(EngineId stream) const {
    return of_site_.items().subspan(begin_[stream], size_[stream]);
  }

 private:
  Lists<SiteId, PlannedWait> of_site_;
  Table<EngineId, std::size_t> begin_, size_;
};

}  // namespace tidemark::sync
