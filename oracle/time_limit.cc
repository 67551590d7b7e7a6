#include "oracle/time_limit.h"

#include <algorithm>
#include <utility>

namespace tidemark {

TimeLimit::TimeLimit(std::chrono::milliseconds limit, std::function<void()> interrupt)
    : limit_(limit), interrupt_(std::move(interrupt)), watcher_([this] { watch(); }) {}

TimeLimit::~TimeLimit() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  over_.notify_one();
  watcher_.join();
}

void TimeLimit::begin() {
  const std::lock_guard lock(mutex_);
  began_ = Clock::now();
  is_interrupted_ = false;
}

bool TimeLimit::end() {
  const std::lock_guard lock(mutex_);
  began_.reset();
  return is_interrupted_;
}

// Looks now and then, so that nobody has to wake it for a piece of work.
void TimeLimit::watch() {
  const auto pause = std::max(limit_ / 8, std::chrono::milliseconds(1));
  std::unique_lock lock(mutex_);
  while (!over_.wait_for(lock, pause, [this] { return is_over_; })) {
    if (!began_ || Clock::now() - *began_ < limit_) continue;
    is_interrupted_ = true;
    interrupt_();
  }
}

}  // namespace tidemark
