#include "gen/shrink.h"

#include <string>
#include <unordered_set>
#include <vector>

#include "core/text/print.h"
#include "gen/draft.h"
#include "gen/edits.h"
#include "gen/program_size.h"

namespace tidemark {
namespace {

class Shrinking {
 public:
  Shrinking(const Program& program, const StillFails& still_fails, const ShrinkLimits& limits)
      : still_fails_(still_fails),
        limits_(limits),
        end_(std::chrono::steady_clock::now() + limits.time),
        best_(program),
        best_size_(size_of(program)) {}

  Shrunk run() && {
    for (bool changed = true; changed && !hit_a_limit_;) {
      changed = drop_everywhere();
      for (const Pass& pass : passes()) changed |= apply(pass.edits(best_));
    }
    return {std::move(best_), calls_, hit_a_limit_};
  }

 private:
  // From the outside in: what goes first takes most with it.
  bool drop_everywhere() {
    bool changed = false;
    for (std::size_t depth = 0;; ++depth) {
      const std::vector<Edit> edits = drop_statements(best_, depth);
      if (edits.empty()) return changed;
      changed |= apply(edits);
    }
  }

  // Applies as many of the edits as the failure survives.
  bool apply(const std::vector<Edit>& edits) {
    if (edits.empty() || hit_a_limit_) return false;
    const std::uint64_t size_before = best_size_;
    Draft draft(best_);
    bisect(edits, 0, edits.size(), draft);
    return best_size_ < size_before;
  }

  // `draft` holds the edits kept so far; afterwards those of [begin, end) too.
  void bisect(const std::vector<Edit>& edits, std::size_t begin, std::size_t end, Draft& draft) {
    Draft candidate = draft;
    for (std::size_t i = begin; i < end; ++i) edits[i](candidate);
    if (accept(candidate)) {
      draft = std::move(candidate);
    } else if (end - begin > 1) {
      const std::size_t middle = begin + (end - begin) / 2;
      bisect(edits, begin, middle, draft);
      bisect(edits, middle, end, draft);
    }
  }

  bool accept(const Draft& draft) {
    std::optional<Program> program = finished(draft);
    if (!program) return false;
    const std::uint64_t size = size_of(*program);
    if (size >= best_size_ || !fails(*program)) return false;
    best_ = *std::move(program);
    best_size_ = size;
    return true;
  }

  bool fails(const Program& program) {
    if (calls_ == limits_.calls || std::chrono::steady_clock::now() >= end_) hit_a_limit_ = true;
    if (hit_a_limit_ || !asked_.insert(print(program)).second) return false;
    ++calls_;
    return still_fails_(program);
  }

  const StillFails& still_fails_;
  const ShrinkLimits& limits_;
  std::chrono::steady_clock::time_point end_;
  Program best_;
  std::uint64_t best_size_;
  std::unordered_set<std::string> asked_;
  std::uint64_t calls_ = 0;
  bool hit_a_limit_ = false;
};

}  // namespace

std::vector<Program> smaller_programs(const Program& program) {
  std::vector<Program> smaller;
  const auto try_each = [&](const std::vector<Edit>& edits) {
    for (const Edit& edit : edits) {
      Draft draft(program);
      edit(draft);
      std::optional<Program> candidate = finished(draft);
      if (candidate && size_of(*candidate) < size_of(program))
        smaller.push_back(*std::move(candidate));
    }
    return !edits.empty();
  };
  for (std::size_t depth = 0; try_each(drop_statements(program, depth)); ++depth) {
  }
  for (const Pass& pass : passes()) try_each(pass.edits(program));
  return smaller;
}

Shrunk shrink(const Program& program, const StillFails& still_fails, const ShrinkLimits& limits) {
  return Shrinking(program, still_fails, limits).run();
}

}  // namespace tidemark
