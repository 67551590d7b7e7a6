// The machine of a timed run: lanes, semaphores, barriers, and the events between them.
//
// A lane runs ahead on its own until it needs to know something of others that has not
// happened yet: a semaphore's value, or an order of two things that change one. Only then an
// event is queued, so that most instances cost one: the arrival of their signal.
#pragma once

#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "checker/timed/timed_lane.h"
#include "checker/timed/timed_semaphores.h"

namespace tidemark {

class TimedMachine {
 public:
  TimedMachine(const Program& program, const Streams& streams, const Inputs& inputs,
               const Target& target, const SimulateOptions& options);

  // To the end, or until nothing happens any more.
  void run();

  std::optional<RunError> error() const;
  Simulation result() &&;

 private:
  struct Event {
    enum class Kind : std::uint8_t { arrival, resume, barrier };
    Picoseconds time = 0;
    std::uint64_t order = 0;
    Kind kind = Kind::arrival;
    EngineId engine;  // resume; barrier: one that stands at it
    Arrival arrival;

    friend bool operator>(const Event& a, const Event& b) {
      return a.time != b.time ? a.time > b.time : a.order > b.order;
    }
  };
  enum class Standing : std::uint8_t {
    runs,
    waits,  // for a semaphore to change
    at_barrier,
    scheduled,  // it goes on at a time to come
    is_due,     // it has come to what it stands at
    ended,
  };
  struct Stream {  // of one engine
    TimedLane lane;
    Standing standing = Standing::ended;
    Picoseconds arrived = 0;  // at a barrier
  };

  void advance(EngineId engine);
  bool step(EngineId engine, Stream& stream);
  bool resolve(EngineId engine, Stream& stream);
  bool holds(const PendingWait& wait, EngineId engine, const TimedLane& lane) const;
  void issue(EngineId engine, Stream& stream, const StreamEvent& event);
  bool pass_in_time(EngineId engine, Stream& stream, const StreamEvent& event);
  bool act(EngineId engine, Stream& stream, const StreamEvent& event);
  void signal(EngineId engine, Stream& stream, const StreamEvent& event);
  void arrive(Stream& stream, const StreamEvent& event);
  void leave(const StreamEvent& barrier, Picoseconds at);
  void happen(const Event& event);
  void arrival(const Arrival& arrival);
  void wake(SemaphoreIndex s, EngineId by);
  void push(Picoseconds time, Event::Kind kind, EngineId engine, const Arrival& arrival = {});
  std::string why_stuck() const;

  const Program& program_;
  const Streams& streams_;
  SimulateOptions options_;
  Timing timing_;
  TimedSemaphores semaphores_;
  Table<EngineId, std::unique_ptr<Stream>> engines_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t pushed_ = 0;
  Picoseconds now_ = 0;
  std::optional<RunError> error_;
  Picoseconds barrier_time_ = 0;
  Timeline timeline_;
};

}  // namespace tidemark
