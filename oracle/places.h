// The places of an unbounded proof: found by walking until nothing changes.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "oracle/unbounded.h"

namespace tidemark {

// What tells places of one node apart: residues, exact numbers, trips that are walked
// through or peeled, the waits under way.
using PlaceKey = std::vector<std::int64_t>;
PlaceKey place_key(const JointCode& code, const Tracking& tracking, const JointState& state,
                   const Partition& partition);

class PlaceSearch : public WalkObserver {
 public:
  // All arguments outlive it.
  PlaceSearch(const JointCode& code, const Tracking& tracking, const Watch& watch,
              Reasoner& reasoner, const UnboundedOptions& options, const Partition& partition);

  // Empty, or why there is no end of it.
  std::string run();

  std::vector<Place> take_places() && { return std::move(places_); }
  std::uint64_t steps() const { return walk_.steps(); }
  bool is_over_limit() const { return walk_.is_over_limit(); }
  bool has_too_many() const { return has_too_many_; }  // places

 private:
  void arrive(JointState state) override;
  void stop(const JointNode& node, const std::string& reason) override;
  void join(std::uint32_t place, const JointState& state);
  std::uint32_t end_of(std::uint32_t node) const;

  const JointCode& code_;
  const Tracking& tracking_;
  const Watch& watch_;
  const UnboundedOptions& options_;
  Partition partition_;
  JointWalk walk_;
  std::string reason_;
  bool has_too_many_ = false;
  std::vector<Place> places_;
  std::map<PlaceKey, std::uint32_t> known_;
  // (where its statement ends, place): what is inside a loop is settled before its head is walked
  // again, and what is before something else before that.
  std::set<std::pair<std::uint32_t, std::uint32_t>> changed_;
};

}  // namespace tidemark
