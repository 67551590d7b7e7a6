// Where paths of a state meet, and where a loop's passes are widened.
#include <algorithm>

#include "core/sync/state.h"

namespace tidemark::sync {
namespace {

// What both say, once progress `at_a` and `at_b` have become `met`.
Age meet_ages(const Age& a, const Progress& at_a, const Age& b, const Progress& at_b,
              const Progress& met) {
  const Distance distance = intersection(distance_of(a, at_a), distance_of(b, at_b));
  return age_at(distance, met, std::min(at_a.issued - a.issued, at_b.issued - b.issued));
}

// For the first engines, as many as there are bits: the sites of either that are not sure.
void unite(std::span<SetterSet> united, std::span<const SetterSet> a, Knowers::Bits sure_of_a,
           std::span<const SetterSet> b, Knowers::Bits sure_of_b) {
  for (std::size_t f = 0; f < std::min(united.size(), Knowers::kBits); ++f)
    united[f] = (sure_of_a >> f & 1 ? 0 : a[f]) | (sure_of_b >> f & 1 ? 0 : b[f]);
}

}  // namespace

void State::meet(const SavedState& other, const Touched& touched, std::span<const Progress> base,
                 Era era) {
  if (values_.is_full()) drop_unused_values();
  align_frames(other, touched);
  number_joints(other, touched, base);
  before_ = progress_;
  meet_progress(other, touched, era);
  knowers_here_.start(known_, engines_);
  knowers_there_.start(other.known, engines_);
  memo_.clear();
  touched.keys.for_each([&](std::size_t i, KeyId id) {
    const std::size_t e = operands_->key_engine[id].value;
    const Key& there = other.keys[i];
    Key& here = keys_[id.value];
    here.value =
        memo_.find_or_make({there.value, here.value, knowers_there_.kind(e, there.position),
                            knowers_here_.kind(e, here.position)},
                           [&] { return meet_values(e, there, here, other.progress[e]); });
  });
  for (const Joint& joint : joints_)
    joint.for_each_new([&](KeyId id, Position position) { keys_[id.value].position = position; });
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = joints_[i % engines_].meet(other.known[i], known_[i]);
}

void State::number_joints(const SavedState& other, const Touched& touched,
                          std::span<const Progress> base) {
  for (std::size_t e = 0; e < engines_; ++e) joints_[e].start(base[e].position);
  touched.keys.for_each([&](std::size_t i, KeyId id) {
    joints_[operands_->key_engine[id].value].add(id, other.keys[i].position, position(id));
  });
  for (Joint& joint : joints_) joint.number();
  joins_set_keys_ = std::ranges::none_of(joints_, &Joint::has_unset);
}

ValueId State::meet_values(std::size_t engine, const Key& there, const Key& here,
                           const Progress& progress_there) {
  const Age &a = values_.age(there.value), &b = values_.age(here.value);
  const Age age = meet_ages(a, progress_there, b, before_[engine], progress_[engine]);
  const RowId row = meet_rows(values_.row_id(there.value), values_.row_id(here.value));
  const ValueId met = values_.add(age, row);
  for (std::size_t f = 0; f < engines_; f += Knowers::kBits)
    unite(values_.unsure(met).subspan(f), values_.unsure(there.value).subspan(f),
          knowers_there_.of(engine, there.position, f), values_.unsure(here.value).subspan(f),
          knowers_here_.of(engine, here.position, f));
  return met;
}

RowId State::meet_rows(RowId there, RowId here) {
  // A row that says nothing still covers a key that is not set, and with it what the other
  // path has set it to, if that is certain there.
  const bool says_nothing = there == Values::kNothing || here == Values::kNothing;
  if (there == here ? says_nothing : says_nothing && joins_set_keys_) return Values::kNothing;
  const RowId met = values_.add_row();
  const auto certain = values_.row(met), certain_there = values_.row(there),
             certain_here = values_.row(here);
  for (std::size_t e = 0; e < engines_; ++e)
    certain[e] = joints_[e].meet(certain_there[e], certain_here[e]);
  return met;
}

void State::meet_progress(const SavedState& other, const Touched& touched, Era era) {
  for (std::size_t e = 0; e < engines_; ++e) {
    Progress& here = progress_[e];
    const Progress& there = other.progress[e];
    here.position = joints_[e].last();
    here.issued = std::min(here.issued, there.issued);
    if (!touched.engines.test(e)) continue;
    if (here.era == there.era && here.count == there.count) continue;
    here.era = era;
    here.count = 0;
  }
}

void State::widen(const SavedState& before, const Touched& touched) {
  bool keeps_positions =
      std::ranges::equal(progress_, before.progress, {}, &Progress::position, &Progress::position);
  touched.keys.for_each(
      [&](std::size_t i, KeyId id) { keeps_positions &= position(id) == before.keys[i].position; });
  memo_.clear();
  touched.keys.for_each([&](std::size_t i, KeyId id) {
    const Key& then = before.keys[i];
    Key& here = keys_[id.value];
    const bool moves = here.position != then.position;
    here.value = memo_.find_or_make({here.value, then.value, moves}, [&] {
      return widened(here.value, then.value, moves, keeps_positions);
    });
  });
  if (!keeps_positions) return;
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = intersection(known_[i], before.known[i]);
}

ValueId State::widened(ValueId here, ValueId before, bool moves, bool keeps_positions) {
  Age age = values_.age(here);
  if (age.span == Age::Span::at_least && (moves || age != values_.age(before)))
    age.span = Age::Span::none;
  RowId row = values_.row_id(here);
  if (keeps_positions) row = intersection_of_rows(row, values_.row_id(before));
  const ValueId wide = values_.add(age, row);
  std::ranges::copy(values_.unsure(here), values_.unsure(wide).begin());
  return wide;
}

RowId State::intersection_of_rows(RowId a, RowId b) {
  if (a == Values::kNothing || b == Values::kNothing) return Values::kNothing;
  const RowId both = values_.add_row();
  for (std::size_t e = 0; e < engines_; ++e)
    values_.row(both)[e] = intersection(values_.row(a)[e], values_.row(b)[e]);
  return both;
}

}  // namespace tidemark::sync
