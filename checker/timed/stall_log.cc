#include "checker/timed/stall_log.h"

#include <algorithm>
#include <utility>

namespace tidemark {

std::string_view name(StallReason reason) {
  switch (reason) {
    case StallReason::wait:
      return "wait";
    case StallReason::barrier:
      return "barrier";
    case StallReason::place:
      return "place in flight";
    case StallReason::register_operations:
      return "register operations";
    case StallReason::control:
      return "control";
    case StallReason::wait_instructions:
      return "wait instructions";
  }
  std::unreachable();
}

void StallLog::add(StallReason reason, Picoseconds time, const StreamStatement* at,
                   std::optional<EngineId> on) {
  std::vector<Stall>& here = at_[at];
  auto found = std::ranges::find(here, on, &Stall::on);
  if (found == here.end()) found = here.insert(found, {engine_, reason, at, on, 0, 0});
  found->time += time;
  ++found->times;
  total_ += time;
}

void StallLog::append_to(std::vector<Stall>& stalls) const {
  for (std::size_t reason = 0; reason < plain_.size(); ++reason) {
    if (plain_[reason].times == 0) continue;
    stalls.push_back(plain_[reason]);
    stalls.back().engine = engine_;
    stalls.back().reason = static_cast<StallReason>(reason);
  }
  for (const auto& [statement, here] : at_) stalls.insert(stalls.end(), here.begin(), here.end());
}

}  // namespace tidemark
