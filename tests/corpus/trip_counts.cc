#include "tests/corpus/trip_counts.h"

#include <algorithm>

namespace tidemark {

namespace {

// Shares no factor with 6, so that its multiples meet every combination once.
constexpr std::uint64_t kStride = 7'919;

}  // namespace

TripCounts::TripCounts(const Program& program) : program_(program) {
  for (std::size_t i = 0; i < program.params.size(); ++i) all_ *= kValues;
  size_ = std::min(all_, kMost);
}

void TripCounts::set(Inputs& inputs, std::uint64_t index) const {
  std::uint64_t rest = size_ < all_ ? index * kStride % all_ : index;
  for (const ParamId param : program_.params.ids()) {
    inputs.set(param, static_cast<std::int64_t>(rest % kValues));
    rest /= kValues;
  }
}

}  // namespace tidemark
