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

Precision::Precision(const Program& program, const Operands& operands, const Structure& structure)
    : program_(program),
      structure_(structure),
      budget_(kWork + kWorkOfSite * operands.sites.size()) {
  for (const ControlFacts& facts : structure)
    precise_height_ = std::max(precise_height_, facts.loop_height);
  while (precise_height_ > 0 && work(program.body, precise_height_) > static_cast<double>(budget_))
    --precise_height_;
}

bool Precision::affords(std::size_t walks) const {
  constexpr std::size_t kEverything = ~std::size_t{0};
  return work(program_.body, kEverything) * static_cast<double>(walks) <=
         static_cast<double>(budget_);
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

// The work for a block if loops up to `height` are walked precisely.
double Precision::work(const Block& block, std::size_t height) const {
  double sum = 0;
  for (const Statement& statement : block) {
    if (std::holds_alternative<InstructionId>(statement)) sum += 1;
    const auto* control = std::get_if<ControlId>(&statement);
    if (!control) continue;
    const auto& form = program_.controls[*control].form;
    if (const auto* branch = std::get_if<If>(&form)) {
      sum += static_cast<double>(work_of_pass(*control)) + work(branch->then_block, height) +
             work(branch->else_block, height);
      continue;
    }
    const Block& body =
        std::holds_alternative<For>(form) ? std::get<For>(form).body : std::get<While>(form).body;
    const bool precise = structure_[*control].loop_height <= height;
    if (const auto constant = constant_loop(program_, *control);
        precise && constant && constant->trips <= trips_worth_walking(*control)) {
      sum += static_cast<double>(constant->trips) * work(body, height);
      continue;
    }
    const double pass = static_cast<double>(work_of_pass(*control)) + work(body, height);
    sum += pass * (precise ? kUsualPasses : 1);
  }
  return sum;
}

}  // namespace tidemark::sync
