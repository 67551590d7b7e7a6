// Who raises, reads and resets one semaphore, and where: what `classify` collects
// from the text or from a walk, and judges the same way.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checker/domain.h"

namespace tidemark {

struct Site {
  EngineId engine;
  SourceLine line;  // where the engine does it first
};

class SemaphoreUse {
 public:
  void raised_by(Site site) { insert(raisers_, site); }
  void waited_by(Site site) { insert(readers_, site); }
  void taken_by(Site site);
  void compared_by(Site site);  // wait ==
  void signalled_by(Site site) { keep_first(signal_, site); }
  void reset_by(Site site) { keep_first(reset_, site); }
  void reset_in_barrier(std::span<const EngineId> engines, SourceLine line);

  bool is_read() const { return !readers_.empty(); }
  std::optional<EngineId> raiser() const;

  // The rule of the domain that this semaphore breaks, if any.
  std::optional<OutsideDomain> why_outside(const std::string& name, const Program& program) const;

 private:
  struct BarrierReset {
    std::vector<EngineId> engines;
    SourceLine line;
  };

  static void insert(std::vector<Site>& sites, Site site);
  static void keep_first(std::optional<Site>& first, Site site);
  const BarrierReset* barrier_without(EngineId engine) const;
  std::optional<OutsideDomain> reset_outside(const std::string& name, const Program& program) const;

  std::vector<Site> raisers_;  // each engine once, as are the next two
  std::vector<Site> readers_;  // wait, wait == and take
  std::vector<Site> takers_;
  std::optional<Site> equal_;
  std::optional<Site> signal_;
  std::optional<Site> reset_;
  std::vector<BarrierReset> barriers_;  // each set of engines once
};

}  // namespace tidemark
