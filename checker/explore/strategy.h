// How a sampled schedule goes on: all that the modes of checker/explore/sampling.h differ in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "checker/explore/frontier.h"
#include "checker/explore/path_table.h"

namespace tidemark {

enum class Sampling : std::uint8_t { random, urw, pct, adversarial };

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual void begin() {}  // a schedule
  // A place that can take a step, where there is one.
  virtual std::uint32_t choose(const Frontier& frontier) = 0;
};

struct StrategyOptions {
  std::uint64_t seed = 0;
  std::uint64_t depth = 3;           // d of pct, at least 1
  const PathTable* table = nullptr;  // urw: draws by it where it is there; must outlive it
};

std::unique_ptr<Strategy> make_strategy(Sampling sampling, const Tracks& tracks,
                                        const StrategyOptions& options);

}  // namespace tidemark
