#include <utility>

#include "core/ir/comparison.h"
#include "gen/edits.h"

namespace tidemark::edits {
namespace {

// One edit for each control statement of form F that `change` can change: `change` takes
// the form, and gives an edit or none.
template <class F, class Change>
std::vector<Edit> each(const Program& program, Change change) {
  std::vector<Edit> edits;
  for (const ControlId id : program.controls.ids())
    if (const auto* form = std::get_if<F>(&program.controls[id].form))
      if (Edit edit = change(id, *form)) edits.push_back(std::move(edit));
  return edits;
}

Edit becomes(ControlId id, Fate fate) {
  return [=](Draft& draft) { draft.controls[id] = fate; };
}

std::vector<Edit> take_bodies(const Program& program) {
  std::vector<Edit> edits;
  for (const ControlId id : program.controls.ids()) edits.push_back(becomes(id, Fate::body));
  return edits;
}

std::vector<Edit> take_other_arms(const Program& program) {
  return each<If>(program, [](ControlId id, const If&) { return becomes(id, Fate::otherwise); });
}

std::vector<Edit> take_both_arms(const Program& program) {
  return each<If>(program, [](ControlId id, const If&) { return becomes(id, Fate::both_arms); });
}

// A condition with an `else` only becomes its negation, or stays if it has none.
std::vector<Edit> swap_arms(const Program& program) {
  return each<If>(program, [](ControlId id, const If& branch) -> Edit {
    if (!branch.then_block.empty() || branch.else_block.empty()) return nullptr;
    return [id](Draft& draft) {
      If& swapped = std::get<If>(draft.program.controls[id].form);
      std::swap(swapped.then_block, swapped.else_block);
      if (auto* compare = std::get_if<Compare>(&swapped.condition))
        compare->comparison = opposite(compare->comparison);
    };
  });
}

std::vector<Edit> unroll_twice(const Program& program) {
  return each<For>(program, [](ControlId id, const For&) { return becomes(id, Fate::body_twice); });
}

Edit set_bounds(ControlId id, Bound lower, Bound upper) {
  return [=](Draft& draft) {
    For& loop = std::get<For>(draft.program.controls[id].form);
    loop.lower = lower;
    loop.upper = upper;
  };
}

bool is(const Bound& bound, std::int64_t value) {
  const auto* form = std::get_if<Affine>(&bound);
  return form != nullptr && *form == Affine(value);
}

template <std::int64_t trips>
std::vector<Edit> fix_trips(const Program& program) {
  return each<For>(program, [](ControlId id, const For& loop) -> Edit {
    if (is(loop.lower, 0) && is(loop.upper, trips)) return nullptr;
    return set_bounds(id, 0, trips);
  });
}

std::vector<Edit> start_at_zero(const Program& program) {
  return each<For>(program, [](ControlId id, const For& loop) -> Edit {
    if (is(loop.lower, 0)) return nullptr;
    return [id](Draft& draft) { std::get<For>(draft.program.controls[id].form).lower = 0; };
  });
}

std::vector<Edit> step_by_one(const Program& program) {
  return each<For>(program, [](ControlId id, const For& loop) -> Edit {
    if (loop.step == Affine(1)) return nullptr;
    return [id](Draft& draft) { std::get<For>(draft.program.controls[id].form).step = 1; };
  });
}

std::vector<Edit> step_by_two(const Program& program) {
  return each<For>(program, [](ControlId id, const For& loop) -> Edit {
    if (loop.step == Affine(1) || loop.step == Affine(2)) return nullptr;
    return [id](Draft& draft) { std::get<For>(draft.program.controls[id].form).step = 2; };
  });
}

Compare always() { return Compare{{Affine(0), 0}, Comparison::equal, {Affine(0), 0}}; }

std::vector<Edit> make_conditions_true(const Program& program) {
  return each<If>(program, [](ControlId id, const If& branch) -> Edit {
    if (branch.condition == Condition(always())) return nullptr;
    return
        [id](Draft& draft) { std::get<If>(draft.program.controls[id].form).condition = always(); };
  });
}

// A constant upper bound, halved, then one less.
template <bool halves>
std::vector<Edit> lower_trips(const Program& program) {
  return each<For>(program, [](ControlId id, const For& loop) -> Edit {
    const auto* upper = std::get_if<Affine>(&loop.upper);
    if (upper == nullptr || !upper->is_constant() || upper->constant <= 1) return nullptr;
    const std::int64_t fewer = halves ? upper->constant / 2 : upper->constant - 1;
    return [=](Draft& draft) { std::get<For>(draft.program.controls[id].form).upper = fewer; };
  });
}

}  // namespace

std::vector<Pass> of_control() {
  return {{"take bodies", take_bodies},          {"take other arms", take_other_arms},
          {"take both arms", take_both_arms},    {"swap arms", swap_arms},
          {"unroll twice", unroll_twice},        {"one trip", fix_trips<1>},
          {"two trips", fix_trips<2>},           {"three trips", fix_trips<3>},
          {"start at zero", start_at_zero},      {"step by one", step_by_one},
          {"step by two", step_by_two},          {"make conditions true", make_conditions_true},
          {"half the trips", lower_trips<true>}, {"one trip less", lower_trips<false>}};
}

}  // namespace tidemark::edits
