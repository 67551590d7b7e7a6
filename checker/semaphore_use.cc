#include "checker/semaphore_use.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/mutant.h"

namespace tidemark {
namespace {

std::string at_line(SourceLine line) {
  return line.number == 0 ? "" : fmt::format(" (line {})", line.number);
}

std::string describe(Site site, const Program& program) {
  return program.engines[site.engine].name + at_line(site.line);
}

}  // namespace

void SemaphoreUse::insert(std::vector<Site>& sites, Site site) {
  if (std::ranges::find(sites, site.engine, &Site::engine) == sites.end()) sites.push_back(site);
}

void SemaphoreUse::keep_first(std::optional<Site>& first, Site site) {
  if (!first) first = site;
}

void SemaphoreUse::taken_by(Site site) {
  insert(takers_, site);
  insert(readers_, site);
}

void SemaphoreUse::compared_by(Site site) {
  keep_first(equal_, site);
  insert(readers_, site);
}

void SemaphoreUse::reset_in_barrier(std::span<const EngineId> engines, SourceLine line) {
  const auto same = [&](const BarrierReset& b) { return std::ranges::equal(b.engines, engines); };
  if (std::ranges::none_of(barriers_, same))
    barriers_.push_back({{engines.begin(), engines.end()}, line});
}

std::optional<EngineId> SemaphoreUse::raiser() const {
  if (raisers_.empty()) return std::nullopt;
  return raisers_.front().engine;
}

const SemaphoreUse::BarrierReset* SemaphoreUse::barrier_without(EngineId engine) const {
  for (const BarrierReset& barrier : barriers_)
    if (std::ranges::find(barrier.engines, engine) == barrier.engines.end()) return &barrier;
  return nullptr;
}

std::optional<OutsideDomain> SemaphoreUse::reset_outside(const std::string& name,
                                                         const Program& program) const {
  if (reset_)
    return OutsideDomain{
        fmt::format("stream {} resets semaphore {} whatever others do{}",
                    program.engines[reset_->engine].name, name, at_line(reset_->line)),
        reset_->line};
  for (const std::vector<Site>* users : {&raisers_, &readers_})
    for (const Site& user : *users)
      if (const BarrierReset* barrier = barrier_without(user.engine))
        return OutsideDomain{
            fmt::format("semaphore {} is reset in a barrier{} without {}, which "
                        "{} it{}",
                        name, at_line(barrier->line), program.engines[user.engine].name,
                        users == &raisers_ ? "raises" : "reads", at_line(user.line)),
            barrier->line};
  return std::nullopt;
}

std::optional<OutsideDomain> SemaphoreUse::why_outside(const std::string& name,
                                                       const Program& program) const {
  if (!is_read()) return std::nullopt;
  if (signal_ && !mutated(CheckerMutant::signal_is_completion))
    return OutsideDomain{
        fmt::format("stream {} raises semaphore {} by a `signal` of its own{}",
                    program.engines[signal_->engine].name, name, at_line(signal_->line)),
        signal_->line};
  if (raisers_.size() > 1 && !mutated(CheckerMutant::any_raiser))
    return OutsideDomain{
        fmt::format("semaphore {} is raised by several engines, {} and {}", name,
                    describe(raisers_[0], program), describe(raisers_[1], program)),
        raisers_[1].line};
  if (equal_ && !mutated(CheckerMutant::equal_is_at_least))
    return OutsideDomain{
        fmt::format("stream {} waits for semaphore {} to equal a value{}",
                    program.engines[equal_->engine].name, name, at_line(equal_->line)),
        equal_->line};
  if (!takers_.empty() && readers_.size() > 1)
    return OutsideDomain{
        fmt::format(
            "semaphore {} is taken from by {} and read by {} too", name,
            describe(takers_[0], program),
            describe(readers_[0].engine == takers_[0].engine ? readers_[1] : readers_[0], program)),
        takers_[0].line};
  return reset_outside(name, program);
}

}  // namespace tidemark
