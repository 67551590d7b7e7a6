#include "core/sync/state.h"

#include <algorithm>

#include "core/sync/mutant.h"

namespace tidemark::sync {

State::State(const Operands& operands, std::size_t engine_count)
    : operands_(&operands),
      engines_(engine_count),
      values_(engine_count, operands.key_count),
      keys_(operands.key_count),
      known_(engine_count * engine_count),
      progress_(engine_count),
      frames_(operands.regions.size()),
      of_engine_(engine_count),
      saved_(std::make_unique<SavedStates>()),
      joints_(engine_count) {
  for (RegionId region : operands.regions.ids())
    if (operands.regions[region].is_ring()) rings_.push_back(region);
  set_none();
}

void State::learn(EngineId engine, KeyId waited) {
  const EngineId producer = operands_->key_engine[waited];
  const std::span<Coverage> known = this->known(engine);
  if (const RowId id = values_.row_id(value(waited)); id != Values::kNothing) {
    const std::span<const Coverage> certain = values_.row(id);
    for (std::size_t e = 0; e < known.size(); ++e) known[e].add(certain[e]);
  }
  known[producer.value].include(position(waited));
  if (mutated(Mutant::one_too_early)) known[producer.value].include(position(waited) + 1);
}

Position State::issue(EngineId engine) {
  if (values_.is_full()) drop_unused_values();
  latest_.reset();
  Progress& by = progress_[engine.value];
  ++by.count;
  ++by.issued;
  return ++by.position;
}

ValueId State::value_of_instance(EngineId engine, Position position, SetterSet setter) {
  const RowId row = latest_ ? values_.row_id(*latest_) : row_of_instance(engine, position);
  const Progress& by = progress_[engine.value];
  return make_value({by.era, Age::Span::exact, by.count, by.issued}, row, setter);
}

RowId State::row_of_instance(EngineId engine, Position position) {
  const RowId id = values_.add_row();
  const std::span<Coverage> row = values_.row(id);
  std::ranges::copy(known(engine), row.begin());
  row[engine.value] = Coverage(position - 1);  // completions come in order
  return id;
}

void State::may_set_key(KeyId id, EngineId engine, SetterSet setter) {
  Progress& by = progress_[engine.value];
  Key& key = keys_[id.value];
  // What was certain of the old value is certain of the new one: the setters are
  // instances of one engine, and what an engine is certain of only grows.
  const RowId row = key.position == 0 ? Values::kNothing : values_.row_id(key.value);
  const ValueId value = values_.add({by.era, Age::Span::none, 0, by.issued}, row);
  for (std::size_t f = 0; f < engines_; ++f)
    values_.unsure(value)[f] = unsure(EngineId(f), id) | setter;
  key = {++by.position, value};
}

void State::complete_own(EngineId engine) {
  known(engine)[engine.value].raise_to(progress_[engine.value].position);
}

std::int64_t State::least_distance(KeyId id) const {
  return progress_[operands_->key_engine[id].value].issued - values_.age(value(id)).issued;
}

// --- control

Saved State::save(const Touched& touched) const {
  Saved saved = saved_->take();
  saved->keys.reserve(touched.keys.size());
  for (const auto& [begin, size] : touched.keys.runs())
    saved->keys.insert(saved->keys.end(), &keys_[begin], &keys_[begin] + size);
  saved->known = known_;
  saved->progress = progress_;
  saved->frames.resize(touched.rings.size());
  for (std::size_t r = 0; r < touched.rings.size(); ++r)
    saved->frames[r] = frames_[touched.rings[r].value];
  return saved;
}

void State::restore(const SavedState& saved, const Touched& touched) {
  std::size_t i = 0;
  for (const auto& [begin, size] : touched.keys.runs()) {
    std::copy_n(&saved.keys[i], size, &keys_[begin]);
    i += size;
  }
  for (std::size_t r = 0; r < touched.rings.size(); ++r)
    frames_[touched.rings[r].value] = saved.frames[r];
  known_ = saved.known;
  progress_ = saved.progress;
}

bool State::equal(const SavedState& a, const SavedState& b, const Touched& touched) const {
  if (a.known != b.known || a.progress != b.progress || a.frames != b.frames) return false;
  std::size_t i = 0;
  for (const auto& [begin, size] : touched.keys.runs())
    for (std::size_t id = begin; id < begin + size; ++id, ++i)
      if (!equal(a.keys[i], b.keys[i], operands_->key_engine[KeyId(id)], a.known)) return false;
  return true;
}

bool State::equal(const Key& a, const Key& b, EngineId engine,
                  std::span<const Coverage> known) const {
  if (a.position != b.position) return false;
  if (a.value == b.value) return true;
  if (values_.age(a.value) != values_.age(b.value)) return false;
  if (values_.row_id(a.value) != values_.row_id(b.value) &&
      !std::ranges::equal(values_.row(a.value), values_.row(b.value)))
    return false;
  for (std::size_t f = 0; f < engines_; ++f)
    if (values_.unsure(a.value)[f] != values_.unsure(b.value)[f] &&
        !known[f * engines_ + engine.value].covers(a.position))
      return false;
  return true;
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
  for (std::size_t e = 0; e < engines_; ++e) {
    const Progress& by = progress_[e];
    of_engine_[e] = {by.position, make_value({by.era, Age::Span::none, 0, by.issued},
                                             Values::kNothing, kAllSetters)};
  }
  for (const auto [begin, size] : keys.runs())
    for (std::size_t id = begin; id < begin + size; ++id) {
      Key& last = of_engine_[operands_->key_engine[KeyId(id)].value];
      keys_[id] = {++last.position, last.value};  // in halves: a whole one waits for the half
    }
  for (std::size_t e = 0; e < engines_; ++e) progress_[e].position = of_engine_[e].position;
}

void State::drain() {
  for (std::size_t i = 0; i < known_.size(); ++i)
    known_[i] = Coverage(progress_[i % engines_].position);
}

void State::drain_and_reset() {
  drain();
  const Era era = new_era();
  for (Progress& by : progress_) {
    by.era = era;
    by.count = 0;
  }
  set_none();
}

// No key has been set since the counts began.
void State::set_none() {
  for (std::size_t e = 0; e < engines_; ++e)
    of_engine_[e] = {
        0, make_value({progress_[e].era, Age::Span::at_least, 0, 0}, Values::kNothing, 0)};
  for (std::size_t id = 0; id < keys_.size(); ++id)
    keys_[id] = of_engine_[operands_->key_engine[KeyId(id)].value];
}

// --- values

ValueId State::make_value(const Age& age, RowId row, SetterSet setters) {
  const ValueId id = values_.add(age, row);
  std::ranges::fill(values_.unsure(id), setters);
  return id;
}

void State::drop_unused_values() {
  const auto for_each_key = [&](auto&& visit) {
    for (Key& key : keys_) visit(key);
    for (SavedState& saved : saved_->all())
      for (Key& key : saved.keys) visit(key);
  };
  values_.unmark();
  for_each_key([&](const Key& key) { values_.mark(key.value); });
  values_.drop_unmarked();
  for_each_key([&](Key& key) { key.value = values_.moved(key.value); });
}

}  // namespace tidemark::sync
