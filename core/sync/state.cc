#include "core/sync/state.h"

#include <algorithm>

#include "core/check.h"
#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

constexpr std::size_t kPooledBlock = std::size_t{1} << 20;

Distance distance_of(const Key& key, std::int64_t count, Era era) {
  if (key.era != era) return Distance::none();
  switch (key.span) {
    case Key::Span::exact:
      return Distance::exactly(count - key.base);
    case Key::Span::at_least:
      return Distance::at_least(count - key.base);
    case Key::Span::none:
      return Distance::none();
  }
  CHECK(false);
}

Key make_key(Position position, Distance distance, std::int64_t count, Era era,
             std::int64_t issued) {
  if (distance.is_none()) return {position, era, 0, issued, Key::Span::none};
  const bool exact = distance.least == distance.greatest;
  return {position, era, count - distance.least, issued,
          exact ? Key::Span::exact : Key::Span::at_least};
}

}  // namespace

State::State(const Operands& operands, std::size_t engine_count)
    : operands_(&operands),
      engines_(engine_count),
      keys_(operands.key_count),
      rows_(operands.key_count * engine_count),
      unsure_(operands.key_count * engine_count),
      known_(engine_count * engine_count),
      positions_(engine_count),
      counts_(engine_count),
      issued_(engine_count),
      eras_(engine_count),
      frames_(operands.regions.size()),
      joints_(engine_count),
      pool_(std::make_unique<std::pmr::unsynchronized_pool_resource>(std::pmr::pool_options{
          .max_blocks_per_chunk = 0, .largest_required_pool_block = kPooledBlock})) {
  for (RegionId region : operands.regions.ids())
    if (operands.regions[region].is_ring()) rings_.push_back(region);
}

void State::learn(EngineId engine, KeyId waited) {
  const EngineId producer = operands_->key_engine[waited];
  const Position position = key(waited).position;
  const std::span<const Coverage> certain = std::as_const(*this).row(waited);
  for (std::size_t e = 0; e < engines_; ++e) known(engine, EngineId(e)).add(certain[e]);
  known(engine, producer).include(position);
  if (mutated(Mutant::one_too_early)) known(engine, producer).include(position + 1);
}

Position State::issue(EngineId engine) {
  ++counts_[engine.value];
  ++issued_[engine.value];
  return ++positions_[engine.value];
}

void State::set_key(KeyId id, EngineId engine, Position position, SetterSet setter) {
  keys_[id.value] = {position, eras_[engine.value], counts_[engine.value], issued_[engine.value],
                     Key::Span::exact};
  const std::span<Coverage> certain = row(id);
  for (std::size_t e = 0; e < engines_; ++e) certain[e] = known(engine, EngineId(e));
  certain[engine.value] = Coverage(position - 1);  // completions come in order
  std::ranges::fill(unsure(id), setter);
}

void State::may_set_key(KeyId id, EngineId engine, SetterSet setter) {
  for (std::size_t f = 0; f < engines_; ++f) unsure(id)[f] = unsure(EngineId(f), id) | setter;
  // What was certain of the old value is certain of the new one: the setters are
  // instances of one engine, and what an engine is certain of only grows.
  const Position old = keys_[id.value].position;
  keys_[id.value] = {++positions_[engine.value], eras_[engine.value], 0, issued_[engine.value],
                     Key::Span::none};
  if (old == 0) std::ranges::fill(row(id), Coverage{});
}

void State::complete_own(EngineId engine) {
  known(engine, engine).raise_to(positions_[engine.value]);
}

bool State::knows(EngineId engine, KeyId id) const {
  return known(engine, operands_->key_engine[id]).covers(key(id).position);
}

bool State::row_covers(KeyId waited, KeyId other) const {
  const EngineId producer = operands_->key_engine[mutated(Mutant::wrong_pair) ? waited : other];
  if (producer == operands_->key_engine[waited] && key(waited).position == key(other).position)
    return true;
  return row(waited)[producer.value].covers(key(other).position);
}

Distance State::distance(KeyId id) const {
  const std::uint32_t e = operands_->key_engine[id].value;
  return distance_of(key(id), counts_[e], eras_[e]);
}

std::int64_t State::least_distance(KeyId id) const {
  return issued_[operands_->key_engine[id].value] - key(id).issued;
}

// --- control

SavedState State::save(const Touched& touched) const {
  SavedState saved(pool_.get());
  saved.known.assign(known_.begin(), known_.end());
  saved.positions.assign(positions_.begin(), positions_.end());
  saved.counts.assign(counts_.begin(), counts_.end());
  saved.issued.assign(issued_.begin(), issued_.end());
  saved.eras.assign(eras_.begin(), eras_.end());
  saved.keys.reserve(touched.keys.size());
  saved.rows.reserve(touched.keys.size() * engines_);
  saved.unsure.reserve(touched.keys.size() * engines_);
  for (KeyId id : touched.keys) {
    saved.keys.push_back(key(id));
    saved.rows.insert(saved.rows.end(), row(id).begin(), row(id).end());
    for (std::size_t f = 0; f < engines_; ++f) saved.unsure.push_back(unsure(EngineId(f), id));
  }
  saved.frames.reserve(touched.rings.size());
  for (RegionId ring : touched.rings) saved.frames.push_back(frames_[ring.value]);
  return saved;
}

