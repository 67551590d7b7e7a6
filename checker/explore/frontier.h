// A position that moves, with the steps that it enables and what is wrong with it kept up to
// date: what a walk along one schedule needs at each step, without asking every engine again.
//
// A place of Position::at, a stream or the completions of one part, has one step at most,
// so steps are named by their place. Streams that stand at a wait that cannot cease to hold
// are asked again only when the completion comes that they lack; those at anything else
// (values of semaphores, barriers) after every step.
//
// Cost of a step: a comparison or two for each engine, and for each stream that has to be
// asked again what its gate and need cost.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "checker/explore/judge.h"

namespace tidemark {

class Frontier {
 public:
  explicit Frontier(const Tracks& tracks);  // which must outlive it

  void restart();
  const Position& position() const { return position_; }

  // The places that can take a step, in no order.
  std::span<const std::uint32_t> enabled() const { return enabled_; }
  bool is_stream(std::uint32_t place) const { return place < tracks_.engines(); }
  const Step& step_of(std::uint32_t place) const { return steps_[place]; }
  void take(std::uint32_t place);  // one that is enabled

  // The first verdict that is true of the position, as `judge` has it.
  std::optional<Finding> finding() const {
    if (early_ == 0 && late_ == 0 && !enabled_.empty()) return std::nullopt;
    return first_finding();
  }

 private:
  struct Stream {
    Threshold gate;          // the first that it lacks; count 0: none
    Threshold need;          // likewise, of the ideal system
    bool is_plain = true;    // nothing but completions opens it
    bool is_silent = false;  // it has a silent step
    bool is_early = false, is_late = false;
  };

  std::optional<Finding> first_finding() const;
  void look_at(EngineId engine);
  void compare(Stream& stream, const Stop& stop, bool issues);
  bool can_step(EngineId engine, const Stream& stream, const Stop& stop) const;
  Threshold first_missing(std::span<const Threshold> all) const;
  void set_enabled(std::uint32_t place, bool is_enabled);
  void look_at_parts(EngineId engine);
  void wake(std::uint32_t part);

  const Tracks& tracks_;
  Position start_, position_;
  std::vector<Stream> streams_;
  std::vector<Step> steps_;  // by place: the one it takes next
  std::vector<std::uint32_t> enabled_;
  std::vector<std::uint32_t> where_;  // by place: in enabled_, or kNowhere
  // Streams that are so.
  std::uint32_t not_plain_ = 0, silent_ = 0, early_ = 0, late_ = 0;
};

}  // namespace tidemark
