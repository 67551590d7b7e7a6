// A semaphore while threads run: thread_semaphores.h says which form it has and why. Data
// comes before the signal: raising releases, waiting acquires.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "checker/threads/thread_semaphores.h"

namespace tidemark {

class LiveSemaphore {
 public:
  explicit LiveSemaphore(const ThreadSemaphore& planned);

  void raise(std::int64_t amount);

  // How far one waiter has gone through the raises of a logged one.
  struct Reader {
    std::uint64_t raises = 0;
    std::int64_t sum = 0;
  };
  bool reaches(std::int64_t value, Reader& reader) const;
  bool equals(std::int64_t value) const;
  bool take(std::int64_t amount);  // false where it is lower than that
  void reset();

 private:
  std::int64_t seen() const {
    return static_cast<std::int64_t>(counter_.load(std::memory_order_acquire) & planned_.mask);
  }

  const ThreadSemaphore& planned_;
  std::atomic<std::uint64_t> counter_{0};             // logged: raises that have come in
  std::unique_ptr<std::atomic<std::int64_t>[]> log_;  // the amount of each; 0: not yet there
};

}  // namespace tidemark