void State::restore(const SavedState& saved, const Touched& touched) {
  for (std::size_t i = 0; i < touched.keys.size(); ++i) {
    keys_[touched.keys[i].value] = saved.keys[i];
    std::copy_n(saved.rows.begin() + static_cast<std::ptrdiff_t>(i * engines_), engines_,
                row(touched.keys[i]).begin());
    std::copy_n(saved.unsure.begin() + static_cast<std::ptrdiff_t>(i * engines_), engines_,
                unsure(touched.keys[i]).begin());
  }
  for (std::size_t i = 0; i < touched.rings.size(); ++i)
    frames_[touched.rings[i].value] = saved.frames[i];
  std::ranges::copy(saved.known, known_.begin());
  std::ranges::copy(saved.positions, positions_.begin());
  std::ranges::copy(saved.counts, counts_.begin());
  std::ranges::copy(saved.issued, issued_.begin());
  std::ranges::copy(saved.eras, eras_.begin());
}

void State::meet(const SavedState& other, const Touched& touched, std::span<const Position> base,
                 Era era) {
  align_frames(other, touched);

  for (std::size_t e = 0; e < engines_; ++e) joints_[e].start(base[e]);
  for (std::size_t i = 0; i < touched.keys.size(); ++i) {
    const KeyId id = touched.keys[i];
    joints_[operands_->key_engine[id].value].add(other.keys[i].position, key(id).position);
  }
  for (Joint& joint : joints_) joint.number();

  const std::vector<std::int64_t> counts_here = counts_;
  const std::vector<Era> eras_here = eras_;
  const std::vector<std::int64_t> issued_here = issued_;
  for (std::size_t e = 0; e < engines_; ++e) {
    positions_[e] = joints_[e].last();
    issued_[e] = std::min(issued_[e], other.issued[e]);
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
    for (std::size_t f = 0; f < engines_; ++f)
      unsure(id)[f] = unsure(EngineId(f), id) | other.unsure[i * engines_ + f];
    const Distance distance = intersection(distance_of(there, other.counts[e], other.eras[e]),
                                           distance_of(here, counts_here[e], eras_here[e]));
    const std::int64_t behind =
        std::min(issued_here[e] - here.issued, other.issued[e] - there.issued);
    here = make_key(joints_[e].position(there.position, here.position), distance, counts_[e],
                    eras_[e], issued_[e] - behind);
    for (std::size_t f = 0; f < engines_; ++f)
      row(id)[f] = joints_[f].meet(other.rows[i * engines_ + f], row(id)[f]);
  }
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = joints_[i % engines_].meet(other.known[i], known_[i]);
}

void State::forget(const Touched& touched, Era era) {
  for (std::size_t e = 0; e < engines_; ++e) {
    if (!touched.engines.test(e)) continue;
    eras_[e] = era;
    counts_[e] = 0;
  }
  forget_keys(touched.keys);
  for (RegionId ring : touched.rings) frames_[ring.value].reset();
}

void State::forget_keys(const std::vector<KeyId>& keys) {
  for (KeyId id : keys) {
    const std::uint32_t e = operands_->key_engine[id].value;
    keys_[id.value] = {++positions_[e], eras_[e], 0, issued_[e], Key::Span::none};
    std::ranges::fill(row(id), Coverage{});
    std::ranges::fill(unsure(id), kAllSetters);
  }
}

void State::widen(const SavedState& before, const Touched& touched) {
  bool same_positions = std::ranges::equal(positions_, before.positions);
  for (std::size_t i = 0; i < touched.keys.size(); ++i) {
    Key& here = keys_[touched.keys[i].value];
    if (here.span == Key::Span::at_least && here != before.keys[i]) here.span = Key::Span::none;
    same_positions &= here.position == before.keys[i].position;
  }
  if (!same_positions) return;
  for (std::size_t i = 0; i < touched.keys.size(); ++i)
    for (std::size_t e = 0; e < engines_; ++e)
      row(touched.keys[i])[e] =
          intersection(row(touched.keys[i])[e], before.rows[i * engines_ + e]);
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = intersection(known_[i], before.known[i]);
}

void State::drain_and_reset() {
  const Era era = new_era();
  for (Key& key : keys_) key = {0, era, 0, 0, Key::Span::at_least};
  for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = Coverage(positions_[i % engines_]);
  std::ranges::fill(rows_, Coverage{});
  std::ranges::fill(counts_, 0);
  std::ranges::fill(eras_, era);
}

}  // namespace tidemark::sync
