#include "core/sync/state.h"

#include <algorithm>

#include "core/check.h"
#include "core/sync/joint.h"

namespace tidemark::sync {
namespace {

// The form with coefficients and constant in [0, slots).
Affine reduced(const Affine& form, std::int64_t slots) {
  Affine result(floor_mod(form.constant, slots));
  for (const AffineTerm& term : form.terms)
    if (const std::int64_t c = floor_mod(term.coefficient, slots); c != 0)
      result.terms.push_back({term.symbol, c});
  return result;
}

// a + factor * b, reduced.
Affine combine(const Affine& a, std::int64_t factor, const Affine& b, std::int64_t slots) {
  const auto scaled = scale(reduced(b, slots), floor_mod(factor, slots));
  return reduced(*add(a, reduced(*scaled, slots)), slots);
}

Distance distance_of(const Key& key, std::int64_t count, Era era) {
  if (key.era != era) return Distance::none();
  switch (key.span) {
    case Key::Span::exact: return Distance::exactly(count - key.base);
    case Key::Span::at_least: return Distance::at_least(count - key.base);
    case Key::Span::none: return Distance::none();
  }
  CHECK(false);
}

Key make_key(Position position, Distance distance, std::int64_t count, Era era) {
  if (distance.is_none()) return {position, era, 0, Key::Span::none};
  const bool exact = distance.least == distance.greatest;
  return {position, era, count - distance.least, exact ? Key::Span::exact : Key::Span::at_least};
}

}  // namespace

State::State(const Operands& operands, std::size_t engine_count)
    : operands_(&operands),
      engines_(engine_count),
      keys_(operands.key_count),
      rows_(operands.key_count * engine_count),
      known_(engine_count * engine_count),
      positions_(engine_count),
      counts_(engine_count),
      eras_(engine_count),
      frames_(operands.regions.size()) {
  for (RegionId region : operands.regions.ids())
    if (operands.regions[region].is_ring()) rings_.push_back(region);
}

void State::learn(EngineId engine, KeyId waited) {
  const EngineId producer = operands_->key_engine[waited];
  const Position position = key(waited).position;
  const std::span<const Coverage> certain = std::as_const(*this).row(waited);
  for (std::size_t e = 0; e < engines_; ++e) known(engine, EngineId(e)).add(certain[e]);
  Coverage& own = known(engine, producer);
  if (own.watermark + 1 == position)
    own.watermark = position;
  else if (!own.covers(position))
    own.include(position);
}

Position State::issue(EngineId engine) {
  ++counts_[engine.value];
  return ++positions_[engine.value];
}

void State::set_key(KeyId id, EngineId engine, Position position) {
  keys_[id.value] = {position, eras_[engine.value], counts_[engine.value], Key::Span::exact};
  const std::span<Coverage> certain = row(id);
  for (std::size_t e = 0; e < engines_; ++e) certain[e] = known(engine, EngineId(e));
  certain[engine.value] = {position - 1, 0, 0};  // completions come in order
}

void State::may_set_key(KeyId id, EngineId engine) {
  // What was certain of the old value is certain of the new one: the setters are
  // instances of one engine, and what an engine is certain of only grows.
  const Position old = keys_[id.value].position;
  keys_[id.value] = {++positions_[engine.value], eras_[engine.value], 0, Key::Span::none};
  if (old == 0) std::ranges::fill(row(id), Coverage{});
}

void State::complete_own(EngineId engine) {
  known(engine, engine).raise_to(positions_[engine.value]);
}

bool State::knows(EngineId engine, KeyId id) const {
  return known(engine, operands_->key_engine[id]).covers(key(id).position);
}

bool State::row_covers(KeyId waited, KeyId other) const {
  const EngineId producer = operands_->key_engine[other];
  if (producer == operands_->key_engine[waited] && key(waited).position == key(other).position)
    return true;
  return row(waited)[producer.value].covers(key(other).position);
}

Distance State::distance(KeyId id) const {
  const std::uint32_t e = operands_->key_engine[id].value;
  return distance_of(key(id), counts_[e], eras_[e]);
}

// --- rings

std::int64_t State::slot(RegionId ring, const Affine& form) {
  const std::int64_t n = slots(ring);
  Frame& frame = frames_[ring.value];
  if (!frame) {
    frame = reduced(form, n);
    return 0;
  }
  const Affine difference = combine(form, -1, *frame, n);
  if (difference.is_constant()) return difference.constant;
  forget_phase(ring);
  frame = reduced(form, n);
  return 0;
}

std::int64_t State::slot_if_known(RegionId ring, const Affine& form) const {
  const Frame& frame = frames_[ring.value];
  const Affine difference = combine(form, -1, frame.value_or(Affine(0)), slots(ring));
  return frame && difference.is_constant() ? difference.constant : -1;
}

void State::rewrite_frames(Symbol symbol, const std::optional<Affine>& old_value) {
  for (RegionId ring : rings_) {
    Frame& frame = frames_[ring.value];
    if (!frame) continue;
    const std::int64_t coefficient = frame->coefficient_of(symbol);
    if (coefficient == 0) continue;
    if (!old_value) {
      forget_phase(ring);
      frame.reset();
      continue;
    }
    std::erase_if(frame->terms, [&](const AffineTerm& t) { return t.symbol == symbol; });
    frame = combine(*frame, coefficient, *old_value, slots(ring));
  }
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
    const auto width = static_cast<std::int64_t>(engines_);
    const auto rows = rows_.begin() + toucher.first_key.value * width;
    std::rotate(rows, rows + 2 * by * width, rows + 2 * n * width);
  }
}

