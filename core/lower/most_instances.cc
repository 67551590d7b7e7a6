#include "core/lower/most_instances.h"

#include <algorithm>
#include <map>

namespace tidemark::lowering {
namespace {

using Wide = __int128;
constexpr Wide kMost = Wide{1} << 62;

struct Range {
  Wide low = 0, high = 0;
};

class Counter {
 public:
  Counter(const Program& program, EngineId engine, const Inputs& most)
      : program_(program), engine_(engine), most_(most) {
    const std::vector<EngineId> all = participants(program);
    takes_part_ = std::ranges::find(all, engine) != all.end();
  }

  std::optional<Wide> in(const Block& block) {
    Wide sum = 0;
    for (const Statement& statement : block) {
      const auto here = in(statement);
      if (!here || (sum += *here) > kMost) return std::nullopt;
    }
    return sum;
  }

 private:
  std::optional<Wide> in(const Statement& statement) {
    if (const auto* instruction = std::get_if<InstructionId>(&statement))
      return program_.instructions[*instruction].engine == engine_ ? 1 : 0;
    const auto* control = std::get_if<ControlId>(&statement);
    return control ? in_control(*control) : Wide{0};
  }

  std::optional<Wide> in_control(ControlId id) {
    const Control& control = program_.controls[id];
    const Wide reads = takes_part_ && load_of(control) != nullptr ? 1 : 0;
    if (const auto* branch = std::get_if<If>(&control.form)) {
      const auto then_count = in(branch->then_block), else_count = in(branch->else_block);
      if (!then_count || !else_count) return std::nullopt;
      return reads + std::max(*then_count, *else_count);
    }
    if (const auto* loop = std::get_if<For>(&control.form)) return in_loop(id, *loop, reads);
    const auto inside = in(std::get<While>(control.form).body);
    if (reads == 0 && inside && *inside == 0) return Wide{0};
    return std::nullopt;
  }

  std::optional<Wide> in_loop(ControlId id, const For& loop, Wide reads) {
    const auto lower = range_of(loop.lower), upper = range_of(loop.upper);
    if (lower && upper) variables_[id] = {lower->low, upper->high - 1};
    const auto inside = in(loop.body);
    if (inside && *inside == 0) return reads;
    if (!lower || !upper || !inside) return std::nullopt;
    const Wide trips = std::max<Wide>(0, upper->high - lower->low);
    if (trips > kMost || trips * *inside > kMost) return std::nullopt;
    return reads + trips * *inside;
  }

  std::optional<Range> range_of(const Bound& bound) const {
    const auto* affine = std::get_if<Affine>(&bound);
    if (affine == nullptr) return std::nullopt;
    Range sum{affine->constant, affine->constant};
    for (const AffineTerm& term : affine->terms) {
      const auto range = range_of(term.symbol);
      if (!range) return std::nullopt;
      const Wide a = term.coefficient * range->low, b = term.coefficient * range->high;
      sum = {sum.low + std::min(a, b), sum.high + std::max(a, b)};
    }
    return sum;
  }

  std::optional<Range> range_of(Symbol symbol) const {
    switch (symbol.kind) {
      case Symbol::Kind::param:
        return Range{0, most_.param(ParamId(symbol.index))};
      case Symbol::Kind::variable: {
        const auto found = variables_.find(ControlId(symbol.index));
        if (found == variables_.end()) return std::nullopt;
        return found->second;
      }
      case Symbol::Kind::counter:
        return std::nullopt;
    }
    __builtin_unreachable();
  }

  const Program& program_;
  EngineId engine_;
  const Inputs& most_;
  bool takes_part_ = false;
  std::map<ControlId, Range> variables_;
};

}  // namespace

std::optional<std::int64_t> most_instances(const Program& program, EngineId engine,
                                           const Inputs& most, const Block& block) {
  const auto count = Counter(program, engine, most).in(block);
  if (!count) return std::nullopt;
  return static_cast<std::int64_t>(*count);
}

}  // namespace tidemark::lowering
