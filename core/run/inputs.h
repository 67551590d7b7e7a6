// The inputs of a run: a value for each param and for each executed load.
//
// Inputs that are not given are drawn from a seed, by hashing (seed, name, how many
// loads of the buffer came before), so that a value never depends on what else was drawn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ir/program.h"

namespace tidemark {

struct DrawRange {  // drawn values lie in [lowest, highest]
  std::int64_t lowest = 0;
  std::int64_t highest = 4;
};

class Inputs {
 public:
  // Everything drawn from `seed`.
  explicit Inputs(const Program& program, std::uint64_t seed = 0, DrawRange range = {});

  // The same given values, everything else drawn from another seed.
  Inputs redrawn(const Program& program, std::uint64_t seed) const;

  void set(ParamId param, std::int64_t value);
  // The executed loads of the buffer (all its slots), in order; after the last, the last
  // one repeats. `values` is not empty.
  void set_loads(BufferId buffer, std::vector<std::int64_t> values);

  std::int64_t param(ParamId param) const { return params_[param]; }
  // The value of the buffer's `index`-th executed load, from 0.
  std::int64_t load(BufferId buffer, std::uint64_t index) const;

  bool is_given(ParamId param) const { return given_[param]; }
  const std::vector<std::int64_t>& given_loads(BufferId buffer) const { return loads_[buffer]; }
  std::uint64_t seed() const { return seed_; }

  // `--set n=4 --load x=2,0,1 --seed 7`: what repeats this run on the command line. Every
  // param is written out; the seed only where a load is drawn from it (by the default
  // range, which is the command's).
  std::string flags(const Program& program) const;

 private:
  std::uint64_t seed_;
  DrawRange range_;
  Table<ParamId, std::int64_t> params_;
  Table<ParamId, bool> given_;
  Table<BufferId, std::vector<std::int64_t>> loads_;  // empty: drawn
  Table<BufferId, std::uint64_t> load_hashes_;        // of seed and name
};

}  // namespace tidemark
