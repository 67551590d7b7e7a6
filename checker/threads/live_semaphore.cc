#include "checker/threads/live_semaphore.h"

namespace tidemark {

LiveSemaphore::LiveSemaphore(const ThreadSemaphore& planned) : planned_(planned) {
  if (planned.form == SemaphoreForm::logged)
    log_ = std::make_unique<std::atomic<std::int64_t>[]>(planned.raises);
}

void LiveSemaphore::raise(std::int64_t amount) {
  if (amount == 0) return;
  if (!log_) {
    counter_.fetch_add(static_cast<std::uint64_t>(amount), std::memory_order_release);
    return;
  }
  const std::uint64_t place = counter_.fetch_add(1, std::memory_order_relaxed);
  log_[place].store(amount, std::memory_order_release);
}

bool LiveSemaphore::reaches(std::int64_t value, Reader& reader) const {
  if (!log_) return seen() >= value;
  while (reader.sum < value) {
    if (reader.raises == planned_.raises) return false;
    const std::int64_t amount = log_[reader.raises].load(std::memory_order_acquire);
    if (amount == 0) return false;
    reader.sum += amount;
    ++reader.raises;
  }
  return true;
}

bool LiveSemaphore::equals(std::int64_t value) const { return seen() == value; }

// Read-modify-write steps go on with what earlier ones have released, whatever their order.
bool LiveSemaphore::take(std::int64_t amount) {
  std::uint64_t now = counter_.load(std::memory_order_relaxed);
  while (static_cast<std::int64_t>(now & planned_.mask) >= amount) {
    const std::uint64_t lower = now - static_cast<std::uint64_t>(amount);
    const bool taken = planned_.orders_all
                           ? counter_.compare_exchange_weak(now, lower, std::memory_order_acq_rel,
                                                            std::memory_order_relaxed)
                           : counter_.compare_exchange_weak(now, lower, std::memory_order_acquire,
                                                            std::memory_order_relaxed);
    if (taken) return true;
  }
  return false;
}

void LiveSemaphore::reset() {
  if (planned_.orders_all)
    counter_.exchange(0, std::memory_order_release);
  else
    counter_.exchange(0, std::memory_order_relaxed);
}

}  // namespace tidemark
