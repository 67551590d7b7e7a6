#include "checker/explore/frontier.h"

#include <algorithm>
#include <limits>

namespace tidemark {
namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

bool is_silent(const Stop& stop) {
  return stop.kind != Stop::Kind::issue && stop.kind != Stop::Kind::end;
}

}  // namespace

Frontier::Frontier(const Tracks& tracks)
    : tracks_(tracks),
      start_(tracks.start()),
      streams_(tracks.engines()),
      steps_(tracks.places()),
      where_(tracks.places(), kNowhere) {
  for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
    const Track& track = tracks.track(EngineId(i));
    for (std::uint32_t part = track.first_part; part < track.last_part; ++part)
      steps_[part] = {Step::Kind::complete, EngineId(i), part - track.first_part};
  }
  restart();
}

void Frontier::restart() {
  position_ = start_;
  for (const std::uint32_t place : enabled_) where_[place] = kNowhere;
  enabled_.clear();
  not_plain_ = silent_ = early_ = late_ = 0;
  std::ranges::fill(streams_, Stream());
  for (std::uint32_t i = 0; i < tracks_.engines(); ++i) look_at(EngineId(i));
}

void Frontier::take(std::uint32_t place) {
  const Step step = steps_[place];
  const Stop& stop = tracks_.stop_of(position_, step.engine);
  tracks_.take(position_, step);
  if (step.kind == Step::Kind::silent && stop.kind == Stop::Kind::barrier)
    for (const EngineId engine : tracks_.lines().barriers[stop.index].engines) look_at(engine);
  else if (is_stream(place))
    look_at(step.engine);
  if (step.kind != Step::Kind::silent) look_at_parts(step.engine);
  if (!is_stream(place)) wake(place);
  if (not_plain_ == 0) return;
  for (std::uint32_t i = 0; i < streams_.size(); ++i)
    if (!streams_[i].is_plain) look_at(EngineId(i));
}

// A part that is not this step's moves on only past reads of an engine with several.
void Frontier::look_at_parts(EngineId engine) {
  const Track& track = tracks_.track(engine);
  const std::uint32_t issued = tracks_.stop_of(position_, engine).issued;
  for (std::uint32_t part = track.first_part; part < track.last_part; ++part) {
    set_enabled(part, position_.at[part] < issued);
    if (track.last_part - track.first_part > 1) wake(part);
  }
}

void Frontier::wake(std::uint32_t part) {
  const std::uint32_t count = position_.at[part];
  const auto comes = [&](const Threshold& missing) {
    return missing.part == part && missing.count != 0 && missing.count <= count;
  };
  for (std::uint32_t i = 0; i < streams_.size(); ++i)
    if (comes(streams_[i].gate) || comes(streams_[i].need)) look_at(EngineId(i));
}

Threshold Frontier::first_missing(std::span<const Threshold> all) const {
  for (const Threshold& threshold : all)
    if (position_.at[threshold.part] < threshold.count) return threshold;
  return {};
}

bool Frontier::can_step(EngineId engine, const Stream& stream, const Stop& stop) const {
  if (stream.gate.count != 0) return false;
  if (stop.kind == Stop::Kind::issue)
    return stream.is_plain || tracks_.can_issue_now(position_, engine);
  return tracks_.can_pass_now(position_, engine);
}

void Frontier::look_at(EngineId engine) {
  Stream& stream = streams_[engine.value];
  const Stop& stop = tracks_.stop_of(position_, engine);
  steps_[engine.value] = {is_silent(stop) ? Step::Kind::silent : Step::Kind::issue, engine, 0};
  not_plain_ -= !stream.is_plain;
  silent_ -= stream.is_silent;
  stream.is_plain = !is_silent(stop) && stop.first_value == stop.last_value;
  stream.gate = first_missing(tracks_.gate(stop));
  const bool can = can_step(engine, stream, stop);
  stream.is_silent = can && is_silent(stop);
  not_plain_ += !stream.is_plain;
  silent_ += stream.is_silent;
  set_enabled(engine.value, can);
  compare(stream, stop, can && stop.kind == Stop::Kind::issue);
}

// With what the ideal system may do.
void Frontier::compare(Stream& stream, const Stop& stop, bool issues) {
  early_ -= stream.is_early;
  late_ -= stream.is_late;
  stream.is_early = stream.is_late = false;
  stream.need = {};
  if (!stop.has_next || stop.is_alike) return;
  stream.need = first_missing(tracks_.need(stop));
  const bool may_issue = stream.need.count == 0;
  stream.is_early = issues && !may_issue;
  stream.is_late = may_issue && !issues;
  early_ += stream.is_early;
  late_ += stream.is_late;
}

void Frontier::set_enabled(std::uint32_t place, bool is_enabled) {
  std::uint32_t& where = where_[place];
  if (is_enabled == (where != kNowhere)) return;
  if (is_enabled) {
    where = static_cast<std::uint32_t>(enabled_.size());
    enabled_.push_back(place);
    return;
  }
  enabled_[where] = enabled_.back();
  where_[enabled_.back()] = where;
  enabled_.pop_back();
  where = kNowhere;
}

std::optional<Finding> Frontier::first_finding() const {
  if (early_ > 0)
    for (std::uint32_t i = 0; i < streams_.size(); ++i)
      if (streams_[i].is_early) return Finding{Verdict::unsafe, EngineId(i)};
  if (enabled_.empty() && !tracks_.is_end(position_)) return Finding{Verdict::deadlocks, {}};
  if (late_ > 0)
    for (std::uint32_t i = 0; i < streams_.size(); ++i)
      if (streams_[i].is_late && (silent_ == 0 || !leads_to_issue(tracks_, position_, EngineId(i))))
        return Finding{Verdict::overwaits, EngineId(i)};
  return std::nullopt;
}

}  // namespace tidemark
