// Where the streams' clocks differ from the ideal ones.
//
//   early  the streams do not make certain what the ideal clock holds: unsafe
//   late   they make more certain, hence wait for more: overwaits (if nothing is early)
//
// Only the first of each engine is kept. Of these, one whose own past agrees is a root:
// an early root breaks a dependence of its own, a late root can be reached through
// instances on which both systems agree.
#pragma once

#include <optional>
#include <vector>

#include "checker/clock_history.h"

namespace tidemark {

struct Disagreement {
  EngineId engine;
  Ordinal ordinal = 0;
  std::vector<Ordinal> streams;  // the instance's clock in the streams, by engine
  std::vector<Ordinal> ideal;
};

class ClockAgreement {
 public:
  explicit ClockAgreement(std::size_t engines) : early_(engines), late_(engines) {}

  // Called for every instance that has both clocks, in an order in which everything
  // that is certain to an instance comes before it.
  void compare(std::size_t engine, Ordinal ordinal, const Ordinal* streams, const Ordinal* ideal) {
    Ordinal different = 0;
    for (std::size_t e = 0; e < early_.size(); ++e) different |= streams[e] ^ ideal[e];
    if (different != 0) [[unlikely]]
      keep(engine, ordinal, streams, ideal);
  }

  // The root with the fewest completions in its past, which a witness has to run.
  std::optional<Disagreement> early() const;
  std::optional<Disagreement> late() const;

 private:
  using Firsts = std::vector<std::optional<Disagreement>>;  // by engine

  void keep(std::size_t engine, Ordinal ordinal, const Ordinal* streams, const Ordinal* ideal);

  Firsts early_;
  Firsts late_;
};

}  // namespace tidemark
