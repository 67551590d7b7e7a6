#include "cli/interrupt.h"

#include <ctime>

namespace tidemark {

Interrupt::Interrupt() {
  sigemptyset(&waited_for_);
  sigaddset(&waited_for_, SIGINT);
  sigaddset(&waited_for_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &waited_for_, &before_);
}

Interrupt::~Interrupt() {
  came();  // it has been answered
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool Interrupt::came() {
  const timespec at_once{0, 0};
  if (sigtimedwait(&waited_for_, nullptr, &at_once) > 0) came_ = true;
  return came_;
}

}  // namespace tidemark
