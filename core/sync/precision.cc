#include "core/sync/precision.h"

#include <algorithm>

#include "core/sync/counting.h"

namespace tidemark::sync {
namespace {

// Work that an analysis may do: what a small program may cost, and what each site of a
// large one may.
constexpr std::size_t kWork = 400'000;
constexpr std::size_t kWorkOfSite = 4;
constexpr std::size_t kKeysOfVisit = 4;  // times engines: saved and met in the time of a visit
constexpr double kUsualPasses = 4;       // until a loop's fixpoint, its first iteration counted

// A constant loop is walked trip by trip if it has few trips, or little inside.
constexpr std::int64_t kFewTrips = 64;
constexpr std::size_t kLittle = 4096;  // visits

}  // namespace

Precision::Precision(const Program& program, const Outline& outline, const Operands& operands,
                     const Structure& structure)
    : program_(program),
      outline_(outline),
      structure_(structure),
      budget_(kWork + kWorkOfSite * operands.sites.size()) {
  for (const ControlFacts& facts : structure)
    precise_height_ = std::max(precise_height_, facts.loop_height);
  const std::vector<double> by_height = work(outline.whole(), precise_height_);
  precise_work_ = by_height.back();
  while (precise_height_ > 0 && by_height[precise_height_] > static_cast<double>(budget_))
    --precise_height_;
}

bool Precision::affords(std::size_t walks) const {
  return precise_work_ * static_cast<double>(walks) <= static_cast<double>(budget_);
}

std::int64_t Precision::affordable_trips(ControlId loop) const {
  return is_coarse(loop) ? 0 : trips_worth_walking(loop);
}

std::int64_t Precision::trips_worth_walking(ControlId loop) const {
  const std::size_t sites = std::max<std::size_t>(structure_[loop].sites, 1);
  return std::max(kFewTrips, static_cast<std::int64_t>(kLittle / sites));
}

std::size_t Precision::work_of_pass(ControlId control) const {
  return structure_[control].touched.keys.size() * program_.engines.size() / kKeysOfVisit;
}

// The work for a block, by the height up to which loops are walked precisely.
std::vector<double> Precision::work(Outline::Block block, std::size_t highest) const {
  std::vector<double> sum(highest + 1);
  double sites = 0;
  for (const Statement& statement : block) {
    if (std::holds_alternative<InstructionId>(statement)) ++sites;
    if (const auto* control = std::get_if<ControlId>(&statement)) add_work(*control, sum);
  }
  for (double& at_height : sum) at_height += sites;
  return sum;
}

void Precision::add_work(ControlId control, std::span<double> sum) const {
  const Outline::Kind kind = outline_.kind(control);
  const auto pass = static_cast<double>(work_of_pass(control));
  const std::size_t highest = sum.size() - 1;
  if (kind == Outline::Kind::branch) {
    const auto then_work = work(outline_.body(control), highest);
    const auto else_work = work(outline_.else_body(control), highest);
    for (std::size_t h = 0; h <= highest; ++h) sum[h] += pass + then_work[h] + else_work[h];
    return;
  }
  const auto body = work(outline_.body(control), highest);
  const auto constant = constant_loop(program_, control);
  const bool is_walked_by_trip = constant && constant->trips <= trips_worth_walking(control);
  for (std::size_t h = 0; h <= highest; ++h) {
    if (structure_[control].loop_height > h)
      sum[h] += pass + body[h];
    else if (is_walked_by_trip)
      sum[h] += static_cast<double>(constant->trips) * body[h];
    else
      sum[h] += kUsualPasses * (pass + body[h]);
  }
}

}  // namespace tidemark::sync