// The frame may have turned by any amount: each slot becomes what all of them have in
// common.
void State::forget_phase(RegionId ring) {
  const std::int64_t n = slots(ring);
  for (const Toucher& toucher : operands_->regions[ring].touchers) {
    for (const KeyId first : {toucher.write_key(0), toucher.access_key(0)}) {
      const auto nth = [&](std::int64_t slot) { return KeyId(first.value + 2 * slot); };
      Distance distance = Distance::any();
      bool never = true, same = true;
      std::vector<Coverage> common(row(first).begin(), row(first).end());
      for (std::int64_t s = 0; s < n; ++s) {
        distance = intersection(distance, this->distance(nth(s)));
        never &= key(nth(s)).position == 0;
        same &= key(nth(s)).position == key(first).position;
        for (std::size_t e = 0; e < engines_; ++e)
          common[e] = intersection(common[e], row(nth(s))[e]);
      }
      if (same && !never) continue;
      renumber_slots(toucher.engine, first, n, distance, never, common);
    }
  }
}

void State::renumber_slots(EngineId engine, KeyId first, std::int64_t n, Distance distance,
                           bool never, const std::vector<Coverage>& common) {
  const std::uint32_t e = engine.value;
  const Position before = positions_[e];
  std::vector<bool> knows_all(engines_, true);
  for (std::size_t f = 0; f < engines_; ++f)
    for (std::int64_t s = 0; s < n && knows_all[f]; ++s)
      knows_all[f] = knows(EngineId(f), KeyId(first.value + 2 * s));
  for (std::int64_t s = 0; s < n; ++s) {
    const KeyId id(first.value + 2 * s);
    const Position position = never ? 0 : ++positions_[e];
    keys_[id.value] = make_key(position, distance, counts_[e], eras_[e]);
    std::ranges::copy(common, row(id).begin());
  }
  if (never) return;
  for (std::size_t f = 0; f < engines_; ++f) {
    Coverage& coverage = known(EngineId(f), engine);
    if (!knows_all[f]) continue;
    if (coverage.watermark == before)
      coverage.watermark = positions_[e];
    else if (n <= 64)
      coverage = {coverage.watermark, before, ~std::uint64_t{0} >> (64 - n)};
  }
}

// --- control

SavedState State::save(const Touched& touched) const {
  SavedState saved{{}, {}, known_, positions_, counts_, eras_, {}};
  saved.keys.reserve(touched.keys.size());
  saved.rows.reserve(touched.keys.size() * engines_);
  for (KeyId id : touched.keys) {
    saved.keys.push_back(key(id));
    saved.rows.insert(saved.rows.end(), row(id).begin(), row(id).end());
  }
  for (RegionId ring : touched.rings) saved.frames.push_back(frames_[ring.value]);
  return saved;
}

