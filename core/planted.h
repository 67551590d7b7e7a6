// A fault planted on purpose, for as long as this object lives and on this thread only.
//
// What plants faults is a build of its own (core/sync/mutant.h, checker/mutant.h): the
// libraries that are installed and released have no place where one could be planted.
#pragma once

#include <optional>

namespace tidemark {

template <class Fault>
class Planted {
 public:
  explicit Planted(Fault fault) : before_(now_) { now_ = fault; }
  ~Planted() { now_ = before_; }
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;

  static bool is(Fault fault) { return now_ == fault; }

 private:
  static inline thread_local std::optional<Fault> now_;
  std::optional<Fault> before_;
};

}  // namespace tidemark
