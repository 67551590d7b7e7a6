// Partial-order reduction that is sound for comparing the two systems in every state.
//
// Two kinds of steps are taken as soon as they are there, so that no state in which one
// pends is kept:
//
//   prompt issue      the stream stands next at an issue, a barrier or its end, with lasting
//                     waits only on the way
//   quiet completion  no gate and no need anywhere tells it from the one before: no threshold
//                     has its count, no semaphore that has to be added up is raised by it.
//                     (Only of engines without stripes whose stream has nothing but issues,
//                     and not of reads. An engine's own in-flight limit does not count where
//                     it binds both systems alike.)
//
// Why that loses no verdict. Neither step disables another one, nor is it disabled by one:
// so whatever run there is, the same with these steps moved forward is one too, and ends
// are kept. Let s be a state and s' the same with all pending ones taken.
//   overwaits  An engine f held back in s has no issue of its own pending. Gates and needs
//              of f have the same answers in s': issues change no count that they ask for,
//              quiet completions none either. No silent step becomes possible on the way
//              (after a prompt issue the engine has something in flight, so not even its
//              barrier opens). So f is held back in s' as well.
//   unsafe     If c can issue in s and lacks something, then on the run with steps moved
//              forward c issues no later, with no more completed that its need asks for. It
//              is looked at there, before it is taken.
//   deadlocks  Where nothing can happen nothing pends: s = s'.
// And a finding in a state that is kept is one: it is reachable.
//
// The number of paths is another one: of schedules that differ only in where these steps
// are taken, one is counted.
#pragma once

#include <cstdint>

#include "checker/explore/tracks.h"

namespace tidemark {

enum class Reduction : std::uint8_t { none, prompt_steps };

// Marks which issues are prompt and which completions quiet.
void mark_prompt_steps(Tracks& tracks);

// Takes all that pends. `on_issue(position, engine)` is called before each issue; if it
// returns false, no further step is taken. `on_step(step)` after each step.
template <class OnIssue, class OnStep>
void take_prompt_steps(const Tracks& tracks, Position& position, OnIssue&& on_issue,
                       OnStep&& on_step) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < tracks.engines(); ++i) {
      const EngineId engine(i);
      const Track& track = tracks.track(engine);
      const Stop* stop = &tracks.stop_of(position, engine);
      while (!track.is_quiet.empty() && position.at[track.first_part] < stop->issued &&
             track.is_quiet[position.at[track.first_part]]) {
        tracks.take(position, {Step::Kind::complete, engine, 0});
        on_step(Step{Step::Kind::complete, engine, 0});
      }
      if (!stop->is_prompt || !tracks.can_issue_now(position, engine)) continue;
      if (!on_issue(position, engine)) return;
      tracks.take(position, {Step::Kind::issue, engine, 0});
      on_step(Step{Step::Kind::issue, engine, 0});
      changed = true;
    }
  }
}

}  // namespace tidemark
