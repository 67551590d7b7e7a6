#include "core/sync/state.h"

#include <algorithm>

#include "core/check.h"
#include "core/sync/mutant.h"

namespace tidemark::sync {
namespace {

constexpr std::size_t kPooledBlock = std::size_t{1} << 20;

Distance distance_of(const Key& key, const Progress& by) {
  if (key.era != by.era) return Distance::none();
  switch (key.span) {
    case Key::Span::exact:
      return Distance::exactly(by.count - key.base);
    case Key::Span::at_least:
      return Distance::at_least(by.count - key.base);
    case Key::Span::none:
      return Distance::none();
  }
  CHECK(false);
}

Key make_key(Position position, Distance distance, const Progress& by, std::int64_t behind) {
  const std::int64_t issued = by.issued - behind;
  if (distance.is_none()) return {position, by.era, 0, issued, Key::Span::none};
  const bool exact = distance.least == distance.greatest;
  return {position, by.era, by.count - distance.least, issued,
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
      progress_(engine_count),
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
  Progress& by = progress_[engine.value];
  ++by.count;
  ++by.issued;
  return ++by.position;
}

void State::set_key(KeyId id, EngineId engine, Position position, SetterSet setter) {
  const Progress& by = progress_[engine.value];
  keys_[id.value] = {position, by.era, by.count, by.issued, Key::Span::exact};
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
  Progress& by = progress_[engine.value];
  keys_[id.value] = {++by.position, by.era, 0, by.issued, Key::Span::none};
  if (old == 0) std::ranges::fill(row(id), Coverage{});
}

void State::complete_own(EngineId engine) {
  known(engine, engine).raise_to(progress_[engine.value].position);
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
  return distance_of(key(id), progress_[operands_->key_engine[id].value]);
}

std::int64_t State::least_distance(KeyId id) const {
  return progress_[operands_->key_engine[id].value].issued - key(id).issued;
}

// --- control

SavedState State::save(const Touched& touched) const {
  SavedState saved(pool_.get());
  const std::size_t keys = touched.keys.size();
  saved.keys.reserve(keys);
  saved.coverage.reserve(keys * engines_ + known_.size());
  saved.unsure.resize(keys * engines_);
  for (const auto& [begin, size] : touched.keys.runs()) {
    const Key* first = keys_.data() + begin;
    saved.keys.insert(saved.keys.end(), first, first + size);
    const Coverage* rows = rows_.data() + begin * engines_;
    saved.coverage.insert(saved.coverage.end(), rows, rows + size * engines_);
  }
  touched.keys.for_each([&](std::size_t i, KeyId id) {
    for (std::size_t f = 0; f < engines_; ++f)
      saved.unsure[i * engines_ + f] = unsure(EngineId(f), id);
  });
  saved.coverage.insert(saved.coverage.end(), known_.begin(), known_.end());
  saved.progress.assign(progress_.begin(), progress_.end());
  saved.frames.reserve(touched.rings.size());
  for (RegionId ring : touched.rings) saved.frames.push_back(frames_[ring.value]);
  return saved;
}

void State::restore(const SavedState& saved, const Touched& touched) {
  std::size_t i = 0;
  for (const auto& [begin, size] : touched.keys.runs()) {
    std::copy_n(&saved.keys[i], size, &keys_[begin]);
    std::copy_n(&saved.coverage[i * engines_], size * engines_, &rows_[begin * engines_]);
    std::copy_n(&saved.unsure[i * engines_], size * engines_, &unsure_[begin * engines_]);
    i += size;
  }
  for (std::size_t r = 0; r < touched.rings.size(); ++r)
    frames_[touched.rings[r].value] = saved.frames[r];
  std::copy(saved.coverage.end() - std::ssize(known_), saved.coverage.end(), known_.begin());
  std::ranges::copy(saved.progress, progress_.begin());
}

void State::meet(const SavedState& other, const Touched& touched, std::span<const Progress> base,
                 Era era) {
  align_frames(other, touched);

  for (std::size_t e = 0; e < engines_; ++e) joints_[e].start(base[e].position);
  touched.keys.for_each([&](std::size_t i, KeyId id) {
    joints_[operands_->key_engine[id].value].add(other.keys[i].position, key(id).position);
  });
  for (Joint& joint : joints_) joint.number();

  before_ = progress_;
  meet_progress(other, touched, era);
  touched.keys.for_each([&](std::size_t i, KeyId id) {
    const std::uint32_t e = operands_->key_engine[id].value;
    const Key& there = other.keys[i];
    Key& here = keys_[id.value];
    for (std::size_t f = 0; f < engines_; ++f)
      unsure(id)[f] = unsure(EngineId(f), id) | other.unsure[i * engines_ + f];
    const Distance distance =
        intersection(distance_of(there, other.progress[e]), distance_of(here, before_[e]));
    const std::int64_t behind =
        std::min(before_[e].issued - here.issued, other.progress[e].issued - there.issued);
    here = make_key(joints_[e].position(there.position, here.position), distance, progress_[e],
                    behind);
    for (std::size_t f = 0; f < engines_; ++f)
      row(id)[f] = joints_[f].meet(other.coverage[i * engines_ + f], row(id)[f]);
  });
  const Coverage* known_there = other.coverage.data() + touched.keys.size() * engines_;
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = joints_[i % engines_].meet(known_there[i], known_[i]);
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

void State::forget(const Touched& touched, Era era) {
  for (std::size_t e = 0; e < engines_; ++e) {
    if (!touched.engines.test(e)) continue;
    progress_[e].era = era;
    progress_[e].count = 0;
  }
  forget_keys(touched.keys);
  for (RegionId ring : touched.rings) frames_[ring.value].reset();
}

void State::forget_keys(const KeySet& keys) {
  keys.for_each([&](std::size_t, KeyId id) {
    Progress& by = progress_[operands_->key_engine[id].value];
    keys_[id.value] = {++by.position, by.era, 0, by.issued, Key::Span::none};
  });
  for (const auto& [begin, size] : keys.runs()) {
    std::fill_n(&rows_[begin * engines_], size * engines_, Coverage{});
    std::fill_n(&unsure_[begin * engines_], size * engines_, kAllSetters);
  }
}

void State::widen(const SavedState& before, const Touched& touched) {
  bool same_positions =
      std::ranges::equal(progress_, before.progress, {}, &Progress::position, &Progress::position);
  touched.keys.for_each([&](std::size_t i, KeyId id) {
    Key& here = keys_[id.value];
    if (here.span == Key::Span::at_least && here != before.keys[i]) here.span = Key::Span::none;
    same_positions &= here.position == before.keys[i].position;
  });
  if (!same_positions) return;
  touched.keys.for_each([&](std::size_t i, KeyId id) {
    for (std::size_t e = 0; e < engines_; ++e)
      row(id)[e] = intersection(row(id)[e], before.coverage[i * engines_ + e]);
  });
  const Coverage* known_before = before.coverage.data() + touched.keys.size() * engines_;
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = intersection(known_[i], known_before[i]);
}

void State::drain() {
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = Coverage(progress_[i % engines_].position);
}

void State::drain_and_reset() {
  drain();
  const Era era = new_era();
  for (Key& key : keys_) key = {0, era, 0, 0, Key::Span::at_least};
  std::ranges::fill(rows_, Coverage{});
  for (Progress& by : progress_) {
    by.era = era;
    by.count = 0;
  }
}

}  // namespace tidemark::sync
