// The rings of a state: frames, and what is known where they turn.
#include <algorithm>
#include <numeric>

#include "core/sync/mutant.h"
#include "core/sync/state.h"

namespace tidemark::sync {
namespace {

// a + factor * b, reduced.
Affine combine(const Affine& a, std::int64_t factor, const Affine& b, std::int64_t slots) {
  const auto scaled = scale(reduced(b, slots), floor_mod(factor, slots));
  return reduced(*add(a, reduced(*scaled, slots)), slots);
}

// By how much a is ahead of b, modulo the slots, where that is a constant.
std::optional<std::int64_t> constant_difference(const Affine& a, const Affine& b,
                                                std::int64_t slots) {
  const auto is_none = [&](const AffineTerm& term) { return term.coefficient % slots == 0; };
  auto i = a.terms.begin(), j = b.terms.begin();
  while (i != a.terms.end() || j != b.terms.end()) {
    if (i != a.terms.end() && j != b.terms.end() && i->symbol == j->symbol) {
      if (floor_mod(i->coefficient, slots) != floor_mod(j->coefficient, slots)) return std::nullopt;
      ++i, ++j;
    } else if (j == b.terms.end() || (i != a.terms.end() && i->symbol < j->symbol)) {
      if (!is_none(*i++)) return std::nullopt;
    } else if (!is_none(*j++)) {
      return std::nullopt;
    }
  }
  return floor_mod(floor_mod(a.constant, slots) - floor_mod(b.constant, slots), slots);
}

// The value that the symbol had when it was lost: a name that no form in scope has.
Symbol past(Symbol symbol) { return {symbol.kind, symbol.index | 0x8000'0000u}; }

// The form is its constant and a multiple of this, modulo the slots.
std::int64_t common_step(const Affine& form, std::int64_t slots) {
  std::int64_t step = slots;
  for (const AffineTerm& term : form.terms) step = std::gcd(step, term.coefficient);
  return step;
}

bool mentions(const Frame& frame, Symbol symbol) {
  return frame && frame->coefficient_of(symbol) != 0;
}

}  // namespace

std::int64_t State::slot(RegionId ring, const Affine& form, CourseId course,
                         std::span<const RegionId> scope) {
  const std::int64_t n = slots(ring);
  Frame& frame = frames_[ring.value];
  if (!frame) {
    frame = reduced(form, n);
    return 0;
  }
  if (const auto known = constant_difference(form, *frame, n)) return *known;
  const Affine difference = combine(form, -1, *frame, n);
  // By how much the frame turns is not known; rings with the same frame turn alike.
  const std::vector<RegionId> group = alike(ring, course, scope);
  for (RegionId other : group) rotate(other, difference.constant);
  forget_phase(group, common_step(difference, n));
  for (RegionId other : group)
    frames_[other.value] = combine(*frames_[other.value], 1, difference, n);
  return 0;
}

std::int64_t State::slot_if_known(RegionId ring, const Affine& form) const {
  const Frame& frame = frames_[ring.value];
  return frame ? constant_difference(form, *frame, slots(ring)).value_or(-1) : -1;
}

// The rings in scope with as many slots whose frames differ from this one's by a constant,
// and whose slots are named on this course somewhere: one that never is would only lose its
// slots by turning.
std::vector<RegionId> State::alike(RegionId ring, CourseId course,
                                   std::span<const RegionId> scope) const {
  std::vector<RegionId> group;
  for (RegionId other : scope) {
    const Frame& frame = frames_[other.value];
    if (frame && slots(other) == slots(ring) && frame->terms == frames_[ring.value]->terms &&
        std::ranges::binary_search(operands_->regions[other].courses, course))
      group.push_back(other);
  }
  return group;
}

void State::rewrite_frames(Symbol symbol, const Affine& old_value) {
  for (RegionId ring : rings_) {
    Frame& frame = frames_[ring.value];
    if (!mentions(frame, symbol)) continue;
    const std::int64_t coefficient = frame->coefficient_of(symbol);
    erase_if(frame->terms, [&](const AffineTerm& t) { return t.symbol == symbol; });
    frame = combine(*frame, coefficient, old_value, slots(ring));
  }
}

void State::lose(Symbol symbol) {
  const bool is_named = std::ranges::any_of(
      rings_, [&](RegionId ring) { return mentions(frames_[ring.value], symbol); });
  if (!is_named) return;
  for (RegionId ring : rings_)  // one past at a time
    if (mentions(frames_[ring.value], past(symbol))) forget_ring(ring);
  rewrite_frames(symbol, Affine(past(symbol)));
}

void State::express_frame(RegionId ring, Symbol symbol, std::int64_t coefficient,
                          const Affine& value) {
  Frame& frame = frames_[ring.value];
  if (!frame) return;
  const std::int64_t n = slots(ring);
  frame = combine(combine(*frame, coefficient, Affine(symbol), n), -coefficient, value, n);
}

// What was slot c + by is now slot c.
void State::rotate(RegionId ring, std::int64_t by) {
  const std::int64_t n = slots(ring);
  by = floor_mod(by, n);
  if (by == 0) return;
  for (const Toucher& toucher : operands_->regions[ring].touchers) {
    const auto keys = keys_.begin() + toucher.first_key.value;
    std::rotate(keys, keys + 2 * by, keys + 2 * n);
  }
}

// The rings have turned together, by any multiple of `step`: what holds afterwards is what
// holds for every such rotation. With those below k met, one meet with itself turned by k
// makes it those below 2k.
void State::forget_phase(const std::vector<RegionId>& group, std::int64_t step) {
  if (mutated(Mutant::no_meet_over_rotations)) return;
  Touched touched;
  for (RegionId ring : group) add_keys(ring, touched.keys);
  for (std::int64_t turned = step; turned < slots(group.front()); turned *= 2) {
    const Saved before = save(touched);
    for (RegionId ring : group) rotate(ring, turned);
    meet(*before, touched, before->progress, 0);
  }
}

// Nothing is known of the ring's keys any more.
void State::forget_ring(RegionId ring) {
  KeySet keys;
  add_keys(ring, keys);
  forget_keys(keys);
  frames_[ring.value].reset();
}

void State::add_keys(RegionId ring, KeySet& keys) const {
  for (const Toucher& toucher : operands_->regions[ring].touchers)
    keys.add(toucher.first_key, toucher.write_key(slots(ring)));
}

// Afterwards both name the slots of each touched ring by the same frame, the other's.
void State::align_frames(const SavedState& other, const Touched& touched) {
  for (std::size_t i = 0; i < touched.rings.size(); ++i) {
    const RegionId ring = touched.rings[i];
    Frame& here = frames_[ring.value];
    const Frame& there = other.frames[i];
    if (!there || here == there) continue;
    if (here) {
      const Affine difference = combine(*there, -1, *here, slots(ring));
      if (difference.is_constant())
        rotate(ring, difference.constant);
      else
        turn_alike(i, difference, other, touched);
    }
    frames_[ring.value] = there;
  }
}

// Turns the ring to the other state's frame by an amount that is not known, and with it
// those that turn by the same amount, but for a constant.
void State::turn_alike(std::size_t index, const Affine& difference, const SavedState& other,
                       const Touched& touched) {
  const RegionId ring = touched.rings[index];
  const std::int64_t n = slots(ring);
  std::vector<RegionId> group;
  for (std::size_t i = index; i < touched.rings.size(); ++i) {
    const RegionId candidate = touched.rings[i];
    Frame& here = frames_[candidate.value];
    const Frame& there = other.frames[i];
    if (!here || !there || slots(candidate) != n || here->terms != frames_[ring.value]->terms ||
        there->terms != other.frames[index]->terms)
      continue;
    rotate(candidate, combine(*there, -1, *here, n).constant);
    group.push_back(candidate);
  }
  forget_phase(group, common_step(difference, n));
  for (std::size_t i = index; i < touched.rings.size(); ++i)
    if (std::ranges::find(group, touched.rings[i]) != group.end())
      frames_[touched.rings[i].value] = other.frames[i];
}

}  // namespace tidemark::sync
