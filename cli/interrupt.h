// Ctrl-C as a question: while one of these lives, SIGINT and SIGTERM end nothing by
// themselves, and `came` says whether one arrived. Make it before threads are started, so
// that they inherit it.
#pragma once

#include <csignal>

namespace tidemark {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool came();

 private:
  sigset_t waited_for_, before_;
  bool came_ = false;
};

}  // namespace tidemark
