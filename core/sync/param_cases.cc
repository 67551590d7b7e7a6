#include "core/sync/param_cases.h"

#include <algorithm>

#include "core/sync/conditions.h"

namespace tidemark::sync {
namespace {

constexpr std::size_t kMostCases = 16;

struct Asked {  // of one param
  std::size_t branches = 0, loops = 0;
  std::vector<std::int64_t> cuts;  // the first values for which a condition changes

  bool hangs_together() const { return branches > 0 && branches + loops > 1; }
};

Comparison mirrored(Comparison comparison) {
  switch (comparison) {
    case Comparison::less:
      return Comparison::greater;
    case Comparison::less_equal:
      return Comparison::greater_equal;
    case Comparison::greater:
      return Comparison::less;
    case Comparison::greater_equal:
      return Comparison::less_equal;
    case Comparison::equal:
    case Comparison::not_equal:
      return comparison;
  }
  return comparison;
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) { return (a - floor_mod(a, b)) / b; }

// Where `slope * p + constant`, compared with 0, changes; the slope is positive.
std::vector<std::int64_t> cuts_of(std::int64_t slope, std::int64_t constant,
                                  Comparison comparison) {
  const std::int64_t first_positive = floor_quotient(-constant, slope) + 1;
  const std::int64_t first_not_negative = floor_quotient(-constant + slope - 1, slope);
  switch (comparison) {
    case Comparison::less:
    case Comparison::greater_equal:
      return {first_not_negative};
    case Comparison::less_equal:
    case Comparison::greater:
      return {first_positive};
    case Comparison::equal:
    case Comparison::not_equal:
      return {first_not_negative, first_positive};
  }
  return {};
}

class Gatherer {
 public:
  explicit Gatherer(const Program& program) : asked_(program.params.size()) {
    for (const Control& control : program.controls) {
      if (const auto* loop = std::get_if<For>(&control.form))
        add_loop(*loop);
      else if (const auto* branch = std::get_if<If>(&control.form))
        add_branch(branch->condition);
    }
  }

  Table<ParamId, Asked> take_result() { return std::move(asked_); }

 private:
  void add_loop(const For& loop) {
    const auto* lower = std::get_if<Affine>(&loop.lower);
    const auto* upper = std::get_if<Affine>(&loop.upper);
    if (!lower || !upper) return;
    if (Asked* asked = add(subtract(*upper, *lower), Comparison::greater)) ++asked->loops;
  }

  void add_branch(const Condition& condition) {
    Asked* asked = nullptr;
    if (const auto* param = std::get_if<ParamId>(&condition))
      asked = add(Affine(Symbol::of(*param)), Comparison::not_equal);
    else if (const auto* compare = std::get_if<Compare>(&condition);
             compare && compare->left.modulus == 0 && compare->right.modulus == 0)
      asked = add(subtract(compare->left.form, compare->right.form), compare->comparison);
    if (asked) ++asked->branches;
  }

  // `form`, compared with 0.
  Asked* add(const std::optional<Affine>& form, Comparison comparison) {
    if (!form || form->terms.size() != 1) return nullptr;
    const auto [symbol, slope] = form->terms.front();
    if (symbol.kind != Symbol::Kind::param || !is_moderate(slope) || !is_moderate(form->constant))
      return nullptr;
    Asked& asked = asked_[ParamId(symbol.index)];
    const auto cuts = slope > 0 ? cuts_of(slope, form->constant, comparison)
                                : cuts_of(-slope, -form->constant, mirrored(comparison));
    asked.cuts.insert(asked.cuts.end(), cuts.begin(), cuts.end());
    return &asked;
  }

  Table<ParamId, Asked> asked_;
};

std::vector<Range> ranges_between(std::vector<std::int64_t> cuts) {
  std::ranges::sort(cuts);
  const auto repeated = std::ranges::unique(cuts);
  cuts.erase(repeated.begin(), repeated.end());
  std::vector<Range> ranges(1);
  for (std::int64_t cut : cuts) {
    ranges.back().greatest = cut - 1;
    ranges.push_back({cut, std::nullopt});
  }
  return ranges;
}

}  // namespace

std::vector<ParamCase> param_cases(const Program& program) {
  const Table<ParamId, Asked> asked = Gatherer(program).take_result();
  std::vector<ParamCase> cases{ParamCase(program.params.size())};
  for (ParamId param : program.params.ids()) {
    if (!asked[param].hangs_together()) continue;
    const std::vector<Range> ranges = ranges_between(asked[param].cuts);
    if (cases.size() * ranges.size() > kMostCases) continue;
    std::vector<ParamCase> split;
    for (const ParamCase& before : cases)
      for (const Range& range : ranges) split.emplace_back(before)[param] = range;
    cases = std::move(split);
  }
  return cases;
}

}  // namespace tidemark::sync