void State::restore(const SavedState& saved, const Touched& touched) {
  for (std::size_t i = 0; i < touched.keys.size(); ++i) {
    keys_[touched.keys[i].value] = saved.keys[i];
    std::copy_n(saved.rows.begin() + static_cast<std::ptrdiff_t>(i * engines_), engines_,
                row(touched.keys[i]).begin());
  }
  for (std::size_t i = 0; i < touched.rings.size(); ++i)
    frames_[touched.rings[i].value] = saved.frames[i];
  known_ = saved.known;
  positions_ = saved.positions;
  counts_ = saved.counts;
  eras_ = saved.eras;
}

// Afterwards both name the slots of each touched ring by the same frame.
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
        forget_phase(ring);
    }
    here = there;
  }
}

void State::meet(const SavedState& other, const Touched& touched, std::span<const Position> base,
                 Era era) {
  align_frames(other, touched);

  std::vector<Joint> joints;
  joints.reserve(engines_);
  for (std::size_t e = 0; e < engines_; ++e) joints.emplace_back(base[e]);
  for (std::size_t i = 0; i < touched.keys.size(); ++i) {
    const KeyId id = touched.keys[i];
    joints[operands_->key_engine[id].value].add(other.keys[i].position, key(id).position);
  }
  for (Joint& joint : joints) joint.number();

  const std::vector<std::int64_t> counts_here = counts_;
  const std::vector<Era> eras_here = eras_;
  for (std::size_t e = 0; e < engines_; ++e) {
    positions_[e] = joints[e].last();
    if (!touched.engines.test(e)) continue;
    if (eras_[e] == other.eras[e] && counts_[e] == other.counts[e]) continue;
    eras_[e] = era;
    counts_[e] = 0;
  }
  for (std::size_t i = 0; i < touched.keys.size(); ++i) {
    const KeyId id = touched.keys[i];
    const std::uint32_t e = operands_->key_engine[id].value;
    const Key& there = other.keys[i];
    Key& here = keys_[id.value];
    const Distance distance =
        intersection(distance_of(there, other.counts[e], other.eras[e]),
                             distance_of(here, counts_here[e], eras_here[e]));
    here = make_key(joints[e].position(there.position, here.position), distance, counts_[e],
                    eras_[e]);
    for (std::size_t f = 0; f < engines_; ++f)
      row(id)[f] = joints[f].meet(other.rows[i * engines_ + f], row(id)[f]);
  }
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = joints[i % engines_].meet(other.known[i], known_[i]);
}

void State::forget(const Touched& touched, Era era) {
  std::vector<Position> next = positions_;
  for (std::size_t e = 0; e < engines_; ++e) {
    if (!touched.engines.test(e)) continue;
    eras_[e] = era;
    counts_[e] = 0;
  }
  for (KeyId id : touched.keys) {
    const std::uint32_t e = operands_->key_engine[id].value;
    if (!touched.engines.test(e) && key(id).position == 0) continue;
    keys_[id.value] = {++next[e], eras_[e], 0, Key::Span::none};
    std::ranges::fill(row(id), Coverage{});
  }
  for (RegionId ring : touched.rings) frames_[ring.value].reset();
  positions_ = next;
}

void State::widen(const SavedState& before, const Touched& touched) {
  for (std::size_t i = 0; i < touched.keys.size(); ++i) {
    Key& here = keys_[touched.keys[i].value];
    if (here.span == Key::Span::at_least && here != before.keys[i]) here.span = Key::Span::none;
  }
}

void State::drain_and_reset() {
  const Era era = new_era();
  for (Key& key : keys_) key = {0, era, 0, Key::Span::at_least};
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = {positions_[i % engines_], 0, 0};
  std::ranges::fill(rows_, Coverage{});
  std::ranges::fill(counts_, 0);
  std::ranges::fill(eras_, era);
}

}  // namespace tidemark::sync
