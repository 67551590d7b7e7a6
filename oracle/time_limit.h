// Interrupts work that takes too long, whichever piece of it: one thread for many short
// pieces. Z3's own timeout starts a thread for each query, which took longer than most
// queries do.
//
// Work is interrupted between one limit and nine eighths of it after its start, and again until
// it ends: it may not yet have been where it can be interrupted.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace tidemark {

class TimeLimit {
 public:
  using Clock = std::chrono::steady_clock;

  // `interrupt` is called by another thread, and never while no work is under way.
  TimeLimit(std::chrono::milliseconds limit, std::function<void()> interrupt);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  void begin();
  bool end();  // whether it was interrupted

 private:
  void watch();

  const std::chrono::milliseconds limit_;
  const std::function<void()> interrupt_;
  std::mutex mutex_;
  std::condition_variable over_;
  std::optional<Clock::time_point> began_;
  bool is_interrupted_ = false;
  bool is_over_ = false;
  std::thread watcher_;
};

}  // namespace tidemark
