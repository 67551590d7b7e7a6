#include "checker/smaller_inputs.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace tidemark {
namespace {

class Shrinker {
 public:
  Shrinker(Compiled& compiled, Found found, std::uint64_t tries)
      : compiled_(compiled), best_(std::move(found)), left_(tries) {
    const Program& program = compiled.program;
    for (const ParamId param : program.params.ids())
      if (!best_.inputs.is_given(param)) params_.push_back(param);
    for (const Control& control : program.controls)
      if (const Load* load = load_of(control);
          load != nullptr && best_.inputs.given_loads(load->buffer).empty())
        loads_.insert(load->buffer);
  }

  Found shrink() {
    while (round()) {
    }
    return std::move(best_);
  }

 private:
  bool round() {
    bool better = false;
    for (const ParamId param : params_) better |= lower(param);
    for (const BufferId buffer : loads_) better |= shorten(buffer);
    return better;
  }

  bool lower(ParamId param) {
    const std::int64_t now = best_.inputs.param(param);
    std::set<std::int64_t> lower{0, 1, 2, 3, now / 2, now - 1};
    for (const std::int64_t value : lower) {
      if (std::abs(value) >= std::abs(now)) continue;
      Inputs inputs = best_.inputs;
      inputs.set(param, value);
      if (is_better(std::move(inputs))) return true;
    }
    return false;
  }

  bool shorten(BufferId buffer) {
    static const std::vector<std::vector<std::int64_t>> kShort = {
        {0}, {1}, {1, 0}, {0, 1}, {0, 1, 0}, {2}, {2, 0}, {1, 1, 0}, {2, 1, 0}, {1, 1, 1, 0}};
    for (const std::vector<std::int64_t>& values : kShort) {
      if (values == best_.inputs.given_loads(buffer)) return false;
      Inputs inputs = best_.inputs;
      inputs.set_loads(buffer, values);
      if (is_better(std::move(inputs))) return true;
    }
    return false;
  }

  bool is_better(Inputs inputs) {
    if (left_ == 0) return false;
    --left_;
    const RunLimits limits{.instances = best_.result.instances + 1,
                           .steps = 16 * best_.result.instances + 1000};
    auto result = decide_by_clocks(compiled_, inputs, limits);
    if (!result || result->verdict != best_.result.verdict || size(*result) >= size(best_.result))
      return false;
    if (!ends(inputs, limits)) return false;
    best_ = {std::move(inputs), *std::move(result)};
    return true;
  }

  bool ends(const Inputs& inputs, const RunLimits& limits) const {
    SequentialRun run(compiled_.program, compiled_.cells, compiled_.run, inputs, limits);
    while (run.next() != nullptr) {
    }
    return !run.error();
  }

  // What the witness runs, then what the run would have been.
  static std::pair<std::uint64_t, std::uint64_t> size(const ClocksResult& result) {
    return {witness_size(result), result.instances};
  }

  Compiled& compiled_;
  Found best_;
  std::uint64_t left_;
  std::vector<ParamId> params_;
  std::set<BufferId> loads_;
};

}  // namespace

std::uint64_t witness_size(const ClocksResult& result) {
  if (!result.disagreement) return result.instances;
  const Disagreement& at = *result.disagreement;
  const auto& past = result.verdict == Verdict::unsafe ? at.streams : at.ideal;
  return std::accumulate(past.begin(), past.end(), std::uint64_t{at.ordinal}) -
         past[at.engine.value];
}

Found shrink_inputs(Compiled& compiled, Found found, std::uint64_t tries) {
  return Shrinker(compiled, std::move(found), tries).shrink();
}

}  // namespace tidemark
