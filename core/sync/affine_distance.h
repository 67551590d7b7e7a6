// A distance that is affine in the variables of the constant loops around a site.
//
// Consumers of resident tiles read slot t in trip t: the producer's count stands still
// while the slot moves, so the distance is d - s*t. Observed trip by trip and fitted: the
// first observation is the base, the first that differs in one variable only gives its
// slope, every other must agree.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/sync/distance.h"

namespace tidemark::sync {

class AffineDistance {
 public:
  static constexpr std::size_t kVariables = 3;  // of the innermost constant loops
  using Values = std::array<std::int64_t, kVariables>;

  struct Form {
    std::int64_t constant = 0;
    Values slopes{};
  };

  // `depth`: of how many of the loops the values are known; the same in every observation.
  void observe(const Values& values, std::size_t depth, Distance distance) {
    if (failed_) return;
    if (distance.is_none() || depth_.value_or(depth) != depth) {
      failed_ = true;
      return;
    }
    depth_ = depth;
    if (distance.least == distance.greatest && !base_) {
      base_ = Observation{values, distance};
    } else if (!explain(values, distance)) {
      later_.push_back({values, distance});
      failed_ = later_.size() > kLater;
    }
  }

  std::optional<Form> form() const {
    if (failed_ || !base_) return std::nullopt;
    Form form{base_->distance.least, {}};
    for (std::size_t v = 0; v < kVariables; ++v) {
      form.slopes[v] = slopes_[v].value_or(0);
      form.constant -= form.slopes[v] * base_->values[v];
    }
    for (const Observation& seen : later_)
      if (!allows(seen.distance, at(seen.values))) return std::nullopt;
    return form;
  }

 private:
  static constexpr std::size_t kLater = 256;

  struct Observation {
    Values values{};
    Distance distance;
  };

  static bool allows(Distance distance, std::int64_t d) {
    return distance.least <= d && d <= distance.greatest;
  }

  std::int64_t at(const Values& values) const {
    std::int64_t d = base_->distance.least;
    for (std::size_t v = 0; v < kVariables; ++v)
      d += slopes_[v].value_or(0) * (values[v] - base_->values[v]);
    return d;
  }

  // True if the observation is accounted for, as evidence or as agreement.
  bool explain(const Values& values, Distance distance) {
    if (!base_) return false;
    std::size_t unknown = 0, which = 0;
    for (std::size_t v = 0; v < kVariables; ++v) {
      if (slopes_[v] || values[v] == base_->values[v]) continue;
      ++unknown;
      which = v;
    }
    if (unknown == 0) {
      failed_ = !allows(distance, at(values));
      return true;
    }
    if (unknown > 1 || distance.least != distance.greatest) return false;
    const std::int64_t rise = distance.least - at(values);
    const std::int64_t run = values[which] - base_->values[which];
    failed_ = rise % run != 0;
    slopes_[which] = rise / run;
    return true;
  }

  bool failed_ = false;
  std::optional<std::size_t> depth_;
  std::optional<Observation> base_;
  std::array<std::optional<std::int64_t>, kVariables> slopes_;
  std::vector<Observation> later_;
};

}  // namespace tidemark::sync
